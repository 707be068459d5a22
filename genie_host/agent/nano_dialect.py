"""The nano model's dialect: its short prompt, and a grammar in which every call names something that is there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from genie_host.agent.addressee import is_for_another
from genie_host.agent.alarms import speaks_of_waking, times_wanted
from genie_host.agent.dialect import Situation
from genie_host.agent.doubt import commits
from genie_host.agent.fold import folded_lookup
from genie_host.agent.nano_prompt import LABEL_LENGTH, NanoView, likeness, nano_view
from genie_host.agent.polarity import asks_state, orders_switching, wanted_state
from genie_host.agent.spans import text_pattern
from genie_host.agent.switches import is_in_sight, is_untouched, may_be_meant, named_in_full, stands_against
from genie_host.agent.times import TimeOfDay
from genie_host.agent.wording import (
    bids_writing,
    forbids_sending,
    only_reads,
    only_wants_to_know,
    plainly_tells,
    sends,
    speaks_of_label,
    speaks_of_title,
    tells_by_name,
    tells_somebody,
)
from genie_host.core.screen import Element, Role
from genie_host.llm.model import Argument, CallShape

DONE = "done"
IMPOSSIBLE = "not possible"
_CLOCK = "Clock"
"""What no message is for, though it be about a time."""
_PARTS_OF_TIME: Mapping[str, Callable[[TimeOfDay], int]] = {
    "Hour": lambda time: time.hour,
    "Minute": lambda time: time.minute,
}
"""Fields that hold a part of a time that the goal names; what one holds already is not typed again."""
_NAMED_BY_GOAL = {"Title": speaks_of_title, "Label": speaks_of_label}
"""Fields that stay empty unless the goal may give the thing a name: the model is too fond of filling them."""


@dataclass(frozen=True, kw_only=True)
class NanoQuestion:
    """One screen put to the nano model."""

    situation: Situation
    view: NanoView
    shapes: Sequence[CallShape]
    apps: Mapping[str, str]
    system: str = ""
    tools: Sequence[Mapping[str, Any]] = field(default=())

    @property
    def prompt(self) -> str:
        return self.view.prompt

    def read(self, tool_name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Labels back to element names, folded spans back to the user's own words."""
        return {key: self._read_one(key, value) for key, value in arguments.items()}

    def _read_one(self, key: str, value: Any) -> Any:
        match key:
            case "target" | "field":
                return self.view.labels[value].name
            case "message":
                return self.view.readings.get(value, value)
            case "name":
                return self.apps.get(value, value)
            case "text":
                return self.situation.goal.original(value) or value
            case _:
                return value


class NanoDialect:
    """Asks in the form the nano model was trained on."""

    def question(self, situation: Situation, room: int) -> NanoQuestion:
        """The view of the screen and the shapes that fit it."""
        view = nano_view(situation.goal, situation.observation, situation.steps, max_elements=room)
        named = [name for name in situation.app_names if name != _CLOCK or not _only_tells(situation.goal.text)]
        apps = folded_lookup(named, max_length=LABEL_LENGTH)
        names = {tool.name for tool in situation.toolset}
        shapes = [shape for shape in _shapes(situation, view, tuple(apps)) if shape.tool_name in names]
        return NanoQuestion(situation=situation, view=view, shapes=shapes, apps=apps)


