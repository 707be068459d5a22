"""Toasts: a line near the bottom that goes away by itself."""

from __future__ import annotations

from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.surface import Brush, Layer, QuietSurface

_SHORT_SECONDS = 2.0


class Toasts(System):
    """The part of the phone that shows toasts."""

    def show_toast(self, text: str) -> None:
        """Show a line for two seconds; it takes the place of the one before."""
        self.toast = text
        self.system.toast, self.system.toast_package = text, self.actor.package
        self.system.toast_until = self.now + _SHORT_SECONDS
        self.log.append("toast", package=self.actor.package, text=text)
        self._forget_plan("end_toast")
        self._plan(_SHORT_SECONDS, command="end_toast")
        self._changed()

    def end_toast(self) -> None:
        """Take the line away; ``toast`` still tells the last one, as accessibility events do."""
        self.system.toast = ""
        self._changed()


class ToastSurface(QuietSurface):
    """In the picture, but not in the accessibility tree, as on a phone."""

    layer = Layer.TOAST

    def window(self, world: System) -> Window | None:
        """The line, while it lasts."""
        if not world.system.toast:
            return None
        brush, size = Brush(world, world.system.toast_package), world.size
        half = min(420, size.width // 2 - 60)
        left, right = size.width // 2 - half, size.width // 2 + half
        # It stands above the keyboard, which would hide it.
        floor = max(160, world.keyboard_top if world.is_keyboard_shown else size.height - 300)
        root = brush.box(left, floor - 160, right, floor - 40)
        root.children.append(
            brush.text(world.system.toast, left + 20, floor - 140, right - 20, floor - 60, id="android:id/message")
        )
        return Window(
            kind="toast", root=root, type="toast", layer=self.layer, focusable=False, title="Toast", is_accessible=False
        )
