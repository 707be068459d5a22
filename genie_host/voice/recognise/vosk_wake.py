"""The wake phrase with Vosk, whose maintainers say that it has no keyword spotting: a closed grammar and a rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from genie_host.voice.audio import Block
from genie_host.voice.hearing import WakeHeard, WakeWithdrawn
from genie_host.voice.recognise.grammar import closed_grammar
from genie_host.voice.recognise.second_look import SecondLook
from genie_host.voice.recognise.vosk_model import VoskModel
from genie_host.voice.recognise.wake_rule import MOST_WORDS_BEFORE, WakeRule

_CAREFUL_REPEATS = 3
"""Above this sensitivity a wake phrase may also stand in the midst of other speech, as over a television."""


class VoskWake:
    """A WakeDetector on one recogniser."""

    def __init__(
        self,
        model: VoskModel,
        phrases: Iterable[str],
        fillers: Sequence[str],
        *,
        repeats: int,
        second_look: SecondLook | None,
    ) -> None:
        """Strict with a second look, fast without. Raises RecogniserUnavailable for phrases the model cannot hear."""
        grammar = closed_grammar(phrases, model, fillers, repeats=repeats)
        self._decoder = model.decoder(grammar)
        self._second_look = second_look
        if second_look is None:
            self._rule = WakeRule(phrases=grammar.phrases, is_strict=False)
        else:
            most_before = None if repeats > _CAREFUL_REPEATS else MOST_WORDS_BEFORE
            self._rule = WakeRule(
                phrases=grammar.phrases, is_seconded=second_look.agrees, most_words_before=most_before
            )

    def accept(self, block: Block) -> list[WakeHeard | WakeWithdrawn]:
        if self._second_look is not None:
            self._second_look.take(block)
        step = self._rule.take(self._decoder.accept(block), block.ended_at)
        events = list(step.events)
        if step.is_settling:
            events += self._rule.take(self._decoder.settle(block.ended_at), block.ended_at).events
        return events

    def reset(self) -> None:
        self._decoder.reset()
        self._rule.reset()
        if self._second_look is not None:
            self._second_look.forget()
