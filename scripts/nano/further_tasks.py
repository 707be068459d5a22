"""Tasks that are rarer in life: an alarm moved to another time, archived conversations, entries of a list."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from genie_host.simphone.world.schema import App
from scripts.nano.made_up import make_title
from scripts.nano.note_tasks import NoteTasks
from scripts.nano.pages import Page, pages
from scripts.nano.phrases import Phraser
from scripts.nano.spoken_times import draw_time, say_time
from scripts.nano.task import Task

KINDS = {
    "move_alarm": 9,
    "any_page": 20,
    "archived": 6,
    "errand": 9,
    "like_setting": 6,
    "list_row": 4,
    "app_notices": 3,
}
_APPS = {"settings": 7, "messages": 2, "clock": 1, "notes": 0.5}
_FORMS = {
    "notes": [("edit", "New note")], "clock": [("new_alarm", "Add alarm")],
    "messages": [("new_chat", "Start chat"), ("search", "Search messages")],
}  # fmt: skip
"""Pages to fill in, and what opens each: somebody who wants to do that by hand asks for the page."""
_ENTRIES = {"battery_usage": "battery_apps", "all_storage": "categories", "screen_time": "usage"}
"""A page that is a list, and the list: entries have a name and a figure."""
_FIGURES = {"battery_usage": "share", "all_storage": "size", "screen_time": "time"}
_SECTION_SCREENS = {"location_page": "location"}
_SHARE_ALREADY_OFF = 0.25
_SHARE_RENAMED = 0.1
"""Of the pages to open: those that are called otherwise than the row that leads to them."""


class FurtherTasks:
    """Draws them."""

    def __init__(self, phraser: Phraser, apps: Sequence[App]) -> None:
        self._phraser, self._book = phraser, phraser.book
        self._notes = NoteTasks(phraser)
        names: dict[str, list[str]] = dict(self._book["page_names"])
        for section, said in self._book["section_names"].items():
            names[f"settings/{_SECTION_SCREENS.get(section, section)}"] = said
        self._names = names
        self._pages = {
            app.app_id: [page for page in pages(app).values() if page.path and f"{app.app_id}/{page.screen}" in names]
            for app in apps
            if app.app_id in _APPS
        }
        self._lists = {page.screen: page for page in self._pages["settings"] if page.screen in _ENTRIES}
        titles = {(app.app_id, name): screen.title for app in apps for name, screen in app.screens.items()}
        self._renamed = [
            page
            for page in [*self._pages["settings"], *self._pages["messages"], *self._pages["clock"]]
            if page.path[-1][1] != titles[page.app_id, page.screen]
        ]
        for app_id, forms in _FORMS.items():
            for screen, label in forms:
                self._pages[app_id] += [Page(app_id=app_id, screen=screen, path=(("home", label),))]

    def draw(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        """One task of a kind."""
        makers = {
            "move_alarm": self._move_alarm, "any_page": self._page, "archived": self._archived,
            "errand": self._notes.errand, "like_setting": self._notes.like_setting, "list_row": self._list_row,
            "app_notices": self._app_notices,
        }  # fmt: skip
        return makers[kind](rng, state)

    def _page(self, rng: Random, state: dict[str, Any]) -> Task:
        """To open a page: one under another as often as the one above it."""
        app_id = rng.choices(list(_APPS), list(_APPS.values()))[0]
        page = rng.choice(self._pages[app_id])
        family = [other for other in self._pages[app_id] if other.path[:1] == page.path[:1]]
        page = rng.choice([page, page, rng.choice(family)])
        if rng.random() < _SHARE_RENAMED:
            page = rng.choice(self._renamed)
            app_id = page.app_id
        label = page.path[-1][1]
        said = rng.choice(self._names[f"{app_id}/{page.screen}"])
        if len(page.path) > 1 or app_id == "settings":
            said = rng.choice([said, said, label, label.lower()])
        kind = "go_page" if page.path[1:] or app_id != "settings" or rng.random() < 0.5 else "go_section"
        kind = "go_blank_note" if page.screen == "edit" else kind
        slots = {"page": said, "section": said, "place": _place(rng, page)}
        goal = self._phraser.word(rng, kind, slots).goal
        while app_id != "settings" and "settings" not in said.lower() and "settings" in goal.lower():
            goal = self._phraser.word(rng, kind, slots).goal
        return Task(intent="go", goal=goal, app_id=app_id, screen=page.screen, path=page.path, state=state)

    def _move_alarm(self, rng: Random, state: dict[str, Any]) -> Task:
        """From one time to another: the old one is switched off, and there is a new one."""
        alarms = state["clock"]["alarms"]
        old, new = draw_time(rng), draw_time(rng)
        while new == old:
            new = draw_time(rng)
        label = rng.choice([*self._book["labels"], make_title(rng, self._book["made_up_words"]), ""])
        is_known = bool(label) and rng.random() < 0.25
        alarms[:] = [alarm for alarm in alarms if alarm["time"] not in (str(old), str(new)) and alarm["label"] != label]
        alarms.append({"time": str(old), "label": label, "enabled": rng.random() >= _SHARE_ALREADY_OFF})
        if rng.random() < 0.15:
            alarms.append({"time": str(new), "label": "", "enabled": rng.random() < 0.3})
        alarms.sort(key=lambda alarm: alarm["time"])
        slots = {"time": say_time(rng, new), "from_time": say_time(rng, old), "label": label}
        intent = "move_named_alarm" if is_known else "move_alarm"
        goal = self._phraser.word(rng, intent, slots, app="Clock").goal
        return Task(intent="move_alarm", goal=goal, app_id="clock", label=str(old), time=new, state=state)

    def _archived(self, rng: Random, state: dict[str, Any]) -> Task:
        """To find somebody's conversation where the archived ones are, and perhaps to read it."""
        messages = state["messages"]
        talk = rng.choice(messages["conversations"])
        messages["archived"] = [entry for entry in messages.get("archived", []) if entry["name"] != talk["name"]]
        messages["archived"].insert(rng.randrange(len(messages["archived"]) + 1), {"name": talk["name"]})
        reads = rng.random() < 0.3
        if reads and not any(message["from"] == talk["name"] for message in talk["messages"]):
            talk["messages"].append({"from": talk["name"], "text": rng.choice(self._book["messages_texts"])})
        intent = "read_message" if reads else "open_conversation"
        goal = self._phraser.word(rng, f"archived_{intent}", {"contact": talk["name"]}).goal
        return Task(
            intent=intent, goal=goal, app_id="messages", screen="conversation", path=(("archived", talk["name"]),),
            label=talk["name"], state=state,
        )  # fmt: skip

    def _list_row(self, rng: Random, state: dict[str, Any]) -> Task:
        """To read what a list says of one of its entries."""
        page = self._lists[rng.choice(list(_ENTRIES))]
        names = rng.sample(self._book["other_apps"], rng.randrange(2, 6))
        if page.screen == "all_storage":
            names = ["Images", "System", "Apps", "Videos", "Documents", *rng.sample(["Audio", "Games", "Downloads"], 2)]
        minutes = rng.choice([f"{rng.randrange(2, 60)} min", f"{rng.randrange(1, 4)} h {rng.randrange(60)} min"])
        figures = {
            "battery_usage": f"{rng.randrange(1, 60)}%", "all_storage": f"{rng.randrange(1, 40)} GB",
            "screen_time": minutes,
        }  # fmt: skip
        entries = [{"name": name, _FIGURES[page.screen]: str(rng.randrange(1, 60))} for name in names]
        entry = rng.choice(entries)
        entry[_FIGURES[page.screen]] = figures[page.screen]
        trash = [{"name": "Trash", "size": "1 GB"}] if page.screen == "all_storage" else []
        state["settings"][_ENTRIES[page.screen]] = [*entries, *trash]
        slots = {"entry": entry["name"]}
        goal = self._phraser.word(rng, f"read_{page.screen}", slots, app="Settings").goal
        return Task(
            intent="read", goal=goal, app_id="settings", screen=page.screen, path=page.path, label=entry["name"],
            state=state,
        )  # fmt: skip

    def _app_notices(self, rng: Random, state: dict[str, Any]) -> Task:
        """To allow or forbid one app its notifications, or to open that page."""
        app = rng.choice(["Messages", "Clock", "Notes", "Settings"])
        wanted = rng.random() < 0.5
        is_on = wanted is (rng.random() < 0.3)
        state["settings"]["app_settings"] = [
            {"name": app, "notify": is_on, "background": True, "disabled": False, "cache": "24 MB"}
        ]
        path = (("home", "Apps"), ("apps", "All apps"), ("all_apps", app), ("app_info", "Notifications"))
        if rng.random() < 0.3:
            goal = self._phraser.word(rng, "go_app_info", {"app": app}).goal
            return Task(
                intent="go", goal=goal, app_id="settings", screen="app_info", path=path[:3], title=app, state=state
            )
        goal = self._phraser.word(rng, f"app_notices_{'on' if wanted else 'off'}", {"app": app}).goal
        return Task(
            intent="switch", goal=goal, app_id="settings", screen="app_notifications", path=path, title=app,
            label="Allow notifications", value="on" if wanted else "off", state=state,
        )  # fmt: skip


def _place(rng: Random, page: Page) -> str:
    """A page on the way, or the app."""
    if len(page.path) < 2:
        return page.app_id.capitalize()
    label = rng.choice([label for _, label in page.path[:-1]])
    return rng.choice([label, label.lower(), label.replace("&", "and")])
