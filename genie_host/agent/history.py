"""What was done so far in this episode, and the window of it that the model sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from genie_host.core.calls import Outcome, Tier, ToolCall

WINDOW = 9
"""Entries shown beside the goal, which is always shown."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One call and its outcome."""

    call: ToolCall
    outcome: Outcome


@dataclass
class History:
    """Grows at the end. A transient error is forgotten once the same tool has succeeded after it."""

    steps: list[Step] = field(default_factory=list)

    def add(self, call: ToolCall, outcome: Outcome) -> None:
        if outcome.tier is Tier.OK:
            self.steps = [step for step in self.steps if not self._is_resolved_by(step, call)]
        self.steps.append(Step(call=call, outcome=outcome))

    def window(self) -> Sequence[Step]:
        return self.steps[-WINDOW:]

    @staticmethod
    def _is_resolved_by(step: Step, call: ToolCall) -> bool:
        return step.outcome.tier is Tier.TRANSIENT and step.call.tool_name == call.tool_name
