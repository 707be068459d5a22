"""Commands for engines that take whole recordings: where one begins and ends is found by loudness and silence."""

from __future__ import annotations

import collections
from dataclasses import dataclass
from typing import Protocol

from genie_host.voice.audio import BLOCK_SECONDS, Block
from genie_host.voice.hearing import CommandHeard, PartialHeard
from genie_host.voice.recognise.loudness import SpeechMeter
from genie_host.voice.recognise.phrases import clean_transcript

_END_SILENCE_SECONDS = 0.8
_KEPT_BEFORE_SECONDS = 0.4
"""Sound before the first loud block: words begin softly."""
_LONGEST_SECONDS = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What a recording says."""

    text: str
    confidence: float
    """0 to 1."""


class Transcriber(Protocol):
    """An engine that takes a whole recording, 16 kHz mono 16 bit: Whisper, or a language model that hears."""

    def transcribe(self, pcm: bytes) -> Transcript: ...


class SegmentedCommands:
    """A Recogniser on a Transcriber. It has no partial results."""

    def __init__(self, transcriber: Transcriber) -> None:
        self._transcriber = transcriber
        self._meter = SpeechMeter()
        self._before: collections.deque[bytes] = collections.deque(maxlen=round(_KEPT_BEFORE_SECONDS / BLOCK_SECONDS))
        self._spoken: list[bytes] = []
        self._silent_blocks = 0

    def accept(self, block: Block) -> list[PartialHeard | CommandHeard]:
        self._meter.take(block.pcm)
        if not self._spoken and not self._meter.is_loud:
            self._before.append(block.pcm)
            return []
        if not self._spoken:
            self._spoken = list(self._before)
        self._spoken.append(block.pcm)
        self._silent_blocks = 0 if self._meter.is_loud else self._silent_blocks + 1
        is_over = self._silent_blocks * BLOCK_SECONDS >= _END_SILENCE_SECONDS
        if not is_over and len(self._spoken) * BLOCK_SECONDS < _LONGEST_SECONDS:
            return []
        if not self._meter.has_heard_speech:  # a knock
            self.reset()
            return []
        return [self.finish(block.ended_at - self._silent_blocks * BLOCK_SECONDS)]

    def finish(self, ended_at: float) -> CommandHeard:
        pcm = b"".join(self._spoken)
        self.reset()
        if not pcm:
            return CommandHeard(text="", confidence=0.0, ended_at=ended_at)
        transcript = self._transcriber.transcribe(pcm)
        return CommandHeard(text=clean_transcript(transcript.text), confidence=transcript.confidence, ended_at=ended_at)

    def reset(self) -> None:
        self._spoken = []
        self._before.clear()
        self._silent_blocks = 0
        self._meter.begin_utterance()
