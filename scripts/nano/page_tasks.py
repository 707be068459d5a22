"""Tasks on pages further down in the apps: to get there, to move a switch there, to read a value there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from genie_host.simphone.world.schema import App
from scripts.nano.pages import Page, Spot, pages, switches, values
from scripts.nano.phrases import Phraser
from scripts.nano.task import Task

_APPS = {"settings": "Settings", "messages": "Messages", "clock": "Clock"}
_SHARE_WITH_PLACE = 0.35
_SHARE_READING = 0.2
STRANGE_STATE = "strange_row"
"""The variable of Settings that a made-up switch is bound to."""


class PageTasks:
    """Draws them."""

    def __init__(self, phraser: Phraser, apps: Sequence[App]) -> None:
        self._phraser, self._book = phraser, phraser.book
        self._apps = {app.app_id: app for app in apps if app.app_id in _APPS}
        deep = [page for app in self._apps.values() for page in pages(app).values()]
        self._pages = [page for page in deep if page.path and _key(page) in self._book["page_names"]]
        self._switches = [spot for app in self._apps.values() for spot in switches(app) if self._is_deep(spot)]
        self._unnamed = [spot for spot in self._switches if spot.page.app_id == "settings" or spot.label != "Bubbles"]
        self._app_switches = [spot for spot in self._switches if spot.page.app_id != "settings"]
        rows = [spot for app in self._apps.values() for spot in values(app)]
        self._values = [spot for spot in rows if spot.label in self._book["value_names"]]

    def _is_deep(self, spot: Spot) -> bool:
        return len(spot.page.path) > 1 or spot.page.app_id != "settings"

    def draw(self, rng: Random, kind: str, state: dict[str, Any]) -> Task:
        """One task of a kind."""
        makers = {
            "page": self._page, "page_switch": self._switch, "page_value": self._value,
            "app_switch": self._app_switch, "strange_switch": self._strange,
        }  # fmt: skip
        return makers[kind](rng, state)

    def _page(self, rng: Random, state: dict[str, Any]) -> Task:
        """To open one."""
        page = rng.choice(self._pages)
        slots = {"page": rng.choice(self._book["page_names"][_key(page)]), "place": self._place(rng, page)}
        goal = self._phraser.word(rng, "go_page", slots).goal
        return Task(intent="go", goal=goal, app_id=page.app_id, screen=page.screen, path=page.path, state=state)

    def _switch(self, rng: Random, state: dict[str, Any]) -> Task:
        """To move a switch, or to say how it is."""
        spot = rng.choice(self._unnamed)
        thing = rng.choice(self._book["switch_names"].get(spot.label, [spot.label, spot.label.lower()]))
        if rng.random() < _SHARE_WITH_PLACE:
            where = rng.choice(self._book["place_words"]).replace("{place}", self._place(rng, spot.page))
            thing += where if "," not in where else ""
        return self._set(rng, state, spot, thing, "toggle_on", "toggle_off", "read_setting")

    def _app_switch(self, rng: Random, state: dict[str, Any]) -> Task:
        """One in the settings that an app of its own has, with the app named."""
        spot = rng.choice(self._app_switches)
        thing = rng.choice(self._book["app_switches"][spot.page.app_id][spot.label])
        return self._set(rng, state, spot, thing, "app_switch_on", "app_switch_off", "read_app_switch")

    def _value(self, rng: Random, state: dict[str, Any]) -> Task:
        """To read the second line of a row."""
        spot = rng.choice(self._values)
        slots = {"row": rng.choice(self._book["value_names"][spot.label]), "place": self._place(rng, spot.page)}
        goal = self._phraser.word(rng, "read_row", slots, app=_APPS[spot.page.app_id]).goal
        return Task(
            intent="read", goal=goal, app_id=spot.page.app_id, screen=spot.page.screen, path=spot.page.path,
            label=spot.label, state=state,
        )  # fmt: skip

    def _strange(self, rng: Random, state: dict[str, Any]) -> Task:
        """A switch that nobody has heard of, on a page that the goal names."""
        page = rng.choice([page for page in pages(self._apps["settings"]).values() if page.path])
        label = rng.choice(self._book["strange_switches"])
        place = _said(rng, page.path[-1][1])
        where = rng.choice([" in {place}", " under {place}", " on the {place} page", " in the {place} settings"])
        thing = rng.choice([label, label.lower()]) + where.replace("{place}", place)
        spot = Spot(page=page, label=label, bind=STRANGE_STATE)
        task = self._set(rng, state, spot, thing, "toggle_on", "toggle_off", "read_setting")
        return replace(task, strange_row=(page.screen, label))

    def _set(
        self, rng: Random, state: dict[str, Any], spot: Spot, thing: str, turns_on: str, turns_off: str, asks: str
    ) -> Task:
        reads, wanted = rng.random() < _SHARE_READING, rng.random() < 0.5
        kind = asks if reads else turns_on if wanted else turns_off
        page, slots = spot.page, {"thing": thing, "app": _APPS[spot.page.app_id]}
        is_on = rng.random() < 0.5 if reads else wanted is (rng.random() < 0.35)
        state[page.app_id] = state.get(page.app_id, {}) | {spot.bind: is_on}
        goal = self._phraser.word(rng, kind, slots, app=_APPS[page.app_id]).goal
        return Task(
            intent="read" if reads else "switch", goal=goal, app_id=page.app_id, screen=page.screen, path=page.path,
            label=spot.label, value="on" if wanted else "off", state=state,
        )  # fmt: skip

    def _place(self, rng: Random, page: Page) -> str:
        """A page on the way, or the app."""
        if len(page.path) < 2:
            return _APPS[page.app_id]
        return rng.choice([_said(rng, label) for _, label in page.path[:-1]])


def _key(page: Page) -> str:
    return f"{page.app_id}/{page.screen}"


def _said(rng: Random, label: str) -> str:
    return rng.choice([label, label, label.lower(), label.replace("&", "and"), label.replace("&", "and").lower()])
