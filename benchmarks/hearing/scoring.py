"""Hits against what was said: missed, false, and how long after the end of the phrase. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.hearing.corpora import Phrase

_EARLY_SECONDS = 0.05
"""A hit may come before the last sound of the phrase: partial results guess."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The wake phrase was taken to have been said."""

    block_at: float
    """End of the block after which the engine said so, in the time of the stream."""
    work_seconds: float
    """How long it took over that block."""

    @property
    def at(self) -> float:
        return self.block_at + self.work_seconds


@dataclass(frozen=True, slots=True)
class Score:
    """One stream, one way of counting."""

    said: int
    missed: int
    false: int
    seconds: float
    latencies: tuple[float, ...]

    @property
    def miss_share(self) -> float:
        return self.missed / self.said if self.said else 0.0

    @property
    def false_per_hour(self) -> float:
        return self.false * 3600 / self.seconds if self.seconds else 0.0


def score(phrases: Sequence[Phrase], hits: Sequence[Hit], seconds: float, late_seconds: float = 2.0) -> Score:
    """Each phrase takes what comes from its beginning to ``late_seconds`` after its end; all other hits are false."""
    left = list(hits)
    latencies = []
    for phrase in phrases:
        begins, ends = phrase.begins_at - _EARLY_SECONDS, phrase.ends_at + late_seconds
        own = [hit for hit in left if begins <= hit.block_at <= ends]
        if own:
            latencies.append(own[0].at - phrase.ends_at)
            # A second one for the same phrase wakes nobody twice: it falls into the refractory time.
            left = [hit for hit in left if hit not in own]
    return Score(len(phrases), len(phrases) - len(latencies), len(left), seconds, tuple(latencies))


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that ``share`` of all do not exceed; NaN of none."""
    if not values:
        return math.nan
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def upper_bound_per_hour(events: int, seconds: float) -> float:
    """Of the true rate, with 95 % confidence, when so many came in that time (Poisson, exact)."""
    if not seconds:
        return math.inf
    low, high = 0.0, 10.0 * (events + 3)
    for _ in range(60):
        middle = (low + high) / 2
        so_few = sum(math.exp(-middle) * middle**n / math.factorial(n) for n in range(events + 1))
        low, high = (middle, high) if so_few > 0.05 else (low, middle)
    return high * 3600 / seconds
