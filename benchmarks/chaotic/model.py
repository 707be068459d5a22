"""The language model of a chaos run: a script that sees the screen, clears the way and takes the goal's next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from benchmarks.chaotic.goals import BACK, Call, Goal
from genie_host.agent.goal import Goal as SpokenGoal
from genie_host.agent.history import Step
from genie_host.agent.planner import Plan, Planner
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.screen import Observation
from genie_host.llm.model import CallShape, ModelReply
from genie_host.tools.toolset import Toolset

_LET_BE = ("Not now", "Wait", "Decline", "Don’t allow", "Don't allow", "Cancel", "Dismiss", "Close app", "OK")
"""What a careful person answers to what came unasked, the gentlest first."""


class GoalModel:
    """Answers with the goal's next call. It does not read the prompt: the planner shows it the screen itself."""

    name = "script"
    backend: Literal["cpu"] = "cpu"
    context_tokens = 4096
    prompt_style: Literal["full"] = "full"

    def __init__(self, goal: Goal, before_answer: Callable[[], None]) -> None:
        self._goal = goal
        self._before_answer = before_answer
        self.screen: Observation | None = None

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
        cancel.check()
        self._before_answer()
        assert self.screen is not None
        call = clear_the_way(self.screen, self._goal) or self._goal.next_call(self.screen)
        return ModelReply(calls=(call,), text="", prompt_tokens=100, output_tokens=10, seconds=0.0)

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def forget(self) -> None:
        """It remembers nothing."""

    def close(self) -> None:
        """It holds nothing."""


class ShowingPlanner(Planner):
    """A planner whose model sees the observation as it is."""

    def __init__(self, model: GoalModel, toolset: Toolset) -> None:
        super().__init__(model, toolset)
        self._script = model

    def plan(
        self,
        goal: SpokenGoal,
        observation: Observation,
        steps: Sequence[Step],
        app_names: Sequence[str],
        *,
        seconds: float,
        cancel: CancelToken,
    ) -> Plan:
        """As ever."""
        self._script.screen = observation
        return super().plan(goal, observation, steps, app_names, seconds=seconds, cancel=cancel)


def clear_the_way(screen: Observation, goal: Goal) -> Call | None:
    """Answer what came unasked, or go to the app the goal is about; None when neither is needed."""
    is_small = len(screen.elements) <= 8
    for name in _LET_BE:
        if is_small and screen.element_named(name) is not None:
            return ("click", {"target": name})
    if goal.package and screen.package_name != goal.package:
        return ("open_app", {"name": goal.app})
    return BACK if goal.package and not screen.elements else None
