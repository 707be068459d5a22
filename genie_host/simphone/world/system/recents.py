"""The overview of recent apps."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.navigation import LAUNCHER
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.surface import Brush, Layer

_ROWS, _COLUMNS = 3, 2
_DRAG_PX = 150


class Recents(System):
    """The part of the phone that goes from app to app."""

    @property
    def recent_apps(self) -> list[str]:
        """Packages that are open, the latest first, the home screen left out."""
        return [package for package in reversed(self.running) if package != LAUNCHER]

    def open_recents(self) -> None:
        """Show them; a second press goes to the app before, as on a phone."""
        if not self.is_screen_on or self.system.lock.is_up:
            return
        if self.system.shows_recents:
            others = [package for package in self.recent_apps if package != self.app.package]
            self.open_recent(others[0] if others else LAUNCHER)
            return
        self.system.shows_recents, self.system.shade = True, "closed"
        self._leave_keyboard()
        self._changed()

    def open_recent(self, package: str) -> None:
        """Tap a card."""
        self.system.shows_recents = False
        self.start_app(package)
        self._changed()

    def close_recents(self) -> None:
        """Back to where one was."""
        self.system.shows_recents = False
        self._changed()

    def dismiss_recent(self, package: str) -> None:
        """Swipe a card away: the app ends."""
        self.log.append("recent_dismissed", package=package)
        self.stop_app(package)

    def clear_recents(self) -> None:
        """*Clear all*: every app ends, and the home screen comes."""
        for package in self.recent_apps:
            self.dismiss_recent(package)
        self.open_recent(LAUNCHER)


class RecentsSurface:
    """A card for each app, the latest first."""

    layer = Layer.RECENTS

    def window(self, world: System) -> Window | None:
        """The home app's own screen for it."""
        if not world.system.shows_recents:
            return None
        brush, size = Brush(world, LAUNCHER), world.size
        root = brush.box(0, 0, size.width, size.height, id="overview_panel")
        packages = [package for package in reversed(world.running) if package != LAUNCHER]
        width, height = (size.width - 120) // _COLUMNS, (size.height - 520) // _ROWS
        for position, package in enumerate(packages[: _ROWS * _COLUMNS]):
            left, top = 40 + (position % _COLUMNS) * (width + 40), 140 + (position // _COLUMNS) * (height + 30)
            card = brush.button(
                world.label_of(package),
                left,
                top,
                left + width,
                top + height,
                id="task",
                kind="FrameLayout",
                on_tap=f"open_recent:{package}",
                described=True,
            )
            card.children.append(
                brush.text(world.label_of(package), left + 30, top + 20, left + width - 30, top + 90, id="title")
            )
            root.children.append(card)
        if packages:
            middle = size.width // 2
            root.children.append(
                brush.button(
                    world.say("Clear all"),
                    middle - 180,
                    size.height - 280,
                    middle + 180,
                    size.height - 160,
                    id="clear_all",
                    on_tap="clear_recents",
                )
            )
        else:
            root.children.append(
                brush.text(world.say("No recent items"), 80, size.height // 2, size.width - 80, size.height // 2 + 100)
            )
        return Window(
            kind="recents",
            root=root,
            type="application",
            layer=self.layer,
            title=f"{LAUNCHER}/com.android.quickstep.RecentsActivity",
        )

    def back(self, world: System) -> bool:
        """To where one was."""
        if not world.system.shows_recents:
            return False
        world.command("close_recents")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """A card that is pushed up is gone."""
        window = self.window(world)
        if window is None:
            return False
        if start.y - end.y > _DRAG_PX:
            for node in window.root.trail(start):
                if node.on_tap.startswith("open_recent:"):
                    world.command(f"dismiss_recent:{node.on_tap.partition(':')[2]}")
                    break
        return True
