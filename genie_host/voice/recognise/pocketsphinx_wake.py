"""The wake phrase with PocketSphinx, which does have keyword spotting; English only, an extra. Loaded here alone.

Two words at least: “gemma” alone confuses itself with Emma, grammar and German at any threshold. The figures for “hey
gemma” are those of benchmarks/voice.py.
"""

from __future__ import annotations

import array
import importlib
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import BLOCK_SAMPLES, Block
from genie_host.voice.hearing import WakeHeard, WakeWithdrawn
from genie_host.voice.recognise.phrases import words_of
from genie_host.voice.recognise.rivals import Rivals
from genie_host.voice.recognise.wake_rule import REFRACTORY_SECONDS

_THRESHOLDS = {1: "1e-15", 3: "1e-20", 10: "1e-25"}
"""By the repeats that stand for the same sensitivity with Vosk."""
_FRAME_SECONDS = 0.01
_FLOOR = 45
"""Largest sample of the noise that is mixed in, some 57 dB below full scale. The library was made for microphones that
hiss: in a quiet that no room has it missed 8 of 48 phrases, with this none."""
_LONGEST_UTTERANCE_SECONDS = 60.0
"""The library keeps what it has heard of an utterance."""


class PocketSphinxWake:
    """A WakeDetector. What it tells is confirmed: strict by a second opinion, fast by the threshold alone."""

    def __init__(self, phrases: Sequence[str], cache: Path, *, repeats: int, is_strict: bool = True) -> None:
        """Raises RecogniserUnavailable when the library is missing or does not know a word."""
        try:
            library: Any = importlib.import_module("pocketsphinx")
        except (ImportError, OSError) as exc:
            raise RecogniserUnavailable(
                "PocketSphinx is not installed: pip install 'genie-host[pocketsphinx]', or set wake_engine to vosk."
            ) from exc
        wanted = [words_of(phrase) for phrase in phrases]
        self._decoder: Any = library.Decoder(lm=None, loglevel="FATAL")
        missing = [word for phrase in wanted for word in phrase if self._decoder.lookup_word(word) is None]
        if missing or not all(wanted):
            raise RecogniserUnavailable(f"PocketSphinx does not know “{missing[0] if missing else ''}”; it is English.")
        threshold = _THRESHOLDS.get(repeats, _THRESHOLDS[3])
        self._search(cache, [f"{' '.join(phrase)} /{threshold}/" for phrase in wanted])
        self._rivals = Rivals(library, wanted) if is_strict else None
        self._began_at: float | None = None
        self._last_wake_at = float("-inf")
        dice = random.Random(7)  # noqa: S311  # noise, no secret
        self._floor = [dice.randint(-_FLOOR, _FLOOR) for _ in range(BLOCK_SAMPLES)]

    def accept(self, block: Block) -> list[WakeHeard | WakeWithdrawn]:
        if self._began_at is None:
            self._decoder.start_utt()
            self._began_at = block.ended_at - len(block.pcm) / 32_000
        pcm = self._above_floor(block.pcm)
        if self._rivals is not None:
            self._rivals.take(pcm, block.ended_at)
        self._decoder.process_raw(pcm, False, False)
        hypothesis = self._decoder.hyp()
        if hypothesis is None:
            if block.ended_at - self._began_at > _LONGEST_UTTERANCE_SECONDS:
                self.reset()
            return []
        last = max(self._decoder.seg(), key=lambda segment: segment.end_frame)
        ended_at = min(block.ended_at, self._began_at + (last.end_frame + 1) * _FRAME_SECONDS)
        began_at = self._began_at + last.start_frame * _FRAME_SECONDS
        self.reset()
        if self._rivals is not None and not self._rivals.agrees(began_at, ended_at):
            return []
        if 0.0 <= ended_at - self._last_wake_at < REFRACTORY_SECONDS:
            return []
        self._last_wake_at = ended_at
        return [WakeHeard(phrase=" ".join(words_of(last.word)), ended_at=ended_at, is_confirmed=True)]

    def reset(self) -> None:
        if self._began_at is not None:
            self._decoder.end_utt()
            self._began_at = None

    def _above_floor(self, pcm: bytes) -> bytes:
        samples = array.array("h", pcm)
        mixed = (max(-32_768, min(32_767, sample + hiss)) for sample, hiss in zip(samples, self._floor, strict=False))
        return array.array("h", mixed).tobytes()

    def _search(self, cache: Path, lines: list[str]) -> None:
        """The library reads several phrases from a file only."""
        path = cache / f"keyphrases.{os.getpid()}"
        try:
            cache.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            self._decoder.add_kws("wake", str(path))
            self._decoder.activate_search("wake")
        except (OSError, RuntimeError, ValueError) as exc:
            raise RecogniserUnavailable("PocketSphinx does not take that wake phrase.") from exc
        finally:
            path.unlink(missing_ok=True)
