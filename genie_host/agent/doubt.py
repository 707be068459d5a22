"""What is in doubt before something lasting is done, and how to ask back instead. Pure.

A text that is saved or sent must be what the goal said. Where that is not certain, the episode ends with a question:
a user who is asked once more has lost a moment, a wrong message cannot be called back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from genie_host.agent.addressee import names, names_anybody
from genie_host.agent.agreement import is_sure
from genie_host.agent.alarms import speaks_of_waking, times_wanted
from genie_host.agent.borders import is_cut_well
from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal
from genie_host.agent.times import TimeOfDay, times_with_places
from genie_host.agent.wording import leaves_unnamed, sends, tells_by_name
from genie_host.core.calls import ToolCall
from genie_host.core.screen import Element, Observation
from genie_host.llm.model import ModelReply

_COMMITS = re.compile(r"(?:send|save|done|create|add|post|submit|confirm|ok)\b")
_AGAIN = "Nothing was saved or sent. Say it again with the words between quotation marks."
_NAMES = ("Title", "Label")
_TIME_PARTS = ("Hour", "Minute")
_ALL_WORDS = 2
_Place = tuple[int, int]
"""Where a stretch of the goal begins and ends, in characters."""


def commits(element: Element) -> bool:
    """Whether a control is one that makes what was typed last."""
    return bool(_COMMITS.match(element.name.casefold()))


def _is_switch(element: Element) -> bool:
    return element.is_checked is not None


@dataclass
class Doubt:
    """Remembers what this episode typed into the form on the screen, and what of the goal it has used."""

    goal: Goal
    _form: tuple[str, str] = ("", "")
    _typed: dict[str, str] = field(default_factory=dict)
    _first_title: str | None = None
    _used: set[str] = field(default_factory=set)
    _named: set[str] = field(default_factory=set)
    """Switches seen in this episode that the goal names in full."""

    def question(self, call: ToolCall, reply: ModelReply, observation: Observation) -> str | None:
        """What to ask the user instead of making this call of the model's, or None when nothing is in doubt."""
        self._first_title = observation.title if self._first_title is None else self._first_title
        form = (observation.package_name, observation.title)
        if form != self._form:
            self._form, self._typed = form, {}
        self._named |= {each.name for each in observation.elements if _is_switch(each) and self._names(each)}
        self._used |= {_plain(observation.title), _plain(str(call.arguments.get("target")))}
        sure = is_sure(reply, self.goal, observation.title)
        if call.tool_name == "type_text":
            name, text = str(call.arguments.get("field")), str(call.arguments.get("text"))
            if name in _TIME_PARTS and not sure:
                return f"I am not sure which of the times is meant. {_AGAIN}"
            is_free = name not in _TIME_PARTS and bool(reply.drawn) and text not in self.goal.quoted
            if is_free and not (sure and self._is_cut_well(name, text, observation)):
                return f"I am not sure what is meant: is “{text}” the {name.lower()}? {_AGAIN}"
            return self._writing(name, text)
        element = observation.element_named(str(call.arguments.get("target")))
        if element is None:
            return None
        if _is_switch(element) and self._named and element.name not in self._named:
            return f"“{min(self._named)}” was named, so “{element.name}” was left as it is. Say which one is meant."
        if _is_switch(element) and (nearer := self._nearer(element, observation)) is not None:
            return f"“{nearer}” sounds more like it, so “{element.name}” was left as it is. Say which one is meant."
        if call.tool_name == "click" and sends(element) and not self._is_named(observation.title):
            return f"I am not sure that this is for {observation.title}. Nothing was sent. Say whom it is for."
        if call.tool_name == "click" and commits(element):
            return self._committing(element, observation, is_sure=sure) if self._typed else None
        if not sure:
            return f"I am not sure what is meant for “{element.name}”. It was left as it is; say it in other words."
        return None

    def _likeness(self, element: Element) -> int:
        """A switch goes by its second line as well."""
        return max(self.goal.likeness(element.name), self.goal.likeness(element.value))

    def _names(self, element: Element) -> bool:
        """Whether the goal names it in full."""
        return self._likeness(element) == _ALL_WORDS

    def _nearer(self, element: Element, observation: Observation) -> str | None:
        """Another switch here of which the goal says words, while it says none of this one."""
        if self._likeness(element):
            return None
        return next((each.name for each in observation.elements if _is_switch(each) and self._likeness(each)), None)

    def _is_named(self, person: str) -> bool:
        """Whether the goal says a word of a name that is no title.

        One that says no name at all is for who was on the screen when the run began; a number is left to others.
        """
        return (person == self._first_title and not names_anybody(self.goal)) or names(self.goal, person)

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

    def _committing(self, element: Element, observation: Observation, *, is_sure: bool) -> str | None:
        """Something that the goal gives and that was put nowhere yet, or a time that it does not name."""
        if not sends(element) and tells_by_name(self.goal.text):
            return (
                f"I am not sure whom to tell this, so it was not kept: “{'”, “'.join(self._typed.values())}”. {_AGAIN}"
            )
        for name in _NAMES:
            others = [text for field_name, text in self._typed.items() if field_name not in _TIME_PARTS]
            is_open = name not in self._typed and observation.element_named(name) is not None
            if is_open and leaves_unnamed(self.goal.text, others[0] if others else ""):
                return f"I am not sure what the {name.lower()} is. {_AGAIN}"
        time = self._time()
        if time is not None and time not in times_wanted(self.goal.text):
            return f"I am not sure that {time} is the time that was meant. {_AGAIN}"
        if time is not None and str(time) in self._named and any(str(t) not in self._named for t in self.goal.times):
            return f"There is an alarm at {time} already. {_AGAIN}"
        if time is not None and not speaks_of_waking(self.goal.text):
            return f"I am not sure that an alarm at {time} is wanted. {_AGAIN}"
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
