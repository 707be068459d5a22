"""Keeps switches from being moved against the goal: back again, the other way, or when it only asks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from genie_host.agent.deleting import is_deleting
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.agent.polarity import is_only_asking, orders_switching, wanted_state
from genie_host.agent.wording import plainly_tells, tells_somebody
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.screen import Element, Observation
from genie_host.tools.targets import find_element
from genie_host.tools.tool import RetryDifferently

_Place = tuple[str, str, str]
_SETS = {"switch_on": True, "switch_off": False}


@dataclass
class SwitchGuard:
    """Remembers the switches that this episode moved, by where they stand, with the state they were left in."""

    goal: Goal
    _left: dict[_Place, bool] = field(default_factory=dict)

    def objection(self, call: ToolCall, observation: Observation) -> Outcome | None:
        """What to answer instead of moving a switch that has to stay as it is, or None."""
        element = _switch(call, observation)
        if element is None:
            return None
        wanted = wanted_state(self.goal.text)
        left = self._left.get(_place(element, observation))
        if _target_state(call, element) is element.is_checked or (left is None and element.is_checked is wanted):
            message = f"'{element.name}' is {_word(element.is_checked)} already; it was left alone."
            return Outcome(tier=Tier.OK, code="already_so", message=message)
        if left is element.is_checked:
            return _no(
                "would_undo",
                f"'{element.name}' was switched {_word(left)} already, as part of this goal. "
                "Switching it again would undo it.",
            )
        if wanted is None and plainly_tells(self.goal.text) and not self.goal.likeness(element.name):
            return _no(
                "against_goal", f"The goal is about telling somebody something; '{element.name}' was left alone."
            )
        if is_deleting(self.goal.text):
            return _no("against_goal", f"The goal is to delete something; '{element.name}' was left alone.")
        if is_only_asking(self.goal.text):
            return _no(
                "only_asked", f"The goal asks how things are; '{element.name}' was left {_word(element.is_checked)}."
            )
        return None

    def note(self, call: ToolCall, observation: Observation, outcome: Outcome) -> None:
        """Remember a switch that was moved."""
        element = _switch(call, observation)
        if element is not None and outcome.code == "done":
            self._left[_place(element, observation)] = _target_state(call, element)


def stands_against(goal: Goal, observation: Observation) -> Element | None:
    """A switch in sight that the goal names in full and plainly wants otherwise: then nothing is finished yet.

    One that names several times may want one alarm off and another on: there it is enough that one is as wanted.
    """
    wanted = wanted_state(goal.text)
    if wanted is None:
        return None
    named = [
        element
        for element in observation.elements
        if element.is_checked is not None and element.node.is_enabled and goal.likeness(element.name) == _ALL_WORDS
    ]
    against = [element for element in named if element.is_checked is not wanted]
    is_enough = len(goal.times) > 1 and len(against) < len(named)
    return None if is_enough else next(iter(against), None)


def may_be_meant(goal: Goal, switches: Mapping[str, Element]) -> list[str]:
    """The labels of those switches that the goal may be about: where it names one in full, it means no other."""
    open_ones = {label: element for label, element in switches.items() if not goal.contradicts(element.name)}
    return named_in_full(goal, open_ones) or list(open_ones)


def named_in_full(goal: Goal, elements: Mapping[str, Element]) -> list[str]:
    """The labels of those elements all of whose words the goal says."""
    return [label for label, element in elements.items() if goal.likeness(element.name) == _ALL_WORDS]


def is_in_sight(goal: Goal, elements: Mapping[str, Element]) -> bool:
    """Whether the switch that a goal bids us to move is here, so that nobody looks for it further on."""
    if not orders_switching(goal.text) or tells_somebody(goal.text):
        return False
    return any(element.is_checked is not None and goal.names_alone(element.name) for element in elements.values())


def is_untouched(goal: Goal, steps: Sequence[Step]) -> bool:
    """Whether a goal bids us to switch something, and no switch was looked after yet: then nothing is finished."""
    if not orders_switching(goal.text) or tells_somebody(goal.text):
        return False
    wanted = wanted_state(goal.text)
    return not any(step.call.tool_name == "type_text" or _SETS.get(step.call.tool_name) is wanted for step in steps)


_ALL_WORDS = 2


def _switch(call: ToolCall, observation: Observation) -> Element | None:
    if call.tool_name != "click" and call.tool_name not in _SETS:
        return None
    try:
        # As the tool will understand the name, slips and all.
        element = find_element(observation, str(call.arguments.get("target")))
    except RetryDifferently:
        return None
    return element if element.is_checked is not None else None


def _target_state(call: ToolCall, element: Element) -> bool:
    """A tap flips; the others set."""
    return _SETS.get(call.tool_name, not element.is_checked)


def _place(element: Element, observation: Observation) -> _Place:
    return (observation.package_name, observation.title, element.name)


def _word(state: bool | None) -> str:
    return "on" if state else "off"


def _no(code: str, message: str) -> Outcome:
    return Outcome(tier=Tier.LOGIC, code=code, message=message)
