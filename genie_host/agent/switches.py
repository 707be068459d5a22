"""Keeps switches from being moved against the goal: back again, or away from what it asks for. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.screen import Element, Observation

_Place = tuple[str, str, str]


@dataclass
class SwitchGuard:
    """Remembers the switches that this episode moved, by where they stand, with the state they were left in."""

    wanted: bool | None = None
    """What the goal's own words ask for, when they leave no doubt."""
    _left: dict[_Place, bool] = field(default_factory=dict)

    def objection(self, call: ToolCall, observation: Observation) -> Outcome | None:
        """What to answer instead of a tap that would undo what this episode did or what the goal asks for, or None."""
        element = _switch(call, observation)
        if element is None:
            return None
        state = "on" if element.is_checked else "off"
        if self._left.get(_place(element, observation)) is not element.is_checked:
            return self._is_so_already(element, state)
        message = (
            f"'{element.name}' was switched {state} already, as part of this goal. Switching it again would undo it."
        )
        return Outcome(tier=Tier.LOGIC, code="would_undo", message=message)

    def _is_so_already(self, element: Element, state: str) -> Outcome | None:
        """A tap flips a switch; who asks for *on* wants it set."""
        if element.is_checked is not self.wanted:
            return None
        return Outcome(
            tier=Tier.OK, code="already_so", message=f"'{element.name}' is {state} already; it was left alone."
        )

    def note(self, call: ToolCall, observation: Observation, outcome: Outcome) -> None:
        """Remember a switch that was tapped and changed."""
        element = _switch(call, observation)
        if element is not None and outcome.code == "done":
            self._left[_place(element, observation)] = not element.is_checked


def _switch(call: ToolCall, observation: Observation) -> Element | None:
    if call.tool_name != "click":
        return None
    element = observation.element_named(str(call.arguments.get("target")))
    return element if element is not None and element.is_checked is not None else None


def _place(element: Element, observation: Observation) -> _Place:
    return (observation.package_name, observation.title, element.name)
