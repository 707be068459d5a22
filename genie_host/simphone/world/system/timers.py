"""Time on the phone: what its clock says, and work that is due later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from genie_host.core.clock import Clock
from genie_host.simphone.world.catalogue import Catalogue
from genie_host.simphone.world.schema import App
from genie_host.simphone.world.system.state import Do, Pending, SystemState

BOOTED = datetime(2026, 3, 9, 10, 31, tzinfo=UTC)
"""What the phone's clock says when it is made: a Monday."""


class Timers(Catalogue):
    """The part of the phone that knows what is due; ``tick`` does it."""

    def __init__(self, apps: Iterable[App], *, state: Mapping[str, Any] | None, clock: Clock) -> None:
        super().__init__(apps, state=state)
        self.system = SystemState()
        self._clock = clock
        self._made_at = clock.now()
        self._minute = self.date_time.minute
        self._is_ticking = False

    @property
    def clock(self) -> Clock:
        """The clock that it goes by."""
        return self._clock

    @property
    def now(self) -> float:
        """Seconds since the phone was made."""
        return self._clock.now() - self._made_at

    @property
    def date_time(self) -> datetime:
        """What the phone's own clock says."""
        return BOOTED + timedelta(seconds=self.now)

    @property
    def next_due(self) -> float | None:
        """When something is due, in seconds since the phone was made; None when nothing is."""
        return min((pending.at for pending in self.system.pending), default=None)

    @property
    def has_pending(self) -> bool:
        """Whether time alone will change something."""
        return bool(self.system.pending)

    def after(self, ms: int, do: Do) -> None:
        """Do something when so much time has passed."""
        self._plan(ms / 1000, do=do)

    def tick(self) -> None:
        """Do what is due; called before every look, touch and command."""
        if self._is_ticking:
            return
        self._is_ticking = True
        try:
            self._do_what_is_due(self.now)
        finally:
            self._is_ticking = False
        if self.date_time.minute != self._minute:
            self._minute = self.date_time.minute
            self._changed()

    def _do_what_is_due(self, until: float) -> None:
        while True:
            due = [pending for pending in self.system.pending if pending.at <= until]
            if not due:
                return
            first = min(due, key=lambda pending: (pending.at, pending.number))
            self.system.pending.remove(first)
            if first.do is not None:
                first.do()
            if first.command:
                self.command(first.command)
            self._changed()

    def _plan(self, seconds: float, *, do: Do | None = None, command: str = "") -> None:
        self.system.pending.append(Pending(at=self.now + seconds, number=self._number(), do=do, command=command))

    def _forget_plan(self, command: str) -> None:
        self.system.pending = [pending for pending in self.system.pending if pending.command != command]

    def _number(self) -> int:
        self.system.count += 1
        return self.system.count

    def command(self, text: str) -> None:
        """Do a command of the phone's own, ``name`` or ``name:argument``, as its surfaces and timers name them."""
        raise NotImplementedError
