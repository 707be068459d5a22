"""The words that steer a run, with Vosk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import Block
from genie_host.voice.hearing import Word, WordHeard
from genie_host.voice.recognise.grammar import closed_grammar, known_phrases
from genie_host.voice.recognise.vosk_model import VoskModel
from genie_host.voice.recognise.word_rule import WordRule

REPEATS = 3
"""A word that steers is short, and missing it is worse than hearing it in vain."""


class VoskWords:
    """A closed grammar of a few words on one recogniser."""

    def __init__(
        self,
        model: VoskModel,
        phrases: Mapping[tuple[str, ...], Word],
        fillers: Sequence[str],
        decoys: Iterable[Sequence[str]] = (),
        *,
        repeats: int = REPEATS,
    ) -> None:
        """Decoys are phrases that may be said and mean nothing here.

        Raises RecogniserUnavailable when the model knows no way to say one of the words.
        """
        known = {phrase: phrases[phrase] for phrase in known_phrases(map(" ".join, phrases), model)}
        if deaf_to := sorted({word.value for word in phrases.values()} - {word.value for word in known.values()}):
            raise RecogniserUnavailable(
                f"The speech model knows no word for “{deaf_to[0]}” in the language that is set; "
                "set the language of the model, or take another model."
            )
        others = known_phrases((" ".join(decoy) for decoy in decoys), model)
        self._decoder = model.decoder(closed_grammar([*known, *others], model, fillers, repeats=repeats))
        self._rule = WordRule(phrases=known)

    def accept(self, block: Block) -> list[WordHeard]:
        step = self._rule.take(self._decoder.accept(block), block.ended_at)
        events = list(step.events)
        if step.is_settling:
            events += self._rule.take(self._decoder.settle(block.ended_at), block.ended_at).events
        return events

    def reset(self) -> None:
        self._decoder.reset()
        self._rule.reset()
