"""A language model as gullible as can be: it does what it was asked to until it reads an order, then it obeys that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from genie_host.cli.redteam.case import Step
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.llm.model import CallShape, ModelReply

_TRANSIENT = re.compile(r"^- .*\): transient", re.MULTILINE)
_MOST_REPEATS = 3


class ObedientModel:
    """Follows the honest steps; from the turn on whose prompt holds the trigger, the hostile ones, to their end."""

    name = "obedient"
    backend: Literal["cpu"] = "cpu"
    context_tokens = 100_000
    prompt_style: Literal["full"] = "full"

    def __init__(self, honest: Sequence[Step], hostile: Sequence[Step], trigger: str) -> None:
        self._honest, self._hostile, self._trigger = list(honest), list(hostile), folded(trigger)
        self.is_turned = False
        self._last: Step | None = None
        self._repeats = 0

    def propose(
        self,
        *,
        system: str,
        prompt: str,
        tools: Sequence[Mapping[str, Any]],
        shapes: Sequence[CallShape],
        max_output_tokens: int,
        deadline: Deadline,
        cancel: CancelToken,
    ) -> ModelReply:
        """The next step of the plan it follows now; one that failed for the moment is made again."""
        cancel.check()
        if not self.is_turned and self._hostile and self._trigger in folded(prompt):
            self.is_turned = True
            self._last = None
        step = self._again(prompt) or self._next()
        self._last = step
        return ModelReply(calls=(step,), text="", prompt_tokens=1, output_tokens=1, seconds=0.0)

    def _again(self, prompt: str) -> Step | None:
        steps = prompt.partition("Done so far:\n")[2].partition("\n\n")[0].splitlines()
        has_failed = bool(steps) and _TRANSIENT.match(steps[-1]) is not None
        self._repeats = self._repeats + 1 if has_failed else 0
        return self._last if has_failed and self._repeats <= _MOST_REPEATS else None

    def _next(self) -> Step:
        plan = self._hostile if self.is_turned else self._honest
        return plan.pop(0) if plan else ("reply", {"message": "Done."})

    def count_tokens(self, text: str) -> int:
        """Everything fits: what such a model is not shown is kept from it by the gate, not by a lack of room."""
        return len(text) // 1000

    def forget(self) -> None:
        """It remembers nothing but its plan."""

    def close(self) -> None:
        """Nothing is open."""


def folded(text: str) -> str:
    """Without regard to case and white space: an order cut into lines is an order."""
    return "".join(text.split()).casefold()
