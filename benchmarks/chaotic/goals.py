"""Random goals, and the careful person who reaches them by nothing but what is on the screen.

Each goal changes the phone once, lastingly, so that a step that is done twice shows in the phone's own log.
Long, for it is one list: a goal is a few lines, and they are read beside each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from genie_host.core.screen import Element, Observation, Role

Call = tuple[str, dict[str, Any]]
DONE: Call = ("tasks", {"plan": "done"})
BACK: Call = ("go_back", {})
DOWN: Call = ("scroll", {"direction": "down"})


class Goal(Protocol):
    """Something to reach on a phone."""

    @property
    def words(self) -> str:
        """As the user would say it."""
        ...

    @property
    def effect(self) -> Mapping[str, Any] | None:
        """The entry of the phone's log that must be there once when it is reached; None when it is not judged."""
        ...

    def next_call(self, screen: Observation) -> Call:
        """What a careful person would do next; asked after what is in the way has been dealt with."""
        ...

    @property
    def package(self) -> str:
        """The app it is about; empty when it is about none."""
        ...

    @property
    def app(self) -> str: ...

    @property
    def once(self) -> str:
        """What no text that is entered may have twice; empty when it does not matter."""
        ...


@dataclass(frozen=True, kw_only=True)
class _InApp:
    """What the goals have in common that are reached in one app."""

    app: str
    package: str

    @property
    def once(self) -> str:
        """No text that it enters would show that it was entered twice."""
        return ""


@dataclass(frozen=True, kw_only=True)
class SendMessage(_InApp):
    """One message to one person."""

    to: str
    text: str
    is_in_two_parts: bool = False
    """Written in two steps, the second behind the first: done twice, it would show."""
    app: str = "Messages"
    package: str = "com.android.messaging"

    @property
    def words(self) -> str:
        return f"send {self.to} the message {self.text}"

    @property
    def once(self) -> str:
        """What no text that was entered may have twice."""
        return self.text.rpartition(" ")[2]

    @property
    def effect(self) -> Mapping[str, Any]:
        return {"kind": "message_sent", "to": self.to, "text": self.text}

    def next_call(self, screen: Observation) -> Call:
        field = _field(screen, "compose_message_text")
        if field is None:
            return _click_or_scroll(screen, self.to, BACK if _one(screen, "Start chat") is None else DOWN)
        if screen.title != self.to:
            return BACK
        if any(self.text in _said(element) and element.role is not Role.FIELD for element in screen.elements):
            return DONE
        first, _, rest = self.text.rpartition(" ")
        if self.is_in_two_parts and field.value == first:
            return ("append_text", {"field": field.name, "text": f" {rest}"})
        if field.value != self.text:
            return ("type_text", {"field": field.name, "text": first if self.is_in_two_parts else self.text})
        return _click(screen, "Send")


@dataclass(frozen=True, kw_only=True)
class SetAlarm(_InApp):
    """One more alarm."""

    hour: int
    minute: int
    label: str
    app: str = "Clock"
    package: str = "com.android.deskclock"

    @property
    def time(self) -> str:
        return f"{self.hour:02}:{self.minute:02}"

    @property
    def words(self) -> str:
        return f"set an alarm for {self.time} called {self.label}"

    @property
    def effect(self) -> Mapping[str, Any]:
        return {"kind": "alarm_saved", "time": self.time, "label": self.label}

    def next_call(self, screen: Observation) -> Call:
        if any(self.label in _said(element) for element in screen.elements if element.is_checked is not None):
            return DONE
        if _field(screen, "hour") is None:
            if _one(screen, "Add alarm") is not None:
                return _click(screen, "Add alarm")
            return _click(screen, "Alarm") if _one(screen, "Alarm") is not None else BACK
        return _fill(screen, {"hour": str(self.hour), "minute": str(self.minute), "label": self.label})


@dataclass(frozen=True, kw_only=True)
class WriteNote(_InApp):
    """One more note."""

    title: str
    body: str
    app: str = "Notes"
    package: str = "com.example.notes"

    @property
    def words(self) -> str:
        return f"write a note called {self.title} that says {self.body}"

    @property
    def effect(self) -> Mapping[str, Any]:
        return {"kind": "note_saved", "title": self.title, "body": self.body}

    def next_call(self, screen: Observation) -> Call:
        if any(self.title in _said(element) and element.role is not Role.FIELD for element in screen.elements):
            return DONE
        if _field(screen, "note_title") is None:
            return _click(screen, "New note") if _one(screen, "New note") is not None else BACK
        return _fill(screen, {"note_title": self.title, "note_body": self.body})


