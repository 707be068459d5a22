"""The teacher: it knows the task and the phone's inside, and says what a careful person would do next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from genie_host.agent.history import Step
from genie_host.agent.nano_prompt import NanoView
from genie_host.core.calls import Tier
from genie_host.core.screen import Element
from genie_host.simphone.world.engine import World
from scripts.nano.tasks import Task

Call = tuple[str, Mapping[str, Any]]
DONE: Call = ("tasks", {"plan": "done"})
IMPOSSIBLE: Call = ("tasks", {"plan": "not possible", "outcome": "impossible"})
_APP_NAMES = {"settings": "Settings", "messages": "Messages", "clock": "Clock", "notes": "Notes"}


class Oracle:
    """Next call for one task. ``view`` is the screen in the model's words; answers use its labels."""

    def __init__(self, task: Task, world: World) -> None:
        self._task, self._world = task, world
        settings = next(app for app in world.apps.values() if app.app_id == "settings")
        self._sections = {
            action["goto"]: item.text
            for item in settings.screens["home"].body
            for action in item.tap
            if "goto" in action
        }

    def next_call(self, view: NanoView, steps: Sequence[Step]) -> Call:
        """The call a careful person would make here."""
        task, front = self._task, self._world.foreground
        if task.intent == "impossible":
            return IMPOSSIBLE
        if task.intent == "go_home":
            return DONE if front.app_id == "launcher" else ("go_home", {})
        if self._is_finished(steps):
            return DONE
        if front.app_id != task.app_id:
            return ("open_app", {"name": _APP_NAMES[task.app_id]})
        if task.path and task.intent in ("go", "read", "switch"):
            return self._down_the_path(view, steps)
        match task.app_id:
            case "settings":
                return self._in_settings(view, steps)
            case "messages":
                return self._in_messages(view, steps)
            case "clock":
                return self._in_clock(view, steps)
            case _:
                return self._in_notes(view, steps)

    def _is_finished(self, steps: Sequence[Step]) -> bool:
        task, log = self._task, self._world.log
        match task.intent:
            case "send_message":
                return bool(log.of_kind("message_sent"))
            case "set_alarm":
                return bool(log.of_kind("alarm_saved"))
            case "write_note":
                return bool(log.of_kind("note_saved"))
            case "open_app":
                return self._world.foreground.app_id == task.app_id
            case _:
                return False

    def _in_settings(self, view: NanoView, steps: Sequence[Step]) -> Call:
        task, screen = self._task, self._world.foreground.screen
        if screen == task.screen:
            if task.intent == "go":
                return DONE
            element = _find(view, task.label)
            if element is None:
                return self._scroll(steps)
            if task.intent == "read":
                return _reply(view, element)
            return self._set(view, element, steps)
        if screen == "home":
            return self._click_or_scroll(view, self._sections[task.screen], steps, list(self._sections.values()))
        return ("go_back", {})

    def _down_the_path(self, view: NanoView, steps: Sequence[Step]) -> Call:
        """On a page that other pages lead to: to it, and there what is wanted."""
        task, screen = self._task, self._world.foreground.screen
        names = [item.text for item in self._world.apps[self._world.foreground.package].screens[screen].body]
        if screen in ("app_info", "app_notifications") and self._world.visit.args.get("name") != task.title:
            return ("go_back", {})
        if screen == task.screen:
            if task.intent == "go":
                return DONE
            element = _find(view, task.label)
            if element is None:
                return self._click_or_scroll(view, task.label, steps, names)
            return _reply(view, element) if task.intent == "read" else self._set(view, element, steps)
        way = dict(task.path).get(screen)
        return ("go_back", {}) if way is None else self._click_or_scroll(view, way, steps, names)

    def _in_messages(self, view: NanoView, steps: Sequence[Step]) -> Call:
        task, front, visit = self._task, self._world.foreground, self._world.visit
        if front.screen == "conversation" and visit.args.get("name") == task.label:
            return self._in_conversation(view)
        state = self._world.state["messages"]
        if task.path:
            return self._in_archive(view, steps)
        if front.screen == "home":
            away = {entry["name"] for entry in state["archived"]}
            names = [entry["name"] for entry in state["conversations"] if entry["name"] not in away]
            call = self._click_or_scroll(view, task.label, steps, names)
            return call if call is not IMPOSSIBLE or task.intent == "read_message" else _click_named(view, "Start chat")
        if front.screen == "new_chat" and task.intent != "read_message":
            return self._click_or_scroll(view, task.label, steps, [entry["name"] for entry in state["contacts"]])
        return ("go_back", {})

    def _in_archive(self, view: NanoView, steps: Sequence[Step]) -> Call:
        """To a conversation that was archived."""
        match self._world.foreground.screen:
            case "home":
                return _click_named(view, "More options")
            case "more":
                return _click_named(view, "Archived")
            case "archived":
                names = [entry["name"] for entry in self._world.state["messages"]["archived"]]
                return self._click_or_scroll(view, self._task.label, steps, names)
            case _:
                return ("go_back", {})

    def _in_conversation(self, view: NanoView) -> Call:
        task = self._task
        if task.intent == "open_conversation":
            return DONE
        if task.intent == "read_message":
            said = [element for element in view.labels.values() if element.name.startswith(f"{task.label}: ")]
            return _reply(view, said[-1]) if said else ("scroll", {"direction": "up"})
        if self._world.state["messages"]["draft"] != task.text:
            return _type(view, "Text message", task.text)
        return DONE if task.intent == "draft_message" else _click_named(view, "Send")

    def _in_clock(self, view: NanoView, steps: Sequence[Step]) -> Call:
        task, screen = self._task, self._world.foreground.screen
        if task.intent == "go_tab":
            if screen == task.screen:
                return DONE
            return ("go_back", {}) if screen == "new_alarm" else _click_named(view, task.label)
        if screen == "new_alarm":
            is_wanted = task.intent == "set_alarm" or (task.intent == "move_alarm" and not self._is_on(task.label))
            return self._new_alarm(view) if is_wanted else ("go_back", {})
        if screen in ("options", "snooze", "week_start", "alarm", "add_city"):
            return ("go_back", {})
        if task.intent == "read_city":
            city = _find(view, task.label) if screen == "world" else None
            return _reply(view, city) if city else _click_named(view, "Clock")
        if screen != "home":
            return _click_named(view, "Alarm")
        if task.intent == "set_alarm":
            return _click_named(view, "Add alarm")
        names = [alarm["time"] for alarm in self._world.state["clock"]["alarms"]]
        if task.intent == "move_alarm":
            return self._move_alarm(view, steps, names)
        element = _find(view, task.label)
        if element is None:
            return self._click_or_scroll(view, task.label, steps, names)
        if task.intent == "read_alarm":
            return _reply(view, element)
        return self._set(view, element, steps)

    def _is_on(self, time: str) -> bool:
        return any(alarm["time"] == time and alarm["enabled"] for alarm in self._world.state["clock"]["alarms"])

    def _move_alarm(self, view: NanoView, steps: Sequence[Step], names: Sequence[str]) -> Call:
        """The old one off first, then the new one on, made where there is none."""
        new = str(self._task.time)
        if self._is_on(self._task.label) or (new in names and not self._is_on(new)):
            wanted, verb = (self._task.label, "off") if self._is_on(self._task.label) else (new, "on")
            element = _find(view, wanted)
            if element is None:
                return self._click_or_scroll(view, wanted, steps, names)
            return (f"switch_{verb}", {"target": view.label_of(element)})
        return DONE if new in names else _click_named(view, "Add alarm")

    def _set(self, view: NanoView, element: Element, steps: Sequence[Step]) -> Call:
        """Say what the switch should be, whatever it is; the tool leaves one alone that is so already."""
        was_set = any(was_done(steps, name) for name in ("switch_on", "switch_off"))
        if was_set and element.is_checked is (self._task.value == "on"):
            return DONE
        return (f"switch_{self._task.value}", {"target": view.label_of(element)})

    def _new_alarm(self, view: NanoView) -> Call:
        task, state = self._task, self._world.state["clock"]
        assert task.time is not None
        wanted = (("Hour", "hour", str(task.time.hour)), ("Minute", "minute", str(task.time.minute)))
        for name, key, text in (*wanted, ("Label", "label", task.title)):
            if state[key] != text:
                return _type(view, name, text)
        return _click_named(view, "Save")

    def _in_notes(self, view: NanoView, steps: Sequence[Step]) -> Call:
        task, world = self._task, self._world
        screen, args = world.foreground.screen, world.visit.args
        if task.intent == "write_note":
            return self._write_note(view, screen)
        if screen == "note" and args.get("note_title") == task.label:
            if task.intent == "open_note":
                return DONE
            body = next(element for element in view.labels.values() if element.node.resource_id.endswith("note_text"))
            return _reply(view, body)
        if screen != "home":
            return ("go_back", {})
        names = [note["title"] or note["body"] for note in world.state["notes"]["notes"]]
        return self._click_or_scroll(view, task.label, steps, names)

    def _write_note(self, view: NanoView, screen: str) -> Call:
        task, state = self._task, self._world.state["notes"]
        if screen == "home":
            return _click_named(view, "New note")
        if screen != "edit":
            return ("go_back", {})
        if state["title"] != task.title:
            return _type(view, "Title", task.title)
        if state["body"] != task.text:
            return _type(view, "Note", task.text)
        return _click_named(view, "Save")

    def _click_or_scroll(self, view: NanoView, name: str, steps: Sequence[Step], names: Sequence[str]) -> Call:
        element = _find(view, name)
        if element is not None:
            return _click(view, element)
        visit = self._world.visit
        if name in names and visit.scroll > names.index(name):
            return ("scroll", {"direction": "up"})
        return self._scroll(steps)

    def _scroll(self, steps: Sequence[Step]) -> Call:
        """Down, until the end was seen; then it is not there."""
        last = steps[-1] if steps else None
        at_end = last is not None and last.call.tool_name == "scroll" and last.outcome.code == "no_change"
        return IMPOSSIBLE if self._world.visit.last_scroll == 0 or at_end else ("scroll", {"direction": "down"})


def was_done(steps: Sequence[Step], tool_name: str) -> bool:
    """Whether a tool succeeded in this episode."""
    return any(step.call.tool_name == tool_name and step.outcome.tier is Tier.OK for step in steps)


def _find(view: NanoView, name: str) -> Element | None:
    return next((element for element in view.labels.values() if element.name == name), None)


def _click(view: NanoView, element: Element) -> Call:
    return ("click", {"target": view.label_of(element)})


def _click_named(view: NanoView, name: str) -> Call:
    element = _find(view, name)
    if element is None:
        raise LookupError(f"{name} is not on this screen")
    return _click(view, element)


def _type(view: NanoView, name: str, text: str) -> Call:
    element = _find(view, name)
    if element is None:
        raise LookupError(f"{name} is not on this screen")
    return ("type_text", {"field": view.label_of(element), "text": text})


def _reply(view: NanoView, element: Element) -> Call:
    folded = next(folded for folded, reading in view.readings.items() if reading == element.reading)
    return ("reply", {"message": folded})