def _shapes(situation: Situation, view: NanoView, apps: tuple[str, ...]) -> list[CallShape]:
    actionable = {label: element for label, element in view.labels.items() if element.is_actionable}
    switches = may_be_meant(
        situation.goal, {label: element for label, element in actionable.items() if element.is_checked is not None}
    )
    is_reading = only_reads(situation.goal.text) and any(map(sends, situation.observation.elements))
    may_write = bids_writing(situation.goal.text) and not is_reading and not only_wants_to_know(situation.goal.text)
    is_elsewhere = any(map(sends, situation.observation.elements)) and is_for_another(
        situation.goal, situation.observation.title
    )
    is_unsent = is_elsewhere or forbids_sending(situation.goal.text)
    unnamed = {label for label, speaks_of in _NAMED_BY_GOAL.items() if not speaks_of(situation.goal.text)}
    is_here = is_in_sight(situation.goal, actionable)
    targets = tuple(
        label
        for label, element in actionable.items()
        if element.is_checked is None and not (is_unsent and sends(element)) and not is_here
    )
    fields = {
        label: element
        for label, element in actionable.items()
        if element.role is Role.FIELD
        and label not in unnamed
        and not is_elsewhere
        and (may_write or label in _PARTS_OF_TIME)
    }
    shapes = [
        CallShape("go_back"),
        CallShape("go_home"),
    ]
    if situation.steps or not (tells_somebody(situation.goal.text) or orders_switching(situation.goal.text)):
        # There are messages and switches on every phone: none of that is given up before anything was looked at.
        shapes.append(CallShape("tasks", (Argument("plan", (IMPOSSIBLE,)), Argument("outcome", ("impossible",)))))
    may_end = stands_against(situation.goal, situation.observation) is None and not is_untouched(
        situation.goal, situation.steps
    )
    if may_end:
        shapes.append(CallShape("tasks", (Argument("plan", (DONE,)),)))
    if apps:
        shapes.append(CallShape("open_app", (Argument("name", apps),)))
    for is_weighed in (False, True):
        if chosen := tuple(label for label in targets if commits(actionable[label]) is is_weighed):
            shapes.append(CallShape("click", (Argument("target", chosen),), is_weighed=is_weighed))
    wanted = wanted_state(situation.goal.text)
    is_open = wanted is None
    moves = [name for name, state in (("switch_on", True), ("switch_off", False)) if wanted in (None, state)]
    for is_weighed in (False, True):
        chosen = tuple(
            label for label in switches if (is_open or not likeness(situation.goal, actionable[label])) is is_weighed
        )
        for name in moves if chosen else ():
            shapes.append(CallShape(name, (Argument("target", chosen),), is_weighed=is_weighed))
    shapes += _typing(situation, fields)
    if situation.observation.can_scroll_down:
        shapes.append(CallShape("scroll", (Argument("direction", ("down", "up")),)))
    if may_end and (readings := _readings(situation, view)):
        shapes.append(CallShape("reply", (Argument("message", readings),)))
    return shapes


def _readings(situation: Situation, view: NanoView) -> tuple[str, ...]:
    """What may be told: who asks whether something is on hears of that, where it is in sight under its name."""
    switches = {label: element for label, element in view.labels.items() if element.is_checked is not None}
    named = {switches[label].reading for label in named_in_full(situation.goal, switches)}
    is_about_them = bool(named) and asks_state(situation.goal.text)
    return tuple(folded for folded, reading in view.readings.items() if not is_about_them or reading in named)


def _typing(situation: Situation, fields: Mapping[str, Element]) -> list[CallShape]:
    """What may be typed where: a part of a time that the goal names, or a stretch of its own words."""
    shapes, times = [], _times(situation)
    for label, element in fields.items():
        part = _PARTS_OF_TIME.get(label)
        if part is None:
            text = Argument("text", pattern=text_pattern(situation, label, forms=len(fields.keys() - _PARTS_OF_TIME)))
        elif choices := {str(part(time)) for time in times} - {element.value}:
            text = Argument("text", tuple(sorted(choices)))
        else:
            continue
        is_weighed = part is None or len(times) > 1
        shapes.append(CallShape("type_text", (Argument("field", (label,)), text), is_weighed=is_weighed))
    return shapes


def _times(situation: Situation) -> tuple[TimeOfDay, ...]:
    """The goal's times that an alarm may be made for: not one whose alarm was switched off on the way."""
    over = {step.call.arguments.get("target") for step in situation.steps if step.call.tool_name == "switch_off"}
    times = times_wanted(situation.goal.text)
    return tuple(time for time in times if str(time) not in over) or times


def _only_tells(goal: str) -> bool:
    """Whether a goal is about telling somebody something, and has no word of an alarm."""
    return (plainly_tells(goal) or tells_by_name(goal)) and tells_somebody(goal) and not speaks_of_waking(goal)
