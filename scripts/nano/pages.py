"""Every page of an app that taps lead to, and the switches and values on it: read from the app's own file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genie_host.simphone.world.schema import App, Item, Screen

_LEFT_OUT = {"developer", "reset", "erase_all", "search", "set_pin", "confirm_pin", "new_chat", "add_city"}
"""Pages that no task is about: they undo a phone, or are forms."""


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page, and how to get there."""

    app_id: str
    screen: str
    path: tuple[tuple[str, str], ...]
    """From the app's first page on: a screen, and what to tap there."""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """Something on a page: a switch, or a row with a value."""

    page: Page
    label: str
    bind: str = ""


def pages(app: App) -> dict[str, Page]:
    """By screen; each by its shortest way."""
    found = {"home": Page(app_id=app.app_id, screen="home", path=())}
    open_ends = ["home"]
    while open_ends:
        here = open_ends.pop(0)
        for label, screen in _ways(app.screens[here]):
            if screen not in found and screen not in _LEFT_OUT:
                path = (*found[here].path, (here, label))
                found[screen] = Page(app_id=app.app_id, screen=screen, path=path)
                open_ends.append(screen)
    return found


def switches(app: App) -> list[Spot]:
    """Those that stand on their page by themselves, not once for each entry of a list."""
    return [
        Spot(page=page, label=item.text, bind=item.bind)
        for page in pages(app).values()
        for item in app.screens[page.screen].body
        if item.kind == "switch" and item.bind in app.state
    ]


def values(app: App) -> list[Spot]:
    """Rows with a second line."""
    return [
        Spot(page=page, label=item.text)
        for page in pages(app).values()
        for item in app.screens[page.screen].body
        if item.kind == "row" and item.summary and not item.each and page.path
    ]


def _ways(screen: Screen) -> Iterator[tuple[str, str]]:
    for item in [*screen.actions, *screen.body]:
        label = item.text or item.description
        if item.kind in ("row", "icon") and not item.each and "{" not in label and (target := _target(item)):
            yield label, target


def _target(item: Item) -> str:
    """The page that a tap on it opens, and does nothing else."""
    target = item.tap[0].get("goto") if len(item.tap) == 1 else None
    return target if isinstance(target, str) else ""
