"""When a word that steers a run counts as said: pure.

Words that halt something are taken from three partial results in a row: a needless halt is cheap, a late one is not.
Words that let something happen are weighed by a final result first.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from genie_host.voice.hearing import Word, WordHeard
from genie_host.voice.recognise.phrases import Hypothesis, find_phrase

STEADY_PARTIALS = 3
LEAST_CONFIDENCE = 0.7
MOST_WORDS_BEFORE = 2
"""Since the last pause. In the midst of other speech, Genie's own for one, such a short word is mostly a mishearing:

with this, 200 s of run-on speech have 2 of them in place of 22, and none that was meant is missed."""
_WEIGHED = frozenset({Word.YES, Word.GO_ON})


@dataclass(frozen=True, slots=True, kw_only=True)
class WordStep:
    """What follows from one hypothesis."""

    events: tuple[WordHeard, ...] = ()
    is_settling: bool = False
    """The recogniser is to give its final result for what it has heard so far, and to start afresh."""


@dataclass(slots=True)
class WordRule:
    """The rule for one stream of sound."""

    phrases: Mapping[tuple[str, ...], Word]
    least_confidence: float = LEAST_CONFIDENCE
    _word: Word | None = None
    _partials: int = 0
    _is_taken: bool = False
    """The word has been reported; the final result that follows is about the same sound."""

    def take(self, hypothesis: Hypothesis, at: float) -> WordStep:
        """One hypothesis, and the time at which its sound ended."""
        found = self._found(hypothesis)
        if hypothesis.is_final:
            is_taken = self._is_taken
            self.reset()
            if found is None or is_taken or found[1] < self.least_confidence:
                return WordStep()
            return WordStep(events=(WordHeard(word=found[0], ended_at=at),))
        word = found[0] if found else None
        self._partials = self._partials + 1 if word == self._word else 1
        self._word = word
        if word is None or self._partials < STEADY_PARTIALS:
            return WordStep()
        if word in _WEIGHED:
            return WordStep(is_settling=True)
        self._is_taken = True
        return WordStep(events=(WordHeard(word=word, ended_at=at),), is_settling=True)

    def reset(self) -> None:
        """Forget what was half heard."""
        self._word, self._partials, self._is_taken = None, 0, False

    def _found(self, hypothesis: Hypothesis) -> tuple[Word, float] | None:
        """The word said last, and how sure the recogniser is of it; words that halt go before others."""
        found = []
        for phrase, word in self.phrases.items():
            place = find_phrase(phrase, hypothesis.words)
            if place is not None and place[0] <= MOST_WORDS_BEFORE:
                confidence = min(hypothesis.confidences[place[0] : place[1]], default=1.0)
                found.append((word not in _WEIGHED, place[1], len(phrase), word, confidence))
        if not found:
            return None
        *_, word, confidence = max(found, key=lambda entry: entry[:3])
        return word, confidence
