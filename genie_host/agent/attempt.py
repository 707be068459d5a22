"""One call on its way through the door, and how the door stops it."""

from __future__ import annotations

from dataclasses import dataclass

from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import Approval, ApprovalRequest, Verdict
from genie_host.policy.layout import Layout
from genie_host.policy.meaning import as_meant
from genie_host.policy.resolve import hits_at
from genie_host.tools.tool import AnyTool, Arguments


@dataclass(frozen=True, kw_only=True)
class Attempt:
    """A call that is valid and aimed."""

    call: ToolCall
    tool: AnyTool
    arguments: Arguments
    goal: str
    """The user's words."""
    observation: Observation
    """The screen it is aimed at."""
    point: Point | None = None
    """Where it would touch; None for a tool that aims at no place."""
    end_point: Point | None = None
    """Where the finger would be lifted, for a tool that moves it from one thing to another."""
    good_until: float | None = None
    """The moment, by the door's clock, after which an approval counts no more; None when none was needed."""

    @property
    def target(self) -> AccessibilityNode | None:
        """The node that a finger would hit, whatever the model calls it."""
        return node_under(self.observation, self.point)

    @property
    def places(self) -> tuple[Point, ...]:
        """Everywhere that the finger would touch something."""
        return tuple(point for point in (self.point, self.end_point) if point is not None)

    @property
    def end(self) -> AccessibilityNode | None:
        """The node on which the finger would be lifted, whatever the model calls it."""
        return node_under(self.observation, self.end_point)

    @property
    def meant(self) -> ToolCall:
        """The call as it is to be judged."""
        return as_meant(self.call, self.target)


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What the gate found, and the request that a person would be asked to approve."""

    verdict: Verdict
    request: ApprovalRequest


@dataclass(kw_only=True)
class Passage:
    """How far a call has come, for the record of it."""

    call: ToolCall
    attempt: Attempt | None = None
    decision: Decision | None = None
    answer: Approval | None = None


@dataclass
class Stopped(Exception):
    """The door stays shut. Control flow, not a fault: raised in the rooms of the door, caught in the executor."""

    outcome: Outcome
    after: Observation | None = None
    """A newer look than the one that the call was planned on, when there was one."""


def refused(reason: str) -> Stopped:
    """The run stops."""
    return Stopped(Outcome(tier=Tier.AUTH, code="refused", message=f"Refused: {reason.removesuffix('.')}."))


def stopped(tier: Tier, code: str, message: str, after: Observation | None = None) -> Stopped:
    """For another reason, in words for the model."""
    return Stopped(Outcome(tier=tier, code=code, message=message), after)


def node_under(observation: Observation, point: Point | None) -> AccessibilityNode | None:
    """The node that a finger there would hit, whatever the model calls it."""
    hits = hits_at(Layout(observation), point) if point is not None else ()
    return hits[0].shown if hits else None
