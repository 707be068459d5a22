"""Where a phone is when somebody asks for something: at home, on the way, or deep in some app, scrolled and left so."""

from __future__ import annotations

from random import Random

from genie_host.simphone.world.engine import LAUNCHER, World
from genie_host.simphone.world.xml import hierarchy_xml
from scripts.nano.pages import pages
from scripts.nano.task import Task

_PAGES = (
    "apps storage wallpaper accessibility security privacy emergency passwords wellbeing languages about network "
    "connected notifications battery display location sound date_time"
).split()
_SHARE_OF_WRONG_PAGES = 0.15
"""Of the tasks in Settings: those that begin on one of its pages, mostly not the one they are about."""
_SHARE_WALKED = 0.2
_SHARE_SCROLLED = 0.5
_SHARE_LEFT = 0.25
_FAR = 40
"""More rows than a list has; the phone stops at its end."""


def place(rng: Random, task: Task, world: World) -> None:
    """Put the phone somewhere to start from: often at home, sometimes on the way, sometimes elsewhere."""
    if rng.random() < _SHARE_WALKED:
        walk_somewhere(rng, world, task.app_id if rng.random() < 0.7 and task.app_id != "launcher" else "settings")
        return
    if task.app_id == "settings" and rng.random() < _SHARE_OF_WRONG_PAGES:
        world.show("settings", rng.choice(_PAGES))
        return
    roll = rng.random()
    if roll < (0.15 if task.intent == "go_home" else 0.5):
        return
    if roll < 0.65 and task.app_id != "launcher":
        world.show(task.app_id, "home")
        if rng.random() < 0.3:
            scroll_list(rng, world)
        return
    is_about_settings = task.app_id == "settings" and rng.random() < 0.6
    app_id = "settings" if is_about_settings else rng.choice(["settings", "settings", "messages", "clock", "notes"])
    app = next(app for app in world.apps.values() if app.app_id == app_id)
    screen = rng.choice([name for name in app.screens if name not in ("conversation", "note")])
    conversations, notes = world.state["messages"]["conversations"], world.state["notes"]["notes"]
    if app_id == "messages" and rng.random() < 0.5:
        world.show(app_id, "conversation", name=rng.choice(conversations)["name"])
    elif app_id == "notes" and notes and rng.random() < 0.5:
        note = rng.choice(notes)
        shown = note["title"] or note["body"]
        world.show(app_id, "note", shown=shown, note_title=note["title"], note_body=note["body"])
    else:
        world.show(app_id, screen)


def walk_somewhere(rng: Random, world: World, app_id: str) -> None:
    """Put the phone on a page of an app as somebody who tapped there would have left it.

    The lists on the way stay scrolled, and now and then the app itself was left for the launcher.
    """
    app = next(app for app in world.apps.values() if app.app_id == app_id)
    page = rng.choice([page for page in pages(app).values() if page.path] or [pages(app)["home"]])
    world.show(app_id, "home")
    names = [item.text for item in app.screens["home"].body]
    for screen, label in page.path:
        _scroll_to(rng, world, names.index(label) if screen == "home" and label in names else 0)
        world.go_to(_after(page.path, screen, page.screen), {})
        world.revision += 1
    if rng.random() < _SHARE_SCROLLED:
        _scroll_to(rng, world, rng.choice([0, 3, 8, _FAR]))
    for _ in range(rng.choice([0, 0, 0, len(page.path)])):
        world.press_key(4)
    if rng.random() < _SHARE_LEFT:
        world.start_app(LAUNCHER)


def scroll_list(rng: Random, world: World) -> None:
    """Leave the list in front scrolled to some place."""
    _scroll_to(rng, world, rng.choice([0, 2, 5, 9, _FAR]))


def _after(path: tuple[tuple[str, str], ...], screen: str, last: str) -> str:
    screens = [each for each, _ in path] + [last]
    return screens[screens.index(screen) + 1]


def _scroll_to(rng: Random, world: World, row: int) -> None:
    world.visit.scroll = max(0, row - rng.randrange(0, 9)) if row < _FAR else row
    world.revision += 1
    hierarchy_xml(world)
