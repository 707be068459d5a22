"""The phone as a state machine: apps, screens, windows, touches, keys. No wire, no threads."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Point, Size
from genie_host.simphone.world import actions, paths, windows
from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.layout import KEYBOARD, ROW, Page, lay_out
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.schema import App, load_app

APPS = Path(__file__).parent.parent / "apps"
LAUNCHER = "com.android.launcher3"
PORTRAIT = Size(width=1080, height=2400)
LONG_PRESS_MS = 500
_TAP_SLOP_PX = 24


@dataclass(kw_only=True)
class Visit:
    """A screen on an app's back stack."""

    screen: str
    args: Mapping[str, str] = field(default_factory=dict)
    scroll: int = 0
    last_scroll: int = 0


@dataclass(frozen=True, kw_only=True)
class Foreground:
    """What is in front, in the phone's words and in the app file's."""

    package: str
    activity: str
    app_id: str
    screen: str


class World:
    """One phone. Call it from one thread."""

    def __init__(self, apps: Iterable[App], *, state: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        self.apps: dict[str, App] = {app.package: app for app in apps}
        if LAUNCHER not in self.apps:
            raise SimulatorError(f"a phone needs a launcher: an app with the package {LAUNCHER}")
        self.state: dict[str, dict[str, Any]] = {app.app_id: copy.deepcopy(app.state) for app in self.apps.values()}
        for app_id, variables in (state or {}).items():
            self._override(app_id, variables)
        self.random = Random(seed)  # noqa: S311 - a seed makes a phone repeatable; nothing secret hangs on it
        self.log = EventLog()
        self.rotation = 0
        self.is_screen_on = True
        self.clipboard: str | None = None
        self.toast: str | None = None
        self.focus = ""
        self.settings: dict[tuple[str, str], str] = dict(windows.DEFAULT_SETTINGS)
        self.revision = 0
        self._stacks: dict[str, list[Visit]] = {}
        self._recent: list[str] = []
        self._dialog: tuple[str, Mapping[str, Any]] | None = None
        self._open(LAUNCHER)

    @classmethod
    def from_bundled_apps(
        cls, *, state: Mapping[str, Any] | None = None, seed: int = 0, extra_apps: Iterable[Path] = ()
    ) -> World:
        """A phone with the apps that ship with Genie; ``state`` overrides variables per app id."""
        files = [*sorted(APPS.glob("*.yaml")), *extra_apps]
        return cls((load_app(path) for path in files), state=state, seed=seed)

    # What is there

    @property
    def size(self) -> Size:
        if self.rotation % 2 == 0:
            return PORTRAIT
        return Size(width=PORTRAIT.height, height=PORTRAIT.width)

    @property
    def app(self) -> App:
        return self.apps[self._recent[-1]]

    @property
    def app_id(self) -> str:
        return self.app.app_id

    @property
    def visit(self) -> Visit:
        return self._stacks[self.app.package][-1]

    @property
    def foreground(self) -> Foreground:
        app, screen = self.app, self.visit.screen
        activity = app.screens[screen].activity or app.activity
        return Foreground(package=app.package, activity=activity, app_id=app.app_id, screen=screen)

    @property
    def is_keyboard_shown(self) -> bool:
        return bool(self.focus)

    @property
    def running(self) -> list[str]:
        return list(self._recent)

    def is_running(self, package: str) -> bool:
        return package in self._stacks

    def pid_of(self, package: str) -> int:
        """Process id, 0 when it does not run."""
        return 1000 + 37 * sorted(self.apps).index(package) if self.is_running(package) else 0

    def windows(self) -> list[Window]:
        """From the bottom to the top of the glass; none when the screen is off."""
        if not self.is_screen_on:
            return []
        screen = self.app.screens[self.visit.screen]
        root, first, last = lay_out(screen, self._page())
        self.visit.scroll, self.visit.last_scroll = first, last
        shown = [Window(kind="app", root=root, secure=screen.secure)]
        if self._dialog is not None:
            name, scope = self._dialog
            shown.append(Window(kind="dialog", root=self._dialog_root(name, scope)))
        shown.append(Window(kind="status", root=windows.status_bar(self.size)))
        if self.is_keyboard_shown:
            shown.append(Window(kind="keyboard", root=windows.keyboard(self.size)))
        for position, window in enumerate(shown):
            window.root.number(str(position))
        return shown

    def roots(self, active_only: bool = False) -> list[SimNode]:
        """One tree per window; with ``active_only`` the one that would take a touch."""
        shown = self.windows()
        if active_only:
            shown = [window for window in shown if window.kind in ("app", "dialog")][-1:]
        return [window.root for window in shown]

    def scope(self) -> dict[str, Any]:
        """What templates on the current screen can name: the app's variables, then the screen's arguments."""
        installed = [
            {"label": app.label, "package": app.package} for app in self.apps.values() if app.package != LAUNCHER
        ]
        return windows.Scope(self.state[self.app_id], {**self.visit.args, "apps": installed})

    # What a person can do

    def tap(self, x: float, y: float, *, held_ms: int = 100) -> bool:
        """Touch one point; a long press when held for half a second. False when the screen is off."""
        if not self.is_screen_on:
            return False
        point = Point(x=int(x), y=int(y))
        is_long = held_ms >= LONG_PRESS_MS
        window = next((w for w in reversed(self.windows()) if w.root.bounds.contains(point)), None)
        trail = window.root.trail(point) if window else []
        hit = trail[-1] if trail else None
        self._log_touch("long_press" if is_long else "tap", point, hit)
        if self._dialog is not None and (window is None or window.kind == "app"):
            self.show_dialog(None, {})
        else:
            self._react(trail, is_long)
        return self._changed()

    def swipe(self, x1: float, y1: float, x2: float, y2: float, *, duration_ms: int = 300) -> bool:
        """Drag a finger; moves the list under it by whole rows, content following the finger."""
        if abs(x1 - x2) + abs(y1 - y2) < _TAP_SLOP_PX:
            return self.tap(x1, y1, held_ms=duration_ms)
        self.log.append("swipe", start=[int(x1), int(y1)], end=[int(x2), int(y2)])
        start = Point(x=int(x1), y=int(y1))
        over_keyboard = self.is_keyboard_shown and windows.keyboard(self.size).bounds.contains(start)
        if self.is_screen_on and self._dialog is None and not over_keyboard:
            self.windows()
            rows = round((y1 - y2) / ROW)
            self.visit.scroll = max(0, min(self.visit.last_scroll, self.visit.scroll + rows))
        return self._changed()

    def press_key(self, keycode: int) -> bool:
        """Android key codes; unknown ones are taken and do nothing, as on a phone."""
        self.log.append("key", code=keycode)
        match keycode:
            case 3:
                self._open(LAUNCHER)
            case 4:
                self._back_key()
            case 67 if self.focus:
                self._set_field(str(paths.lookup(self.scope(), self.focus) or "")[:-1])
            case 26:
                self.is_screen_on = not self.is_screen_on
            case 224:
                self.is_screen_on = True
            case 223:
                self.is_screen_on = False
        return self._changed()

    def type_text(self, text: str) -> bool:
        """Append to the focused field; False when none has the focus."""
        if not self.focus:
            return False
        self._set_field(str(paths.lookup(self.scope(), self.focus) or "") + text)
        return self._changed()

    def set_text(self, node_path: str, text: str) -> bool:
        """Replace the text of the field at a path; False when it is no field."""
        node = next((n for root in self.roots() for n in root.walk() if n.path == node_path), None)
        if node is None or not node.class_name.endswith("EditText"):
            return False
        self.focus = node.bind
        self._set_field(text)
        return self._changed()

    def clear_focused(self) -> bool:
        if self.focus:
            self._set_field("")
        return self._changed()

    def wake(self) -> None:
        self.is_screen_on = True
        self._changed()

    def sleep(self) -> None:
        self.is_screen_on = False
        self._changed()

    def set_rotation(self, quarter_turns: int) -> None:
        self.rotation = quarter_turns % 4
        self._changed()

    def start_app(self, package: str) -> bool:
        """Bring an app to the front as it was left; False when it is not installed."""
        if package not in self.apps:
            return False
        self._open(package)
        self.log.append("app_started", package=package)
        return self._changed()

    def stop_app(self, package: str) -> None:
        """End an app: its screens are gone, its variables stay."""
        self._stacks.pop(package, None)
        self._recent = [other for other in self._recent if other != package]
        if not self._recent:
            self._open(LAUNCHER)
        self._leave_screen()
        self._changed()

    def show(self, app_id: str, screen: str, **args: str) -> None:
        """Put a screen in front, as a starting point for tests and goals."""
        app = next((app for app in self.apps.values() if app.app_id == app_id), None)
        if app is None or screen not in app.screens:
            raise SimulatorError(f"no app has the screen {app_id}/{screen}")
        self._open(app.package)
        del self._stacks[app.package][1:]
        if screen != "home":
            self.go_to(screen, args)
        self._changed()

    # What actions may do (``actions.Stage``)

    def go_to(self, screen: str, args: Mapping[str, str]) -> None:
        if screen not in self.app.screens:
            raise SimulatorError(f"{self.app.label} has no screen {screen!r}")
        stack = self._stacks[self.app.package]
        known = [position for position, visit in enumerate(stack) if visit.screen == screen and visit.args == args]
        if known:
            del stack[known[0] + 1 :]
        else:
            stack.append(Visit(screen=screen, args=args, scroll=self._first_scroll(screen)))
        self._leave_screen()
        self.log.append("screen_opened", app=self.app_id, screen=screen, args=dict(args))

    def go_back(self) -> None:
        stack = self._stacks[self.app.package]
        self._leave_screen()
        if len(stack) > 1:
            stack.pop()
        elif self.app.package != LAUNCHER:
            self._open(LAUNCHER)

    def show_dialog(self, dialog: str | None, scope: Mapping[str, Any]) -> None:
        self._dialog = (dialog, scope) if dialog else None

    # Inside

    def _page(self) -> Page:
        size, sticks = self.size, self.app.screens[self.visit.screen].stick == "end"
        return Page(
            package=self.app.package,
            size=size,
            scope=self.scope(),
            focus=self.focus,
            bottom=size.height - KEYBOARD if self.is_keyboard_shown else size.height,
            scroll=-1 if self.is_keyboard_shown and sticks else self.visit.scroll,
        )

    def _dialog_root(self, name: str, scope: Mapping[str, Any]) -> SimNode:
        app = self.app
        return windows.dialog_root(app.dialogs[name], package=app.package, size=self.size, scope=scope)

    def _open(self, package: str) -> None:
        app = self.apps[package]
        self._stacks.setdefault(package, [Visit(screen="home", scroll=-1 if app.screens["home"].stick == "end" else 0)])
        if package == LAUNCHER:
            del self._stacks[package][1:]
        self._recent = [other for other in self._recent if other != package] + [package]
        self._leave_screen()

    def _leave_screen(self) -> None:
        self.focus = ""
        self._dialog = None

    def _first_scroll(self, screen: str) -> int:
        return -1 if self.app.screens[screen].stick == "end" else 0

    def _back_key(self) -> None:
        if self.focus:
            self.focus = ""
        elif self._dialog is not None:
            self._dialog = None
        else:
            self.go_back()

    def _react(self, trail: list[SimNode], is_long: bool) -> None:
        if trail and trail[-1].class_name.endswith("EditText") and trail[-1].enabled:
            self.focus = trail[-1].bind
            return
        target = next((node for node in reversed(trail) if (node.long_press if is_long else node.tap)), None)
        if target is None or not target.enabled:
            return
        for action in target.long_press if is_long else target.tap:
            actions.perform(action, target.scope, self)

    def _set_field(self, text: str) -> None:
        paths.assign(self.scope(), self.focus, text)
        self.log.append("text_entered", package=self.app.package, field=self.focus, text=text)

    def _log_touch(self, kind: str, point: Point, hit: SimNode | None) -> None:
        self.log.append(
            kind,
            x=point.x,
            y=point.y,
            package=hit.package if hit else "",
            node_class=hit.class_name if hit else "",
            node_id=hit.resource_id if hit else "",
            node_label=hit.label if hit else "",
            node_text=hit.text if hit else "",
        )

    def _override(self, app_id: str, variables: Mapping[str, Any]) -> None:
        if app_id not in self.state:
            raise SimulatorError(f"the state names {app_id}, but no app is called that")
        unknown = sorted(set(variables) - set(self.state[app_id]))
        if unknown:
            raise SimulatorError(f"the app {app_id} has no variable {unknown[0]}")
        self.state[app_id].update(copy.deepcopy(dict(variables)))

    def _changed(self) -> bool:
        self.revision += 1
        return True
