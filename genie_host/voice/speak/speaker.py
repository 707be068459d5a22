"""A voice whose sound is made by a program and played here: sentence by sentence, ended within milliseconds."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from typing import Protocol

from genie_host.core.cancel import CancelToken
from genie_host.voice.speak.player import SoundOut
from genie_host.voice.speak.sentences import sentences
from genie_host.voice.speak.speakable import speakable


class Synthesiser(Protocol):
    """What makes speech of text."""

    def speech(self, parts: list[str], language: str, cancel: CancelToken) -> Speech:
        """Begin. Raises SpeechUnavailable when it has no voice for the language."""
        ...

    def prepare(self) -> None:
        """Load what the next text needs; called when a text is over, so that no stop waits for it."""
        ...

    def close(self) -> None: ...


class Speech:
    """Mono 16-bit samples as they are made; ``rate_hz`` is known before the first of them is taken."""

    def __init__(self, rate_hz: int, samples: Generator[bytes]) -> None:
        self.rate_hz = rate_hz
        self.samples = samples


class SynthesisedSpeaker:
    """Implements ``Speaker``. Used by one thread at a time."""

    def __init__(self, synthesiser: Synthesiser, out: SoundOut) -> None:
        self._synthesiser = synthesiser
        self._out = out

    def say(self, text: str, language: str, cancel: CancelToken) -> None:
        """Speak one text and come back when it has been heard, or within milliseconds once cancelled.

        Raises Cancelled, and SpeechUnavailable when there is no voice or nothing to hear it with.
        """
        cancel.check()
        parts = sentences(speakable(text))
        if not parts:
            return
        speech = self._synthesiser.speech(parts, language, cancel)
        try:
            with closing(speech.samples):  # so that a program which is not heard to its end is ended at once
                self._out.play(speech.samples, speech.rate_hz, cancel)
        finally:
            self._synthesiser.prepare()

    def close(self) -> None:
        self._synthesiser.close()
