"""The Vosk library, and one model of it: the only module that loads it. Meant for a process that may die.

What the native code does without a word or with a crash is kept from it here: a grammar is only ever given to the
constructor, checked, and a recogniser is never told SetGrammar or SetPartialWords.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import BLOCK_SECONDS, SAMPLE_BYTES, SAMPLE_RATE_HZ, Block
from genie_host.voice.recognise.grammar import Grammar
from genie_host.voice.recognise.phrases import Hypothesis


class VoskModel:
    """A loaded model; half a gigabyte and some seconds."""

    def __init__(self, folder: Path) -> None:
        """Raises RecogniserUnavailable; the folder is one that ``check_model_folder`` has let through."""
        try:
            self._library: Any = importlib.import_module("vosk")
        except (ImportError, OSError) as exc:
            raise RecogniserUnavailable("Vosk cannot be loaded here: install it with `pip install vosk`.") from exc
        self._library.SetLogLevel(-1)
        try:
            self._model = self._library.Model(str(folder))
        except Exception as exc:  # the library raises nothing more exact
            raise RecogniserUnavailable("The speech model cannot be loaded: its folder is damaged.") from exc

    def knows(self, word: str) -> bool:
        """Is a word in the model's vocabulary?"""
        return "\0" not in word and int(self._model.vosk_model_find_word(word)) >= 0

    def decoder(self, grammar: Grammar | None = None) -> VoskDecoder:
        """A recogniser for a closed grammar, or for everything the model knows."""
        arguments = (self._model, float(SAMPLE_RATE_HZ)) + ((grammar.as_json(),) if grammar else ())
        recogniser = self._library.KaldiRecognizer(*arguments)
        recogniser.SetWords(True)
        return VoskDecoder(recogniser)


class VoskDecoder:
    """One recogniser: blocks in, hypotheses out."""

    def __init__(self, recogniser: Any) -> None:
        self._recogniser = recogniser
        self._fed_seconds = 0.0

    def accept(self, block: Block) -> Hypothesis:
        """What the utterance sounds like with this block; final when its end was heard."""
        self._fed_seconds += len(block.pcm) / (SAMPLE_BYTES * SAMPLE_RATE_HZ)
        if self._recogniser.AcceptWaveform(block.pcm):
            return self._final(self._recogniser.Result(), block.ended_at)
        words = str(json.loads(self._recogniser.PartialResult()).get("partial", "")).split()
        return Hypothesis(words=tuple(words), is_final=False)

    def settle(self, at: float) -> Hypothesis:
        """The final hypothesis for what was heard up to now; the next block begins an utterance."""
        return self._final(self._recogniser.FinalResult(), at)

    def reset(self) -> None:
        """Forget everything. The library's own Reset keeps what it has learnt of the last speaker and of the silence

        after him, and then misses every second wake phrase (11 of 24, against 1 of 24); a final result does not.
        """
        self._recogniser.FinalResult()

    def _final(self, result: str, at: float) -> Hypothesis:
        words = json.loads(result).get("result", [])
        # The library counts seconds of sound since the recogniser was made, pauses in the feeding left out.
        start = at - self._fed_seconds
        return Hypothesis(
            words=tuple(str(word["word"]) for word in words),
            is_final=True,
            confidences=tuple(min(1.0, float(word["conf"])) for word in words),
            starts_at=tuple(min(at, start + float(word["start"])) for word in words),
            ends_at=tuple(min(at, start + float(word["end"])) for word in words),
        )


def warm_up(decoder: VoskDecoder) -> None:
    """Have a decoder do its first and slowest work now, on a second of noise."""
    state, samples = 1, bytearray()
    for _ in range(SAMPLE_RATE_HZ // 10):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        samples += ((state >> 16) % 600 - 300).to_bytes(SAMPLE_BYTES, "little", signed=True)
    for count in range(10):
        decoder.accept(Block(pcm=bytes(samples), ended_at=count * BLOCK_SECONDS))
    decoder.settle(10 * BLOCK_SECONDS)
    decoder.reset()
