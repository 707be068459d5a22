"""Remembers which switches an episode has moved, so that no confusion of the model moves one back. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.screen import Element, Observation

_Place = tuple[str, str, str]


@dataclass
class MovedSwitches:
    """Switches by where they stand, with the state they were left in."""

    _left: dict[_Place, bool] = field(default_factory=dict)

    def objection(self, call: ToolCall, observation: Observation) -> Outcome | None:
        """Why a tap would only undo what this episode did, or None."""
        element = _switch(call, observation)
        if element is None or self._left.get(_place(element, observation)) is not element.is_checked:
            return None
        state = "on" if element.is_checked else "off"
        message = (
            f"'{element.name}' was switched {state} already, as part of this goal. Switching it again would undo it."
        )
        return Outcome(tier=Tier.LOGIC, code="would_undo", message=message)

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
