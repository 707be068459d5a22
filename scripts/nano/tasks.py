"""Random tasks: what is wanted, a phone state in which it makes sense, and the goal in words.

Long, for it is one table: a builder for each kind of task, all over the same state and drawn by one set of weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from genie_host.simphone.world.schema import App
from scripts.nano.further_tasks import KINDS, FurtherTasks
from scripts.nano.made_up import make_name, make_text, make_title
from scripts.nano.page_tasks import PageTasks
from scripts.nano.phrases import Phraser
from scripts.nano.spoken_times import draw_time, say_time
from scripts.nano.task import Task

_SWITCHES = {
    "wifi": "network", "mobile_data": "network", "hotspot": "network", "aeroplane": "network", "bluetooth": "connected",
    "nfc": "connected", "do_not_disturb": "notifications", "battery_saver": "battery", "dark_theme": "display",
    "night_light": "display", "auto_rotate": "display", "location": "location", "vibrate": "sound",
    "auto_time": "date_time",
}  # fmt: skip
_INFO = {
    "android_version": ("about", "Android version"), "model": ("about", "Model"), "phone_name": ("about", "Phone name"),
    "build_number": ("about", "Build number"), "battery_level": ("battery", "Battery level"),
    "storage_used": ("storage", "Storage used"), "network_name": ("network", "Wi-Fi network"),
    "screen_brightness": ("display", "Brightness level"),
}  # fmt: skip
_ROWS = {
    "Private DNS": "network", "Phone ringtone": "sound", "Media volume": "sound", "Screen timeout": "display",
    "Text size": "accessibility", "Screen lock": "security", "Screen time": "wellbeing",
    "System language": "languages", "Time zone": "date_time", "On-screen keyboard": "languages",
    "Icon shape": "wallpaper", "Notification history": "notifications", "Autofill service": "passwords",
}  # fmt: skip
_LABELS = {
    "wifi": "Wi-Fi", "mobile_data": "Mobile data", "hotspot": "Hotspot", "aeroplane": "Aeroplane mode",
    "bluetooth": "Bluetooth", "nfc": "NFC", "do_not_disturb": "Do Not Disturb", "battery_saver": "Battery Saver",
    "dark_theme": "Dark theme", "night_light": "Night Light", "auto_rotate": "Auto-rotate screen",
    "location": "Use location", "vibrate": "Vibrate for calls", "auto_time": "Set time automatically",
}  # fmt: skip
_CLOCK = {
    "set_alarm", "set_alarm_labelled", "alarm_on", "alarm_off", "read_alarm", "only_alarm", "go_tab", "read_city",
}  # fmt: skip
_SECTIONS = {"location_page": "location"}
_TABS = {"alarm": "home", "clock": "world", "timer": "timer", "stopwatch": "stopwatch"}
_APPS = {"settings": "Settings", "messages": "Messages", "clock": "Clock", "notes": "Notes"}
_WEIGHTS = {
    "toggle_on": 9, "toggle_off": 9, "special": 6, "go_section": 9, "read_setting": 8, "read_info": 6, "read_row": 4,
    "read_city": 1, "page": 7, "page_switch": 12, "page_value": 5, "app_switch": 4, "strange_switch": 4,
    "open_conversation": 7, "read_message": 12, "send_message": 22, "draft_message": 8, "set_alarm": 8,
    "set_alarm_labelled": 5, "alarm_on": 5, "alarm_off": 5, "read_alarm": 3, "only_alarm": 3, "go_tab": 6,
    "write_note": 20, "write_note_titled": 20, "open_note": 4, "read_note": 8, "open_app": 7, "go_home": 4,
    "impossible": 3, **KINDS,
}  # fmt: skip
_LONG_LIST = 12
"""Rows that a screen has room for, about."""
_SHARE_LONG = 0.2
_MADE_UP_TEXTS = 0.6
_MADE_UP_NAMES = 0.3


class TaskMaker:
    """Draws tasks."""

    def __init__(self, phraser: Phraser, apps: Sequence[App]) -> None:
        self._phraser = phraser
        self._book = phraser.book
        self._deep = PageTasks(phraser, apps)
        self._further = FurtherTasks(phraser, apps)

    def draw(self, rng: Random) -> Task:
        """One task with everything about it random."""
        kind = rng.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
        state = self.state(rng)
        match kind:
            case "toggle_on" | "toggle_off" | "special" | "read_setting":
                return self._switch(rng, kind, state)
            case "read_info":
                info = rng.choice(list(_INFO))
                screen, label = _INFO[info]
                goal = self._phraser.word(rng, kind, {}, info).goal
                return Task(intent="read", goal=goal, app_id="settings", screen=screen, label=label, state=state)
            case "read_row":
                label = rng.choice(list(_ROWS))
                slots = {"row": rng.choice(self._book["row_names"][label])}
                goal = self._phraser.word(rng, kind, slots, app="Settings").goal
                return Task(intent="read", goal=goal, app_id="settings", screen=_ROWS[label], label=label, state=state)
            case "go_section":
                name = rng.choice(list(self._book["section_names"]))
                goal = self._phraser.word(rng, kind, {"section": rng.choice(self._book["section_names"][name])}).goal
                return Task(intent="go", goal=goal, app_id="settings", screen=_SECTIONS.get(name, name), state=state)
            case "open_conversation" | "read_message" | "send_message" | "draft_message":
                return self._message(rng, kind, state)
            case _ if kind in _CLOCK:
                return self._clock(rng, kind, state)
            case "write_note" | "write_note_titled" | "open_note" | "read_note":
                return self._note(rng, kind, state)
            case "app_switch" | "page" | "page_switch" | "page_value" | "strange_switch":
                return self._deep.draw(rng, kind, state)
            case _ if kind in KINDS:
                return self._further.draw(rng, kind, state)
            case "open_app":
                app_id = rng.choice(list(_APPS))
                names = self._book["general_app_names"][app_id]
                goal = self._phraser.word(rng, kind, {"app": rng.choice(names)}).goal
                return Task(intent="open_app", goal=goal, app_id=app_id, label=_APPS[app_id], state=state)
            case "go_home":
                return Task(
                    intent="go_home", goal=self._phraser.word(rng, kind, {}).goal, app_id="launcher", state=state
                )
            case _:
                goal = self._phraser.word(rng, "impossible", {}).goal
                return Task(intent="impossible", goal=goal, app_id="launcher", is_present=False, state=state)

    def _switch(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        thing = rng.choice(list(_SWITCHES))
        wanted = kind == "toggle_on" or (kind == "special" and rng.random() < 0.5)
        is_so_already = rng.random() < 0.45
        state["settings"][thing] = rng.random() < 0.5 if kind == "read_setting" else wanted is is_so_already
        names = {**self._book["thing_names"], **self._book["more_thing_names"]}
        if kind == "special" and thing in self._book["special_on"]:
            goal = self._phraser.word(rng, "special_on" if wanted else "special_off", {}, thing).goal
        else:
            worded = ("toggle_on" if wanted else "toggle_off") if kind == "special" else kind
            goal = self._phraser.word(rng, worded, {"thing": rng.choice(names[thing])}, app="Settings").goal
        return Task(
            intent="read" if kind == "read_setting" else "switch", goal=goal, app_id="settings",
            screen=_SWITCHES[thing], label=_LABELS[thing], value="on" if wanted else "off", state=state,
        )  # fmt: skip

    def _message(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        messages = state["messages"]
        is_new = kind != "read_message" and rng.random() < 0.35
        archived = {entry["name"] for entry in messages["archived"]}
        names = [entry["name"] for entry in messages["conversations"] if entry["name"] not in archived]
        if is_new:
            others = [entry["name"] for entry in messages["contacts"] if entry["name"] not in {*names, *archived}]
            name = rng.choice(others)
        else:
            name = rng.choice(names[_LONG_LIST:] if len(names) > _LONG_LIST and rng.random() < 0.5 else names)
        is_present = True
        if not is_new and rng.random() < 0.04:
            # Nobody of that name is on this phone.
            name = rng.choice([other for other in self._book["contacts"] if other not in names])
            messages["contacts"] = [entry for entry in messages["contacts"] if entry["name"] != name]
            is_present = False
        elif kind == "read_message":
            conversation = next(entry for entry in messages["conversations"] if entry["name"] == name)
            if not any(message["from"] == name for message in conversation["messages"]):
                conversation["messages"].append({"from": name, "text": rng.choice(self._book["messages_texts"])})
        text = self._text(rng, "messages_texts")
        slots = {"contact": name} | ({"text": text} if kind in ("send_message", "draft_message") else {})
        worded = self._phraser.word(rng, kind, slots, app="Messages")
        return Task(
            intent=kind, goal=worded.goal, app_id="messages", screen="conversation", label=name,
            text=worded.slots.get("text", ""), is_present=is_present, state=state,
        )  # fmt: skip

    def _clock(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        alarms = state["clock"]["alarms"]
        if kind == "go_tab":
            tab = rng.choice(list(_TABS))
            goal = self._phraser.word(rng, kind, {"tab": rng.choice(self._book["tab_names"][tab])}).goal
            return Task(
                intent="go_tab", goal=goal, app_id="clock", screen=_TABS[tab], label=tab.capitalize(), state=state
            )
        if kind == "read_city":
            city = rng.choice(state["clock"]["cities"])["name"]
            goal = self._phraser.word(rng, kind, {"city": city}).goal
            return Task(intent=kind, goal=goal, app_id="clock", screen="world", label=city, state=state)
        time, label = draw_time(rng), self._name(rng, "labels")
        if kind == "only_alarm":
            alarms[:] = [{"time": str(time), "label": rng.choice([label, ""]), "enabled": rng.random() < 0.8}]
            goal = self._phraser.word(rng, kind, {}).goal
            return Task(intent="read_alarm", goal=goal, app_id="clock", label=str(time), time=time, state=state)
        if kind in ("alarm_on", "alarm_off", "read_alarm"):
            alarms[:] = [alarm for alarm in alarms if alarm["time"] != str(time) and alarm["label"] != label]
            enabled = (kind == "alarm_off") ^ (rng.random() < 0.4)
            alarms.append({"time": str(time), "label": label, "enabled": enabled})
            alarms.sort(key=lambda alarm: alarm["time"])
        is_by_label = kind in ("alarm_on", "alarm_off") and rng.random() < 0.35
        slots = {"time": label if is_by_label else say_time(rng, time), "label": label}
        worded = self._phraser.word(rng, kind, slots, app="Clock", needs="{time} alarm" if is_by_label else "")
        intent = {"alarm_on": "alarm_switch", "alarm_off": "alarm_switch", "set_alarm_labelled": "set_alarm"}.get(
            kind, kind
        )
        return Task(
            intent=intent, goal=worded.goal, app_id="clock", label=str(time), time=time,
            value="on" if kind == "alarm_on" else "off",
            title=worded.slots["label"] if kind == "set_alarm_labelled" else "", state=state,
        )  # fmt: skip

    def _note(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        notes = state["notes"]["notes"]
        title, text = self._name(rng, "titles"), self._text(rng, "notes_texts")
        is_present = True
        if kind in ("open_note", "read_note"):
            if rng.random() < 0.04:
                notes[:] = [note for note in notes if note["title"] != title]
                is_present = False
            elif all(note["title"] != title for note in notes):
                notes.insert(
                    rng.randrange(len(notes) + 1), {"title": title, "body": rng.choice(self._book["notes_texts"])}
                )
        slots = {"title": title, "text": text}
        worded = self._phraser.word(rng, kind, slots, app="Notes")
        return Task(
            intent="write_note" if kind.startswith("write") else kind, goal=worded.goal, app_id="notes",
            screen="edit" if kind.startswith("write") else "note", label=title, text=worded.slots["text"],
            title=worded.slots["title"] if kind == "write_note_titled" else "", is_present=is_present, state=state,
        )  # fmt: skip

    def _text(self, rng: Random, key: str) -> str:
        if rng.random() < _MADE_UP_TEXTS:
            return make_text(rng, self._book["made_up_words"])
        text: str = rng.choice(self._book[key])
        return text

    def _name(self, rng: Random, key: str) -> str:
        """A title or a label."""
        if rng.random() < _MADE_UP_NAMES:
            return make_title(rng, self._book["made_up_words"])
        name: str = rng.choice(self._book[key])
        return name

    def state(self, rng: Random) -> dict[str, Any]:
        """Of a phone with people, messages, alarms and notes on it."""
        book = self._book
        settings: dict[str, Any] = {thing: rng.random() < 0.5 for thing in [*_SWITCHES, "vibrate", "auto_time"]}
        settings |= {
            "battery_level": f"{rng.randrange(1, 101)}%", "brightness": f"{rng.randrange(0, 101)}%",
            "storage_used": f"{rng.randrange(5, 128)} GB of 128 GB", "android_version": str(rng.randrange(10, 18)),
            "network_name": rng.choice(["HomeNet", "Office", "Cafe_Guest", "BT-2041", "TheLan", "linksys", "Hotel"]),
            "model": rng.choice(["SimPhone 1", "Pixel 7", "Galaxy S23", "Moto G", "Nokia X20"]),
            "phone_name": rng.choice(["SimPhone", "Anna's phone", "Work phone", "Test device 3"]),
            "build_number": f"SP{rng.randrange(1, 4)}A.{rng.randrange(200000, 260000)}.{rng.randrange(1, 30):03}",
        }  # fmt: skip
        is_long = rng.random() < _SHARE_LONG
        people = rng.sample(book["contacts"], rng.randrange(20, 32) if is_long else rng.randrange(6, 22))
        people = list(dict.fromkeys(make_name(rng) if rng.random() < _MADE_UP_NAMES else name for name in people))
        most = min(len(people) - 1, 26 if is_long else 16)
        talked = people[: rng.randrange(min(14, most - 1) if is_long else 1, most)]
        rng.shuffle(talked)
        known = people if rng.random() < 0.7 else people[len(talked) // 2 :]
        archived = [{"name": name} for name in talked[1 : rng.choice([1, 1, 1, 2, 3])]] if len(talked) > 2 else []
        conversations = [{"name": name, "messages": self._messages(rng, name)} for name in talked]
        alarms = [
            {"time": str(draw_time(rng)), "label": rng.choice([*book["labels"], "", ""]), "enabled": rng.random() < 0.5}
            for _ in range(rng.randrange(0, 6))
        ]
        cities = [
            {"name": name, "time": str(draw_time(rng))} for name in rng.sample(book["cities"], rng.randrange(1, 6))
        ]
        notes = [
            {"title": rng.choice([rng.choice(book["titles"]), ""]), "body": rng.choice(book["notes_texts"])}
            for _ in range(rng.choice([0, 1, 2, 3, 4, 6, 8, 16]))
        ]
        return {
            "settings": settings,
            "messages": {
                "contacts": [{"name": name} for name in sorted(known)],
                "conversations": conversations,
                "archived": archived,
            },
            "clock": {"cities": cities, "alarms": sorted(alarms, key=lambda alarm: str(alarm["time"]))},
            "notes": {"notes": notes},
        }

    def _messages(self, rng: Random, name: str) -> list[dict[str, str]]:
        texts = self._book["messages_texts"]
        return [
            {"from": rng.choice([name, name, "You"]), "text": rng.choice(texts)} for _ in range(rng.randrange(1, 6))
        ]
