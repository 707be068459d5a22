"""How often things may be done: sliding windows over one run, per tool, over all tools, and over questions.

An honest run does not come near them. A run that was talked into repeating something does, and so does one that wears
its user down with questions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.verdicts import Scope


@dataclass(frozen=True, kw_only=True)
class Rate:
    """At most so many in any stretch of so many seconds."""

    most: int
    seconds: float = 60.0


_BY_SCOPE: Mapping[Scope, Rate] = {
    Scope.LINKS: Rate(most=10),
    Scope.PERMISSIONS: Rate(most=6),
    Scope.CLIPBOARD: Rate(most=10),
}


@dataclass(frozen=True, kw_only=True)
class Rates:
    """The rates of one run."""

    run: Rate = Rate(most=180)
    """All calls together."""
    tool: Rate = Rate(most=90)
    """Calls of one tool."""
    questions: Rate = Rate(most=8)
    """Requests for approval."""
    scopes: Mapping[Scope, Rate] = field(default_factory=lambda: _BY_SCOPE)
    """Calls of all tools of one scope."""


class RateLimiter:
    """Counts what happens in one run."""

    def __init__(self, rates: Rates | None = None, clock: Clock = SYSTEM_CLOCK) -> None:
        self._rates = rates or Rates()
        self._clock = clock
        self._seen: dict[str, deque[float]] = {}

    def call(self, tool_name: str, scope: Scope) -> str | None:
        """Count a call; the answer is why it comes too soon, or None. One that comes too soon is not counted."""
        windows = [(f"tool {tool_name}", self._rates.tool), ("run", self._rates.run)]
        if scope in self._rates.scopes:
            windows.append((f"scope {scope}", self._rates.scopes[scope]))
        return self._count(windows, f"calls of {tool_name}")

    def question(self) -> str | None:
        """Count a request for approval; the answer is why it comes too soon, or None."""
        return self._count([("questions", self._rates.questions)], "questions to the user")

    def _count(self, windows: list[tuple[str, Rate]], what: str) -> str | None:
        now = self._clock.now()
        for name, rate in windows:
            times = self._seen.setdefault(name, deque())
            while times and times[0] <= now - rate.seconds:
                times.popleft()
            if len(times) >= rate.most:
                return f"Too many {what}: no more than {rate.most} in {rate.seconds:g} seconds."
        for name, _ in windows:
            self._seen[name].append(now)
        return None
