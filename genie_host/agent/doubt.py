"""What is in doubt before something lasting is done, and how to ask back instead. Pure.

A text that is saved or sent must be what the goal said. Where that is not certain, the episode ends with a question:
a user who is asked once more has lost a moment, a wrong message cannot be called back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from genie_host.agent.borders import is_cut_well
from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal
from genie_host.agent.times import TimeOfDay, times_with_places
from genie_host.core.calls import ToolCall
from genie_host.core.screen import Element, Observation
from genie_host.llm.model import ModelReply

_COMMITS = re.compile(r"(?:send|save|done|create|add|post|submit|confirm|ok)\b")
_AGAIN = "Nothing was saved or sent. Say it again with the words between quotation marks."
_NAMES = ("Title", "Label")
_TIME_PARTS = ("Hour", "Minute")
_BORNE_OUT = 2
"""So many of the answers drawn must be the model's own."""
_AGAINST_NO_TEXT = 1
"""So many may speak against a call that writes nothing: a button or a switch has no borders to get wrong."""
Call = tuple[str, Mapping[str, Any]]
_Place = tuple[int, int]
"""Where a stretch of the goal begins and ends, in characters."""


def commits(element: Element) -> bool:
    """Whether a control is one that makes what was typed last."""
    return bool(_COMMITS.match(element.name.casefold()))


def is_sure(reply: ModelReply, goal: Goal, name: str = "") -> bool:
    """Whether the answers that were drawn beside the model's own bear it out, and none speaks against it.

    One with a text that nobody would cut out of the goal like that speaks of nothing, and one that fills another field
    first, with words that have nothing to do with these, does not speak of this one. ``name``: whom a message is for.
    """
    if not reply.drawn:
        return True
    own = reply.calls[0]
    drawn = [calls[0] if len(calls) == 1 else ("", {}) for calls in reply.drawn]
    told = [call for call in drawn if _is_same(call, own) or _is_likely(call, goal, name)]
    against = sum(not _agree(call, own) for call in told)
    is_text = own[0] == "type_text"
    return against <= (0 if is_text else _AGAINST_NO_TEXT) and sum(_is_same(call, own) for call in told) >= _BORNE_OUT


def _is_likely(call: Call, goal: Goal, name: str) -> bool:
    tool_name, arguments = call
    return tool_name != "type_text" or is_cut_well(goal.text, str(arguments.get("text")), name=name)


def _is_same(drawn: Call, own: Call) -> bool:
    return drawn[0] == own[0] and {key: _plain(str(value)) for key, value in drawn[1].items()} == {
        key: _plain(str(value)) for key, value in own[1].items()
    }


def _agree(drawn: Call, own: Call) -> bool:
    if drawn[0] == own[0] == "type_text" and drawn[1]["field"] != own[1]["field"]:
        mine, theirs = _plain(str(drawn[1]["text"])), _plain(str(own[1]["text"]))
        return mine not in theirs and theirs not in mine
    return _is_same(drawn, own)


@dataclass
class Doubt:
    """Remembers what this episode typed into the form on the screen, and what of the goal it has used."""

    goal: Goal
    _form: tuple[str, str] = ("", "")
    _typed: dict[str, str] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def question(self, call: ToolCall, reply: ModelReply, observation: Observation) -> str | None:
        """What to ask the user instead of making this call of the model's, or None when nothing is in doubt."""
        form = (observation.package_name, observation.title)
        if form != self._form:
            self._form, self._typed = form, {}
        self._used |= {_plain(observation.title), _plain(str(call.arguments.get("target")))}
        sure = is_sure(reply, self.goal, observation.title)
        if call.tool_name == "type_text":
            name, text = str(call.arguments.get("field")), str(call.arguments.get("text"))
            is_free = bool(reply.drawn) and text not in self.goal.quoted
            if is_free and not (sure and self._is_cut_well(name, text, observation)):
                return f"I am not sure what is meant: is “{text}” the {name.lower()}? {_AGAIN}"
            return self._writing(name, text)
        element = observation.element_named(str(call.arguments.get("target")))
        if element is None:
            return None
        if call.tool_name == "click" and commits(element):
            return self._committing(is_sure=sure) if self._typed else None
        if not sure:
            return f"I am not sure what is meant for “{element.name}”. It was left as it is; say it in other words."
        return None

    def _is_cut_well(self, name: str, text: str, observation: Observation) -> bool:
        """In a form with a time the times of the goal are no words of it."""
        goal = self.goal.text
        for start, end, _ in reversed(times_with_places(goal) if self._time() else []):
            goal = f"{goal[:start]}it{goal[end:]}"
        return is_cut_well(goal, text, name=observation.title, is_title=name in _NAMES)

    def _writing(self, name: str, text: str) -> str | None:
        """Two fields that hold the same words of the goal: one of them was not meant."""
        self._typed[name] = text
        self._used.add(_plain(text))
        texts = [text for name, text in self._typed.items() if name not in _TIME_PARTS]
        taken = [(start, end) for start, end, _ in times_with_places(self.goal.text)] if self._time() else []
        if _have_room(self.goal.text, texts, taken):
            return None
        return f"I am not sure which words go where: “{'”, “'.join(texts)}”. {_AGAIN}"

    def _committing(self, *, is_sure: bool) -> str | None:
        """Something that the goal gives and that was put nowhere yet, or a time that it does not name."""
        time = self._time()
        if time is not None and time not in self.goal.times:
            return f"I am not sure that {time} is the time that was meant. {_AGAIN}"
        unused = next((text for text in self.goal.quoted if _plain(text) not in self._used), None)
        if unused is not None:
            return f"I am not sure what “{unused}” is for. {_AGAIN}"
        if not is_sure:
            return f"I am not sure whether that is all: “{'”, “'.join(self._typed.values())}”. {_AGAIN}"
        return None

    def _time(self) -> TimeOfDay | None:
        hour, minute = (self._typed.get(name, "") for name in _TIME_PARTS)
        return TimeOfDay(int(hour), int(minute or "0")) if hour.isdigit() and (minute or "0").isdigit() else None


def _have_room(goal: str, texts: Sequence[str], taken: Sequence[_Place]) -> bool:
    """Whether each text is a stretch of the goal of its own, apart from the others and from those taken already.

    A text that is no stretch of the goal at all, such as a secret told by name, needs no room.
    """
    if not texts:
        return True
    places = list(_places(goal, texts[0]))
    if not places:
        return _have_room(goal, texts[1:], taken)
    return any(
        all(end <= other_begin or other_end <= begin for other_begin, other_end in taken)
        and _have_room(goal, texts[1:], [*taken, (begin, end)])
        for begin, end in places
    )


def _places(goal: str, text: str) -> Iterator[_Place]:
    start = goal.find(text) if text else -1
    while start >= 0:
        yield start, start + len(text)
        start = goal.find(text, start + 1)


def _plain(text: str) -> str:
    return fold(text).casefold().rstrip(" .,;!?")
