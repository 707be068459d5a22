"""Valid arguments, and a place on the screen as it is now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from genie_host.agent.attempt import Attempt, stopped
from genie_host.agent.freshness import STALE, check_same_app, is_same_target
from genie_host.core.calls import Tier, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Point
from genie_host.core.screen import Observation
from genie_host.phone.phone import Phone
from genie_host.tools.references import References
from genie_host.tools.tool import RetryDifferently
from genie_host.tools.toolset import Toolset, UnknownTool

_Place = Callable[[Any, Observation], Point | None]


@dataclass(frozen=True, kw_only=True)
class Aim:
    """Turns what the model said into an attempt."""

    phone: Phone
    toolset: Toolset
    references: References
    cancel: CancelToken

    def at(self, call: ToolCall, observation: Observation, goal: str) -> Attempt:
        """Raises Stopped for what no tool can be called with."""
        try:
            call = replace(call, arguments=self.references.in_names(call.arguments, observation))
            tool, arguments = self.toolset.validate(call)
            point = tool.aim(arguments, observation) if tool.aim else None
            end = tool.lands(arguments, observation) if tool.lands else None
        except UnknownTool as error:
            raise stopped(Tier.LOGIC, "unknown_tool", str(error)) from error
        except RetryDifferently as error:
            raise stopped(Tier.LOGIC, "invalid", str(error)) from error
        return Attempt(
            call=call,
            tool=tool,
            arguments=arguments,
            goal=goal,
            observation=observation,
            point=point,
            end_point=end,
        )

    def again(self, attempt: Attempt) -> Attempt:
        """The same attempt on the screen as it is now. Raises Stopped when its target is not the same any more."""
        now = self.phone.observe(self.cancel)
        if now.fingerprint != attempt.observation.fingerprint:
            check_same_app(attempt.observation, now)
        return self.moved(attempt, now)

    def moved(self, attempt: Attempt, now: Observation) -> Attempt:
        """The same attempt on another look. Raises Stopped when its target is not the same any more."""
        point, end, tool = attempt.point, attempt.end_point, attempt.tool
        if now.fingerprint != attempt.observation.fingerprint:
            point = self._same(attempt, tool.aim, point, now)
            end = self._same(attempt, tool.lands, end, now)
        return replace(attempt, observation=now, point=point, end_point=end)

    def _same(self, attempt: Attempt, place: _Place | None, there: Point | None, now: Observation) -> Point | None:
        """Where a tool's place lies now; None for a tool that has none. Raises Stopped."""
        if place is None:
            return None
        try:
            here = place(attempt.arguments, now)
        except RetryDifferently:
            here = None
        if here is None or there is None or not is_same_target(attempt.observation, there, now, here):
            raise stopped(Tier.TRANSIENT, "stale", STALE, after=now)
        return here
