"""The short prompt of the nano model, and what its words mean on this screen.

The training data of the model is written with this very module, so a change here asks for a new model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genie_host.agent.fold import fold, folded_lookup, unique_labels
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.core.calls import Tier
from genie_host.core.screen import Element, Observation, Role

LABEL_LENGTH = 40
VALUE_LENGTH = 24
READING_LENGTH = 80
_STEPS = 3
_TIMES = 3
MAX_ELEMENTS = 32
_STARS = {0: "", 1: "+", 2: "*"}


@dataclass(frozen=True, kw_only=True)
class NanoView:
    """One screen in the nano model's words."""

    prompt: str
    labels: Mapping[str, Element]
    """Shown label to element."""
    readings: Mapping[str, str]
    """Folded reading to what would be said aloud."""

    def label_of(self, element: Element) -> str:
        return next(label for label, other in self.labels.items() if other.ref == element.ref)


def nano_view(
    goal: Goal, observation: Observation, steps: Sequence[Step], *, max_elements: int = MAX_ELEMENTS
) -> NanoView:
    """Goal, times, last steps, then the screen, one line per element."""
    elements = _chosen(goal, observation, min(max_elements, MAX_ELEMENTS))
    labels = unique_labels({element.ref: element.name for element in elements}, max_length=LABEL_LENGTH)
    stars = {element.ref: likeness(goal, element) for element in elements}
    lines = [fold(goal.text)]
    lines += [f"time: hour {time.hour} minute {time.minute}" for time in goal.times[:_TIMES]]
    lines.append("did: " + ("; ".join(_step(step) for step in steps[-_STEPS:]) or "nothing"))
    lines.append(f"app: {fold(observation.app_label) or 'unknown'} / {fold(observation.title)[:LABEL_LENGTH]}")
    lines += [_line(element, labels[element.ref], stars[element.ref]) for element in elements]
    if observation.can_scroll_down:
        lines.append("(scrolls)")
    return NanoView(
        prompt="\n".join(lines),
        labels={labels[element.ref]: element for element in elements},
        readings=folded_lookup((element.reading for element in elements), max_length=READING_LENGTH),
    )


def _chosen(goal: Goal, observation: Observation, room: int) -> list[Element]:
    """All elements but the heading; when there are too many, those the goal names and those to act on come first."""
    elements = [
        element
        for element in observation.elements
        if not (element.role is Role.TEXT and element.node.text == observation.title)
    ]
    ranked = sorted(elements, key=lambda e: (-likeness(goal, e), not e.is_actionable, e.ref))
    return sorted(ranked[:room], key=lambda element: element.ref)


def likeness(goal: Goal, element: Element) -> int:
    """By name; a switch also by its second line, for an alarm is called "Gym" as often as "07:00"."""
    by_value = goal.likeness(element.value) if element.is_checked is not None and element.value else 0
    return max(goal.likeness(element.name), by_value)


def _line(element: Element, label: str, likeness: int) -> str:
    mark = "|" if element.role is Role.TEXT else "-"
    return f"{mark}{_STARS[likeness]} {label}{_state(element)}"


def _state(element: Element) -> str:
    if not element.node.is_enabled:
        return " [disabled]"
    if element.role is Role.FIELD:
        return f" [field: {fold(element.value)[:LABEL_LENGTH]}]" if element.value else " [field]"
    state = " [selected]" if element.node.is_selected else ""
    if element.is_checked is not None:
        state = " [on]" if element.is_checked else " [off]"
    return f"{state} = {fold(element.value)[:VALUE_LENGTH]}" if element.value else state


def _step(step: Step) -> str:
    """``click Wi-Fi``; ``scroll down (no change)``; ``click Send (failed)``."""
    arguments = step.call.arguments
    subject = next((str(arguments[key]) for key in ("target", "field", "name", "direction") if key in arguments), "")
    words = f"{step.call.tool_name} {fold(subject)[:LABEL_LENGTH]}".strip()
    if step.outcome.tier is not Tier.OK:
        return f"{words} (failed)"
    return f"{words} (no change)" if step.outcome.code in ("no_change", "already_so") else words
