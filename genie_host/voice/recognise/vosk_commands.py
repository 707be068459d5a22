"""Commands with Vosk: everything the model knows, or a closed grammar of spoken shortcuts."""

from __future__ import annotations

from genie_host.voice.audio import Block
from genie_host.voice.hearing import CommandHeard, PartialHeard
from genie_host.voice.recognise.loudness import SpeechMeter
from genie_host.voice.recognise.phrases import Hypothesis
from genie_host.voice.recognise.readings import Reader
from genie_host.voice.recognise.vosk_model import VoskDecoder


class VoskCommands:
    """A Recogniser on one decoder."""

    def __init__(self, decoder: VoskDecoder, reader: Reader) -> None:
        self._decoder = decoder
        self._reader = reader
        self._meter = SpeechMeter()
        self._last_partial = ""

    def accept(self, block: Block) -> list[PartialHeard | CommandHeard]:
        self._meter.take(block.pcm)
        hypothesis = self._decoder.accept(block)
        if hypothesis.is_final:
            # The library also ends an utterance in which nobody spoke.
            is_command = self._meter.has_heard_speech or bool(hypothesis.words)
            return [self._command(hypothesis, block.ended_at)] if is_command else []
        text = self._reader.read(hypothesis.words).text
        if text == self._last_partial:
            return []
        self._last_partial = text
        return [PartialHeard(text=text)]

    def finish(self, ended_at: float) -> CommandHeard:
        return self._command(self._decoder.settle(ended_at), ended_at)

    def reset(self) -> None:
        self._decoder.reset()
        self._begin_utterance()

    def _command(self, hypothesis: Hypothesis, at: float) -> CommandHeard:
        self._begin_utterance()
        reading = self._reader.read(hypothesis.words)
        confidences = hypothesis.confidences[reading.start : reading.end]
        return CommandHeard(
            text=reading.text,
            confidence=sum(confidences) / len(confidences) if confidences else 0.0,
            ended_at=hypothesis.ends_at[reading.end - 1] if reading.text else at,
        )

    def _begin_utterance(self) -> None:
        self._last_partial = ""
        self._meter.begin_utterance()
