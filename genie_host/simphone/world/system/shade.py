"""The notification shade and quick settings."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.notifications import Notifications, fill_row, height_of
from genie_host.simphone.world.system.surface import SYSTEM_UI, Brush, Layer
from genie_host.simphone.world.system.switches import SWITCHES, Switches

_TOP = 90
_DRAG_PX = 150
_TILE_HEIGHT = 160
_FIRST_TILES = 4


class Shade(Notifications):
    """The part of the phone that is pulled down from the top."""

    def open_shade(self) -> None:
        """Pull it down; a second time opens quick settings. Not over the lock screen."""
        if not self.is_screen_on or self.system.lock.is_up:
            return
        self.system.shade = "quick" if self.system.shade == "notifications" else "notifications"
        self.system.heads_up = ""
        self._leave_keyboard()
        self._changed()

    def open_quick_settings(self) -> None:
        """Pull it down all the way."""
        if self.is_screen_on and not self.system.lock.is_up:
            self.system.shade = "quick"
            self._leave_keyboard()
            self._changed()

    def close_shade(self) -> None:
        """Push it up."""
        self.system.shade = "closed"
        self._changed()

    def open_settings(self) -> None:
        """The cogwheel."""
        self.close_shade()
        self.start_app(self._settings_package)

    def open_storage_settings(self) -> None:
        """Where the warning of low storage leads."""
        self.start_app(self._settings_package)
        if "storage" in self.app.screens:
            self.go_to("storage", {})

    @property
    def _settings_package(self) -> str:
        return next((app.package for app in self.apps.values() if app.app_id == "settings"), "")


class ShadeSurface:
    """Tiles above, notifications below."""

    layer = Layer.SHADE

    def window(self, world: System) -> Window | None:
        """The whole screen while it is down."""
        if world.system.shade == "closed" or not isinstance(world, Switches):
            return None
        brush, size = Brush(world, SYSTEM_UI), world.size
        root = brush.box(0, 0, size.width, size.height, id="notification_panel")
        root.on_tap = "close_shade"
        is_quick = world.system.shade == "quick"
        top = _draw_tiles(root, brush, world, list(SWITCHES) if is_quick else list(SWITCHES)[:_FIRST_TILES])
        if is_quick:
            _draw_quick_footer(root, brush, world, top)
        else:
            _draw_notifications(root, brush, world, top)
        return Window(kind="shade", root=root, type="notification_shade", layer=self.layer, title="NotificationShade")

    def back(self, world: System) -> bool:
        """Up with it."""
        if world.system.shade == "closed":
            return False
        world.command("close_shade")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Down is quick settings, up is away, sideways takes a notification along."""
        if world.system.shade == "closed":
            return False
        across, down = end.x - start.x, end.y - start.y
        if abs(down) >= abs(across):
            if down > _DRAG_PX:
                world.command("open_quick_settings")
            elif -down > _DRAG_PX:
                world.command("close_shade")
            return True
        window = self.window(world)
        trail = window.root.trail(start) if window is not None and abs(across) > _DRAG_PX else []
        for node in trail:
            if node.on_tap.startswith("open_notification:"):
                world.command(f"dismiss_notification:{node.on_tap.partition(':')[2]}")
                break
        return True


def _draw_tiles(root: SimNode, brush: Brush, world: Switches, names: list[str]) -> int:
    width = world.size.width
    half = (width - 60) // 2
    for position, name in enumerate(names):
        left, top = 20 + (position % 2) * (half + 20), _TOP + 20 + (position // 2) * (_TILE_HEIGHT + 16)
        label, is_on = world.say(SWITCHES[name].tile), world.is_on(name)
        tile = brush.button(
            label, left, top, left + half, top + _TILE_HEIGHT, on_tap=f"flip:{name}", kind="Switch", described=True
        )
        tile.checkable, tile.checked = True, is_on
        state = world.say("On" if is_on else "Off")
        tile.children = [
            brush.text(label, left + 120, top + 25, left + half - 20, top + 85, id="tile_label"),
            brush.text(state, left + 120, top + 90, left + half - 20, top + 140, id="app_label"),
        ]
        root.children.append(tile)
    return _TOP + 40 + ((len(names) + 1) // 2) * (_TILE_HEIGHT + 16)


def _draw_quick_footer(root: SimNode, brush: Brush, world: System, top: int) -> None:
    width = world.size.width
    slider = brush.box(40, top, width - 40, top + 120, id="slider", kind="SeekBar")
    slider.description = world.say("Brightness")
    settings = brush.button(
        world.say("Open settings"),
        width - 180,
        top + 140,
        width - 40,
        top + 260,
        id="settings_button_container",
        kind="ImageButton",
        on_tap="open_settings",
        described=True,
    )
    root.children += [slider, settings]


def _draw_notifications(root: SimNode, brush: Brush, world: System, top: int) -> None:
    width, bottom = world.size.width, world.size.height - 260
    shown = 0
    for posted in world.system.notifications:
        height = height_of(posted)
        if top + height > bottom:
            break
        row = brush.box(20, top, width - 20, top + height, id="expandableNotificationRow")
        fill_row(row, brush, world, posted, 20, top, width - 20)
        root.children.append(row)
        top += height + 12
        shown += 1
    if not shown:
        empty = brush.text(world.say("No notifications"), 60, top + 20, width - 60, top + 110, id="no_notifications")
        root.children.append(empty)
        return
    clear = brush.button(
        world.say("Clear all"),
        width - 340,
        top + 10,
        width - 40,
        top + 120,
        id="dismiss_text",
        on_tap="clear_notifications",
    )
    root.children.append(clear)
