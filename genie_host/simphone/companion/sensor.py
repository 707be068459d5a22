"""The fingerprint sensor: how many fingers it knows, and how often a strange one has tried."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.gap.answers import Reason

TRIES = 5
"""Wrong fingers that lock it for a while."""
_LOCK_SECONDS = 30.0
_LOCKS_FOR_GOOD = 4
"""Locks after which only the PIN opens it again."""


@dataclass
class Sensor:
    """Of one phone. Times are seconds of the phone's clock."""

    has_hardware: bool = True
    fingers: int = 1
    generation: int = 1
    """Grows with each new finger, which makes older keys useless."""
    wrong: int = 0
    """Strange fingers since the last one that was known."""
    locks: int = 0
    locked_until: float = 0.0

    def obstacle(self, now: float, *, takes_pin: bool = False) -> Reason | None:
        """Why nobody can be asked for a finger or, where that will do, for the PIN."""
        if not self.has_hardware and not takes_pin:
            return Reason.NO_HARDWARE
        if not self.fingers and not takes_pin:
            return Reason.NONE_ENROLLED
        if self.locks >= _LOCKS_FOR_GOOD:
            return Reason.LOCKOUT_PERMANENT
        return Reason.LOCKOUT if now < self.locked_until else None

    def known(self) -> None:
        """A finger that it knows."""
        self.wrong = self.locks = 0

    def strange(self, now: float) -> Reason | None:
        """A finger that it does not know; the reason when that was one too many."""
        self.wrong += 1
        if self.wrong < TRIES:
            return None
        self.wrong, self.locks, self.locked_until = 0, self.locks + 1, now + _LOCK_SECONDS
        return self.obstacle(now)

    def unlocked(self) -> None:
        """The phone's PIN was entered."""
        self.wrong = self.locks = 0
        self.locked_until = 0.0

    def add_finger(self) -> None:
        """One more is enrolled."""
        self.fingers += 1
        self.generation += 1

    def forget_fingers(self) -> None:
        """None is left."""
        self.fingers = 0
        self.generation += 1
