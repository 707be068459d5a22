"""When a wake phrase counts as said: pure, fed with what a recogniser makes of the sound block by block.

A phrase that stands in three partial results in a row is a candidate. Fast mode takes it at its word. Strict mode has
the recogniser settle first: partials come from a cheap search that often takes a word back, while a final result is
weighed over all that was heard and has a confidence. Then another recogniser may be asked for a second opinion.
Settling is asked for as soon as more is said after the phrase, or the phrase has stood long enough; nothing waits for
the silence after a whole command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from genie_host.voice.hearing import WakeHeard, WakeWithdrawn
from genie_host.voice.recognise.phrases import Hypothesis, find_phrase

CANDIDATE_PARTIALS = 3
SETTLE_PARTIALS = 6
"""A candidate that has stood in so many partials is settled, whether or not more is said."""
LEAST_CONFIDENCE = 0.7
MOST_WORDS_BEFORE = 3
"""Whoever calls somebody begins with it. Most false wakes stood in the midst of other speech, and no true one did."""
REFRACTORY_SECONDS = 2.0
_PARTIAL_LAG_SECONDS = 0.2
"""How long after its last sound a phrase first stands in a partial."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleStep:
    """What follows from one hypothesis."""

    events: tuple[WakeHeard | WakeWithdrawn, ...] = ()
    is_settling: bool = False
    """The recogniser is to give its final result for what it has heard so far, and to start afresh."""


@dataclass(slots=True)
class _Candidate:
    phrase: tuple[str, ...]
    first_seen_at: float
    partials: int = 1
    is_announced: bool = False


@dataclass(slots=True)
class WakeRule:
    """The rule for one stream of sound."""

    phrases: Sequence[Sequence[str]]
    is_strict: bool = True
    most_words_before: int | None = MOST_WORDS_BEFORE
    """Strict mode hears no wake phrase that more words than this come before, since the last pause; None: any."""
    least_confidence: float = LEAST_CONFIDENCE
    refractory_seconds: float = REFRACTORY_SECONDS
    is_seconded: Callable[[float], bool] = field(default=lambda began_at: True)
    """Strict mode asks once more, with when the phrase began, before a wake counts."""
    _candidate: _Candidate | None = None
    _last_wake_at: float = field(default=float("-inf"))

    def take(self, hypothesis: Hypothesis, at: float) -> RuleStep:
        """One hypothesis, and the time at which its sound ended."""
        found = self._found(hypothesis)
        if hypothesis.is_final:
            return self._settle(hypothesis, found, at)
        return self._watch(hypothesis, found, at)

    def reset(self) -> None:
        """Forget what was half heard; the refractory time goes on."""
        self._candidate = None

    def _watch(self, hypothesis: Hypothesis, found: tuple[tuple[str, ...], int] | None, at: float) -> RuleStep:
        if found is None or self._is_refractory(at):
            if self._candidate is not None and not self._candidate.is_announced:
                self._candidate = None  # three in a row, no fewer
            return RuleStep()
        phrase, end = found
        if self._candidate is None or self._candidate.phrase != phrase:
            was_announced = self._candidate is not None and self._candidate.is_announced
            self._candidate = _Candidate(phrase=phrase, first_seen_at=at, is_announced=was_announced)
            return RuleStep()
        candidate = self._candidate
        candidate.partials += 1
        if candidate.partials < CANDIDATE_PARTIALS:
            return RuleStep()
        if not self.is_strict:
            self._candidate = None
            return RuleStep(
                events=(self._heard(phrase, candidate.first_seen_at - _PARTIAL_LAG_SECONDS),), is_settling=True
            )
        events: tuple[WakeHeard, ...] = ()
        if not candidate.is_announced:
            candidate.is_announced = True
            ended_at = candidate.first_seen_at - _PARTIAL_LAG_SECONDS
            events = (WakeHeard(phrase=" ".join(phrase), ended_at=ended_at, is_confirmed=False),)
        is_more_said = len(hypothesis.words) > end
        return RuleStep(events=events, is_settling=is_more_said or candidate.partials >= SETTLE_PARTIALS)

    def _settle(self, hypothesis: Hypothesis, found: tuple[tuple[str, ...], int] | None, at: float) -> RuleStep:
        candidate, self._candidate = self._candidate, None
        if found is not None and not self._is_refractory(at):
            phrase, end = found
            confidence = min(hypothesis.confidences[end - len(phrase) : end], default=1.0)
            began_at = hypothesis.starts_at[end - len(phrase)] if hypothesis.starts_at else at
            if confidence >= self.least_confidence and (not self.is_strict or self.is_seconded(began_at)):
                ended_at = hypothesis.ends_at[end - 1] if hypothesis.ends_at else at
                return RuleStep(events=(self._heard(phrase, ended_at, confidence),))
        if candidate is not None and candidate.is_announced:
            return RuleStep(events=(WakeWithdrawn(phrase=" ".join(candidate.phrase)),))
        return RuleStep()

    def _is_refractory(self, at: float) -> bool:
        """Not for a time before the last wake: that is another recording."""
        return 0.0 <= at - self._last_wake_at < self.refractory_seconds

    def _heard(self, phrase: Iterable[str], ended_at: float, confidence: float = 1.0) -> WakeHeard:
        self._last_wake_at = ended_at
        return WakeHeard(phrase=" ".join(phrase), ended_at=ended_at, is_confirmed=True, confidence=confidence)

    def _found(self, hypothesis: Hypothesis) -> tuple[tuple[str, ...], int] | None:
        """The phrase that was said last, and where it ends; none that stands in the midst of other speech."""
        most_before = self.most_words_before if self.is_strict else None
        ends = [
            (place[1], tuple(phrase)) for phrase in self.phrases if (place := find_phrase(phrase, hypothesis.words))
        ]
        if not ends:
            return None
        end, phrase = max(ends, key=lambda pair: (pair[0], len(pair[1])))
        is_called = most_before is None or end - len(phrase) <= most_before
        return (phrase, end) if is_called else None
