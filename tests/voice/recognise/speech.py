"""Speech for the tests of recognition: espeak-ng, as blocks."""

from __future__ import annotations

import itertools
import subprocess
import wave
from collections.abc import Iterator
from pathlib import Path

from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, Block, EndOfSound
from genie_host.voice.capture.recording import WavSource

WAKE = "하모니카"
"""A word that the Korean model hears well when espeak-ng says it; it stands in for the wake phrase."""
_TIMES = itertools.count(1_000)


def spoken(folder: Path, text: str, *, voice: str = "ko+f1", speed: int = 155) -> list[Block]:
    """A text as blocks from time 0."""
    path = folder / f"{abs(hash((text, voice, speed)))}.wav"
    subprocess.run(
        ["espeak-ng", "-v", voice, "-s", str(speed), "-w", str(path), "--stdin"],
        input=text.encode(),
        check=True,
        timeout=60,
    )
    with wave.open(str(path)) as file:
        assert file.getnframes() > 0
    return list(_blocks_of(path))


def silence(seconds: float) -> list[Block]:
    """Blocks of nothing."""
    return [Block(pcm=bytes(BLOCK_BYTES), ended_at=0.0)] * round(seconds / BLOCK_SECONDS)


def in_time(*parts: list[Block]) -> list[Block]:
    """Parts one after the other, each block with its time, which goes on from one call to the next."""
    return [Block(pcm=block.pcm, ended_at=next(_TIMES) * BLOCK_SECONDS) for part in parts for block in part]


def _blocks_of(path: Path) -> Iterator[Block]:
    source = WavSource(path)
    try:
        while True:
            if (block := source.read(1.0)) is not None:
                yield block
    except EndOfSound:
        return
    finally:
        source.close()
