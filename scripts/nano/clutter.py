"""Apps and rows that no task is about: the model is to read the phone, not to know five screens by heart."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from genie_host.simphone.world.schema import App, Item, Screen

_SHARE_OF_PHONES = 0.6
_MAX_APPS = 24
_SECTIONS_LEFT_ALONE = {"home"}


def cluttered(apps: Sequence[App], book: dict[str, Any], rng: Random) -> list[App]:
    """The apps with strangers beside them and, in Settings, strange rows after the known ones."""
    if rng.random() > _SHARE_OF_PHONES:
        return list(apps)
    named = {app.label.lower() for app in apps}
    strangers = rng.sample(book["other_apps"], rng.randrange(0, _MAX_APPS))
    others = [_stranger(label, index) for index, label in enumerate(strangers) if label.lower() not in named]
    return [*(_with_rows(app, book, rng) if app.app_id == "settings" else app for app in apps), *others]


def with_switch(apps: Sequence[App], screen: str, label: str, path: str, rng: Random) -> list[App]:
    """The apps with one more switch on a page of Settings."""
    return [_with_one_switch(app, screen, label, path, rng) if app.app_id == "settings" else app for app in apps]


def _with_one_switch(app: App, screen: str, label: str, path: str, rng: Random) -> App:
    body = [item for item in app.screens[screen].body if item.text != label]
    body.insert(rng.randrange(len(body) + 1), Item(kind="switch", text=label, bind=path))
    screens = {**app.screens, screen: app.screens[screen].model_copy(update={"body": body})}
    return app.model_copy(update={"screens": screens, "state": {**app.state, path: False}})


def _stranger(label: str, index: int) -> App:
    home = Screen(title=label, up=False)
    return App(
        app_id=f"other{index}", package=f"com.example.other{index}", label=label, screens={"home": home}
    )  # fmt: skip


def _with_rows(app: App, book: dict[str, Any], rng: Random) -> App:
    state = dict(app.state)
    screens = {name: _longer(name, screen, state, book, rng) for name, screen in app.screens.items()}
    return app.model_copy(update={"screens": screens, "state": state})


def _longer(name: str, screen: Screen, state: dict[str, Any], book: dict[str, Any], rng: Random) -> Screen:
    most = 3 if name in _SECTIONS_LEFT_ALONE else 7
    rows = []
    for label in rng.sample(book["other_rows"], rng.randrange(0, most)):
        if name not in _SECTIONS_LEFT_ALONE and rng.random() < 0.25:
            path = f"other_{len(state)}"
            state[path] = rng.random() < 0.5
            rows.append(Item(kind="switch", text=label, bind=path))
        else:
            summary = rng.choice(["", "", rng.choice(book["other_summaries"])])
            rows.append(Item(kind="row", text=label, summary=summary))
    if name in _SECTIONS_LEFT_ALONE or rng.random() < 0.7:
        return screen.model_copy(update={"body": [*screen.body, *rows]})
    mixed = list(screen.body)
    for row in rows:
        mixed.insert(rng.randrange(len(mixed) + 1), row)
    return screen.model_copy(update={"body": mixed})
