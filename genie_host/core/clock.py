"""The only module that touches ``time``: clocks and deadlines."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol


class Clock(Protocol):
    """Monotonic seconds and a wait."""

    def now(self) -> float:
        """Monotonic seconds."""
        ...

    def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds))


SYSTEM_CLOCK = SystemClock()


def wall_seconds() -> float:
    """Seconds since 1970, for records only."""
    return time.time()


@dataclass(frozen=True)
class Deadline:
    """A moment after which an answer is too late."""

    at: float
    clock: Clock = SYSTEM_CLOCK

    @classmethod
    def after(cls, seconds: float, clock: Clock = SYSTEM_CLOCK) -> Deadline:
        return cls(clock.now() + seconds, clock)

    @property
    def remaining_seconds(self) -> float:
        return max(0.0, self.at - self.clock.now())

    @property
    def is_over(self) -> bool:
        return self.remaining_seconds <= 0.0
