"""What one run of chaos came to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

BARS = ("committed twice", "acted blind", "foreign error", "hung", "unexplained end", "false success")
"""What must never happen."""


@dataclass(kw_only=True)
class Record:
    """One run."""

    number: int
    goal: str
    plan: list[str]
    """The faults laid, in the words of a plan."""
    happened: list[str] = field(default_factory=list)
    """Those that happened."""
    reason: str = ""
    message: str = ""
    seconds: float = 0.0
    turns: int = 0
    stop_seconds: float | None = None
    """From the user's stop to the end; None when nobody said stop."""
    person_came: bool = False
    asked: Counter[str] = field(default_factory=Counter)
    """Calls of the phone by name."""
    errors: Counter[str] = field(default_factory=Counter)
    """Errors of our tree that the driver raised."""
    codes: Counter[str] = field(default_factory=Counter)
    """Codes of the outcomes."""
    missed: list[tuple[str, str]] = field(default_factory=list)
    """Bars that were missed, each with what happened."""

    def miss(self, bar: str, detail: str) -> None:
        """Write down that a bar was missed."""
        if bar not in BARS:
            raise ValueError(bar)
        self.missed.append((bar, detail))
