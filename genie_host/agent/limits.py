"""What ends an episode that does not end by itself: budgets and breakers."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.core.calls import Outcome, Tier, ToolCall

MAX_FAILURES_IN_A_ROW = 5
MAX_UNKNOWN_IN_A_ROW = 3
MAX_WITHOUT_PROGRESS = 4


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Budgets of one episode."""

    max_turns: int = 20
    budget_seconds: float = 300.0


@dataclass
class Breakers:
    """Trips when going on would only repeat what does not work."""

    failures: int = 0
    unknown: int = 0
    without_progress: int = 0
    _unknown_name: str = ""
    _seen: set[tuple[str, str]] = field(default_factory=set)

    def note(self, call: ToolCall, outcome: Outcome, fingerprint: str) -> str | None:
        """Count one call made on a screen; the answer is why the episode must end, or None."""
        self.failures = 0 if outcome.tier is Tier.OK else self.failures + 1
        if outcome.code == "unknown_tool":
            self.unknown = self.unknown + 1 if call.tool_name == self._unknown_name else 1
            self._unknown_name = call.tool_name
        else:
            self.unknown = 0
        self._note_progress(call, outcome, fingerprint)
        return self._tripped()

    def note_invalid(self) -> str | None:
        """Count one answer that was no call."""
        self.failures += 1
        return self._tripped()

    def _note_progress(self, call: ToolCall, outcome: Outcome, fingerprint: str) -> None:
        move = (fingerprint, f"{call.tool_name} {sorted(call.arguments.items())}")
        if outcome.code == "no_change" or move in self._seen:
            self.without_progress += 1
        elif outcome.tier is Tier.OK:
            self.without_progress = 0
        self._seen.add(move)

    def _tripped(self) -> str | None:
        if self.unknown >= MAX_UNKNOWN_IN_A_ROW:
            return f"The model asked {self.unknown} times for a tool that does not exist."
        if self.failures >= MAX_FAILURES_IN_A_ROW:
            return f"{self.failures} steps in a row failed."
        if self.without_progress >= MAX_WITHOUT_PROGRESS:
            return "The steps no longer changed anything, so going on would only repeat them."
        return None
