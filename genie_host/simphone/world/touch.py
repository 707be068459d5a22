"""Fingers on the glass: taps, drags, and the gestures that begin at an edge."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.glass import Glass
from genie_host.simphone.world.layout import pages_moved, rows_moved
from genie_host.simphone.world.layout.controls import slid
from genie_host.simphone.world.navigation import LAUNCHER
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.schema import Action
from genie_host.simphone.world.system.surface import Surface
from genie_host.simphone.world.system.surfaces import SURFACES

LONG_PRESS_MS = 500
_TAP_SLOP_PX = 24
_EDGE_PX = 30
_FAR_PX = 250
_HELD_MS = 800
"""A drag from below that is this slow stops at the overview of recent apps."""


class Touch(Glass):
    """The part of the phone that is touched."""

    def tap(self, x: float, y: float, *, held_ms: int = 100) -> bool:
        """Touch one point; a long press when held for half a second. False when the screen is off."""
        self.tick()
        if not self.is_screen_on:
            return False
        point = Point(x=int(x), y=int(y))
        is_long = held_ms >= LONG_PRESS_MS
        shown = self.windows()
        # A finger goes through a toast to what is below.
        solid = (window for window in reversed(shown) if window.type != "toast")
        window = next((window for window in solid if window.root.bounds.contains(point)), None)
        trail = window.root.trail(point) if window else []
        self._log_touch("long_press" if is_long else "tap", point, trail[-1] if trail else None)
        modal = next((window for window in reversed(shown) if window.focusable), None)
        if modal is not None and modal.kind != "app" and _is_below(window, modal, shown):
            self._touch_beside(modal)
        else:
            self._react(trail, point, is_long)
        return self._changed()

    def swipe(self, x1: float, y1: float, x2: float, y2: float, *, duration_ms: int = 300) -> bool:
        """Drag a finger; moves the list under it by whole rows, content following the finger."""
        if abs(x1 - x2) + abs(y1 - y2) < _TAP_SLOP_PX:
            return self.tap(x1, y1, held_ms=duration_ms)
        self.tick()
        self.log.append("swipe", start=[int(x1), int(y1)], end=[int(x2), int(y2)])
        start, end = Point(x=int(x1), y=int(y1)), Point(x=int(x2), y=int(y2))
        is_taken = not self.is_screen_on or self._edge_gesture(start, end, duration_ms)
        is_taken = is_taken or any(surface.swipe(self, start, end) for surface in _highest_first())
        if not is_taken and self._dialog is None:
            self._drag(start, end)
        return self._changed()

    def go_home(self) -> None:
        """Home, past everything that can be left."""
        self.system.shade, self.system.shows_recents = "closed", False
        if self.is_locked:
            return
        self.hide_call()
        self.cancel_finger()
        self.cancel_chooser()
        self._open(LAUNCHER)

    def press_back(self) -> None:
        """Leave what is on top: a surface, a dialog, a screen, the app."""
        if any(surface.back(self) for surface in _highest_first()):
            return
        if self._dialog is not None:
            self.show_dialog(None, {})
        else:
            self.go_back()

    def _edge_gesture(self, start: Point, end: Point, duration_ms: int) -> bool:
        """Drags that begin at an edge of the glass belong to the system."""
        size, across, down = self.size, end.x - start.x, end.y - start.y
        if start.y <= _EDGE_PX * 2 and down > _FAR_PX and self.system.shade == "closed":
            self.open_shade()
            return True
        if self.has_buttons or self.is_locked:
            return False
        if start.y >= size.height - _EDGE_PX and -down > _FAR_PX:
            if duration_ms >= _HELD_MS:
                self.open_recents()
            else:
                self.go_home()
            return True
        is_sideways = abs(across) > max(_FAR_PX, abs(down))
        inward = (start.x <= _EDGE_PX and across > 0) or (start.x >= size.width - _EDGE_PX and across < 0)
        if is_sideways and inward:
            self.press_back()
            return True
        return False

    def _drag(self, start: Point, end: Point) -> None:
        windows = self.windows()
        trail = next((w.root.trail(start) for w in reversed(windows) if w.root.bounds.contains(start)), [])
        handle = next((node for node in reversed(trail) if node.range is not None), None)
        if handle is not None:
            self._perform(handle, slid(handle, end, is_mirrored=self.is_right_to_left))
            return
        screen, visit = self.app.screens[self.visit.screen], self.visit
        turned = pages_moved(screen, start, end, is_mirrored=self.is_right_to_left)
        if turned:
            last = max((item.page for item in screen.body), default=0)
            visit.page = max(0, min(last, visit.page + turned))
            return
        rows = rows_moved(start, end, scale=self.scale)
        visit.scroll = max(0, min(visit.last_scroll, visit.scroll + rows))

    def _touch_beside(self, modal: Window) -> None:
        """A dialog of an app is closed so, a prompt of the system is not."""
        if self._dialog is not None and modal.type == "dialog":
            self.show_dialog(None, {})
        elif self.top_prompt is not None and self.top_prompt.kind == "chooser":
            self.cancel_chooser()

    def _react(self, trail: list[SimNode], point: Point, is_long: bool) -> None:
        """The innermost node that answers to touches takes this one; a disabled one takes it for nothing."""
        target = next((node for node in reversed(trail) if _answers(node, is_long)), None)
        if target is None or not target.enabled:
            return
        if _is_field(target):
            self.focus = target.bind
        elif target.range is not None:
            self._perform(target, slid(target, point, is_mirrored=self.is_right_to_left))
        elif target.on_tap:
            self.command(target.on_tap)
        else:
            self._perform(target, _actions(target, is_long))

    def _perform(self, node: SimNode, actions: list[Action]) -> None:
        self.perform(actions, node.scope)

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


def _answers(node: SimNode, is_long: bool) -> bool:
    return _is_field(node) or node.range is not None or bool(node.on_tap or _actions(node, is_long))


def _is_field(node: SimNode) -> bool:
    return node.class_name.endswith("EditText") and bool(node.bind)


def _actions(node: SimNode, is_long: bool) -> list[Action]:
    return node.long_press if is_long else node.tap


def _highest_first() -> list[Surface]:
    return list(reversed(SURFACES))


def _is_below(window: Window | None, other: Window, shown: list[Window]) -> bool:
    """Whether a touched window lies under another; touching nothing counts as lying under."""
    return window is None or shown.index(window) < shown.index(other)
