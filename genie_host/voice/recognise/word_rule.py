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
"""Since the last pause. In the midst of other speech such short words are mostly misheard, 24 times in 150 s of run-on

Korean, and once with this. But stop is heard there too, since somebody may say it over Genie's own voice or another's;
it only has to stand for longer, and 7 of 8 are still heard.
"""
STEADY_PARTIALS_IN_SPEECH = 5
_WEIGHED = frozenset({Word.YES, Word.GO_ON})


@dataclass(frozen=True, slots=True, kw_only=True)
class WordStep:
    """What follows from one hypothesis."""

    events: tuple[WordHeard, ...] = ()
    is_settling: bool = False
    """The recogniser is to give its final result for what it has heard so far, and to start afresh."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    word: Word
    confidence: float
    in_speech: bool


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
            if found is None or is_taken or found.in_speech or found.confidence < self.least_confidence:
                return WordStep()
            return WordStep(events=(WordHeard(word=found.word, ended_at=at),))
        word = found.word if found else None
        self._partials = self._partials + 1 if word == self._word else 1
        self._word = word
        if found is None:
            return WordStep()
        if self._partials < (STEADY_PARTIALS_IN_SPEECH if found.in_speech else STEADY_PARTIALS):
            return WordStep()
        if found.word in _WEIGHED:
            return WordStep(is_settling=True)
        self._is_taken = True
        return WordStep(events=(WordHeard(word=found.word, ended_at=at),), is_settling=True)

    def reset(self) -> None:
        """Forget what was half heard."""
        self._word, self._partials, self._is_taken = None, 0, False

    def _found(self, hypothesis: Hypothesis) -> _Found | None:
        """The word said last; words that halt go before others."""
        found: list[tuple[tuple[bool, int, int], _Found]] = []
        for phrase, word in self.phrases.items():
            place = find_phrase(phrase, hypothesis.words)
            if place is None:
                continue
            in_speech = place[0] > MOST_WORDS_BEFORE
            if in_speech and word is not Word.STOP:
                continue
            confidence = min(hypothesis.confidences[place[0] : place[1]], default=1.0)
            order = (word not in _WEIGHED, place[1], len(phrase))
            found.append((order, _Found(word=word, confidence=confidence, in_speech=in_speech)))
        return max(found, key=lambda entry: entry[0])[1] if found else None
