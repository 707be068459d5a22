"""The wake phrase with Vosk, whose maintainers say that it has no keyword spotting: a closed grammar and a rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from genie_host.voice.audio import Block
from genie_host.voice.hearing import WakeHeard, WakeWithdrawn
from genie_host.voice.recognise.grammar import closed_grammar
from genie_host.voice.recognise.vosk_model import VoskModel
from genie_host.voice.recognise.wake_rule import WakeRule


class VoskWake:
    """A WakeDetector on one recogniser."""

    def __init__(
        self, model: VoskModel, phrases: Iterable[str], fillers: Sequence[str], *, repeats: int, is_strict: bool
    ) -> None:
        """Raises RecogniserUnavailable when the model cannot hear the phrases."""
        grammar = closed_grammar(phrases, model, fillers, repeats=repeats)
        self._decoder = model.decoder(grammar)
        self._rule = WakeRule(phrases=grammar.phrases, is_strict=is_strict)

    def accept(self, block: Block) -> list[WakeHeard | WakeWithdrawn]:
        step = self._rule.take(self._decoder.accept(block), block.ended_at)
        events = list(step.events)
        if step.is_settling:
            events += self._rule.take(self._decoder.settle(block.ended_at), block.ended_at).events
        return events

    def reset(self) -> None:
        self._decoder.reset()
        self._rule.reset()
