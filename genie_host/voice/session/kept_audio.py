"""What was said, as WAV files in a folder that the user named. Without one nothing of the sound is kept."""

from __future__ import annotations

import os
import wave
from collections.abc import Iterable
from pathlib import Path

from genie_host.core.errors import UsageError
from genie_host.voice.audio import SAMPLE_BYTES, SAMPLE_RATE_HZ, Block

_LONGEST_BLOCKS = 600


class KeptAudio:
    """One file for each time that a command was listened to, readable by this user alone."""

    def __init__(self, folder: Path) -> None:
        """Raises UsageError when the folder cannot be made."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as exc:
            raise UsageError("The folder for audio cannot be made.") from exc
        self._folder = folder
        self._blocks: list[bytes] | None = None
        self._number = 0

    def begin(self, before: Iterable[Block]) -> None:
        """Something is listened to; ``before``: what was heard just before."""
        self.end()
        self._blocks = [block.pcm for block in before]

    def add(self, block: Block) -> None:
        if self._blocks is not None and len(self._blocks) < _LONGEST_BLOCKS:
            self._blocks.append(block.pcm)

    def end(self) -> None:
        """It is over. Raises UsageError when it cannot be written."""
        blocks, self._blocks = self._blocks, None
        if not blocks:
            return
        try:
            with os.fdopen(self._new_file(), "wb") as file, wave.open(file, "wb") as wav:
                wav.setnchannels(1)
                wav.setsampwidth(SAMPLE_BYTES)
                wav.setframerate(SAMPLE_RATE_HZ)
                wav.writeframes(b"".join(blocks))
        except OSError as exc:
            raise UsageError("The audio cannot be written to its folder.") from exc

    def _new_file(self) -> int:
        while True:
            self._number += 1
            try:
                path = self._folder / f"heard-{self._number:04}.wav"
                return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
