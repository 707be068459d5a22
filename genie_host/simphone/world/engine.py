"""The phone as a state machine: windows, touches, keys. No wire, no threads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from genie_host.core.geometry import Point, Size
from genie_host.simphone.world import actions, paths, windows
from genie_host.simphone.world.layout import KEYBOARD, ROW, Page, lay_out
from genie_host.simphone.world.navigation import LAUNCHER, Foreground, Navigation
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.schema import App, load_app

__all__ = ["LAUNCHER", "PORTRAIT", "Foreground", "World"]

APPS = Path(__file__).parent.parent / "apps"
PORTRAIT = Size(width=1080, height=2400)
LONG_PRESS_MS = 500
_TAP_SLOP_PX = 24


class World(Navigation):
    """One phone. Call it from one thread."""

    def __init__(self, apps: Iterable[App], *, state: Mapping[str, Any] | None = None, seed: int = 0) -> None:
        super().__init__(apps, state=state)
        self.random = Random(seed)  # noqa: S311 - a seed makes a phone repeatable; nothing secret hangs on it
        self.rotation = 0
        self.is_screen_on = True
        self.clipboard: str | None = None
        self.settings: dict[tuple[str, str], str] = dict(windows.DEFAULT_SETTINGS)

    @classmethod
    def from_bundled_apps(
        cls, *, state: Mapping[str, Any] | None = None, seed: int = 0, extra_apps: Iterable[Path] = ()
    ) -> World:
        """A phone with the apps that ship with Genie; ``state`` overrides variables per app id."""
        files = [*sorted(APPS.glob("*.yaml")), *extra_apps]
        return cls((load_app(path) for path in files), state=state, seed=seed)

    @property
    def size(self) -> Size:
        if self.rotation % 2 == 0:
            return PORTRAIT
        return Size(width=PORTRAIT.height, height=PORTRAIT.width)

    @property
    def is_keyboard_shown(self) -> bool:
        return bool(self.focus)

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