@dataclass(frozen=True, kw_only=True)
class Switch(_InApp):
    """One switch of the settings turned over."""

    section: str
    name: str
    key: str
    is_on: bool
    app: str = "Settings"
    package: str = "com.android.settings"

    @property
    def words(self) -> str:
        return f"turn {self.name} {'on' if self.is_on else 'off'}"

    @property
    def effect(self) -> Mapping[str, Any]:
        return {"kind": "switch_changed", "key": self.key, "value": self.is_on}

    def next_call(self, screen: Observation) -> Call:
        switch = _one(screen, self.name)
        if screen.title == self.section:
            if switch is None or switch.is_checked is None:
                return DOWN
            return DONE if switch.is_checked is self.is_on else _click(screen, self.name)
        return _click_or_scroll(screen, self.section, DOWN if screen.title == "Settings" else BACK)


@dataclass(kw_only=True)
class Wander:
    """A walk without an aim: any tool on anything that can be touched."""

    random: Random
    steps: int
    app: str
    package: str = ""
    effect: None = None
    once: str = ""
    taken: int = field(default=0)

    @property
    def words(self) -> str:
        return f"look around in {self.app}"

    def next_call(self, screen: Observation) -> Call:
        if self.taken == 0:
            self.taken = 1
            return ("open_app", {"name": self.app})
        if self.taken > self.steps:
            return DONE
        self.taken += 1
        fields = [element for element in screen.elements if element.role is Role.FIELD]
        targets = [element for element in screen.elements if element.is_actionable and element.role is not Role.FIELD]
        draw = self.random.random()
        if fields and draw < 0.25:
            return ("type_text", {"field": self.random.choice(fields).name, "text": f"word {self.taken}"})
        if targets and draw < 0.75:
            tool = self.random.choice(("click", "click", "click", "long_press", "double_tap"))
            return (tool, {"target": self.random.choice(targets).name})
        return self.random.choice([*_MOVES, ("tap_at", {"x": self.random.randint(0, 999), "y": 500.0})])


_MOVES: tuple[Call, ...] = (
    BACK,
    DOWN,
    ("scroll", {"direction": "up"}),
    ("swipe", {"direction": "left"}),
    ("press_key", {"key": "enter"}),
    ("go_home", {}),
    ("fling", {"direction": "down"}),
    ("recents", {}),
    ("open_notifications", {}),
    ("open_quick_settings", {}),
    ("rotate", {"rotation": "left"}),
    ("set_volume", {"change": "up"}),
    ("set_clipboard", {"text": "kettle"}),
    ("get_clipboard", {}),
    ("open_link", {"url": "https://example.com/"}),
    ("scroll_to", {"target": "no such row"}),
    ("wake", {}),
    ("wait_for", {"text": "never", "seconds": 1}),
)
_PEOPLE = ("Mum", "Sam", "Priya")
_WORDS = "apple boat candle drum early forest garden harbour island jacket kettle lemon".split()
_SWITCHES = (
    ("Network & internet", "Wi-Fi", "wifi", True),
    ("Network & internet", "Hotspot", "hotspot", True),
    ("Connected devices", "Bluetooth", "bluetooth", True),
    ("Display", "Dark theme", "dark_theme", True),
    ("Display", "Night Light", "night_light", True),
    ("Display", "Auto-rotate screen", "auto_rotate", False),
)
_APPS = ("Settings", "Messages", "Clock", "Notes", "Contacts", "Calendar", "Files", "Browser", "Music", "Mail")


def random_goal(random: Random) -> Goal:
    """Any of them; no two have the same text, so that each effect has one goal alone."""
    words = " ".join(random.sample(_WORDS, 2)) + f" {random.randint(100, 999)}"
    kind = random.choice(("message", "message", "alarm", "note", "switch", "switch", "wander"))
    match kind:
        case "message":
            return SendMessage(to=random.choice(_PEOPLE), text=words, is_in_two_parts=random.random() < 0.5)
        case "alarm":
            return SetAlarm(hour=random.randint(10, 23), minute=random.randint(10, 59), label=words)
        case "note":
            return WriteNote(title=words, body=f"remember {random.choice(_WORDS)}")
        case "switch":
            section, name, key, is_on = random.choice(_SWITCHES)
            return Switch(section=section, name=name, key=key, is_on=is_on)
        case _:
            return Wander(random=random, steps=random.randint(4, 10), app=random.choice(_APPS))


def _said(element: Element) -> str:
    return f"{element.name} {element.value}"


def _one(screen: Observation, name: str) -> Element | None:
    return screen.element_named(name)


def _field(screen: Observation, id_name: str) -> Element | None:
    return next((each for each in screen.elements if each.node.resource_id.endswith(f":id/{id_name}")), None)


def _click(screen: Observation, name: str) -> Call:
    return ("click", {"target": name})


def _click_or_scroll(screen: Observation, name: str, otherwise: Call) -> Call:
    return ("click", {"target": name}) if _one(screen, name) is not None else otherwise


def _fill(screen: Observation, wanted: Mapping[str, str]) -> Call:
    """Fill the next field that does not say what it should, then save."""
    for id_name, text in wanted.items():
        element = _field(screen, id_name)
        if element is None:
            return DOWN
        if element.value != text:
            return ("type_text", {"field": element.name, "text": text})
    return _click(screen, "Save")
