"""The same request twice is done once."""

from __future__ import annotations

from dataclasses import replace

from genie_host.agent.attempt import Attempt, Stopped, stopped
from genie_host.core.calls import Outcome, Tier, ToolCall

UNDER_WAY = Outcome(tier=Tier.TRANSIENT, code="outcome_unknown", message="It may or may not have happened.")


class Requests:
    """What became of every request of a run that changes something."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[ToolCall, Outcome]] = {}

    def check(self, attempt: Attempt) -> None:
        """Raise Stopped for a request that was dealt with before, with what came of it then."""
        before = self._seen.get(attempt.call.request_id) if attempt.tool.is_mutating else None
        if before is None:
            return
        call, outcome = before
        if call != replace(attempt.call, call_id=call.call_id):
            raise stopped(Tier.LOGIC, "invalid", "This request id belongs to another call. Nothing was done.")
        message = f"This very request was made before, so it is not done again. It came to: {outcome.message}"
        raise Stopped(Outcome(tier=outcome.tier, code="duplicate", message=message))

    def begin(self, attempt: Attempt) -> None:
        """It goes to the phone now; from here on it may have happened."""
        self.end(attempt, UNDER_WAY)

    def end(self, attempt: Attempt, outcome: Outcome) -> None:
        """This came of it. What never reached the phone may be asked for again."""
        if outcome.code in ("stale", "invalid"):
            self._seen.pop(attempt.call.request_id, None)
        elif attempt.tool.is_mutating:
            self._seen[attempt.call.request_id] = (attempt.call, outcome)
