"""Status bar and navigation bar."""

from __future__ import annotations

from genie_host.simphone.world.layout import STATUS_BAR
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import NAVIGATION_BAR, System
from genie_host.simphone.world.system.surface import SYSTEM_UI, Brush, Layer, QuietSurface

_BATTERY = 83


class StatusBarSurface(QuietSurface):
    """Clock and battery at the top."""

    layer = Layer.STATUS

    def window(self, world: System) -> Window | None:
        """Always there while the screen is on."""
        brush, width = Brush(world, SYSTEM_UI), world.size.width
        root = brush.box(0, 0, width, round(STATUS_BAR * world.scale))
        root.children.append(brush.text(f"{world.date_time:%H:%M}", 40, 15, 200, 70, id="clock"))
        battery = brush.box(width - 160, 15, width - 40, 70, id="battery", kind="ImageView")
        battery.description = world.say("Battery {level} percent.", level=_BATTERY)
        root.children.append(battery)
        return Window(kind="status", root=root, type="status_bar", layer=self.layer, focusable=False, title="StatusBar")


class NavigationBarSurface(QuietSurface):
    """Back, home and overview, where the phone has buttons for them."""

    layer = Layer.NAVIGATION

    def window(self, world: System) -> Window | None:
        """Three buttons at the bottom."""
        if not world.has_buttons:
            return None
        size = world.size
        brush, top = Brush(world, SYSTEM_UI), size.height - NAVIGATION_BAR
        root = brush.box(0, top, size.width, size.height, id="navigation_bar_frame")
        third = size.width // 3
        buttons = (("Back", "back", 4), ("Home", "home_button", 3), ("Overview", "recent_apps", 187))
        for position, (phrase, resource_id, code) in enumerate(buttons):
            left = position * third + third // 2 - 110
            root.children.append(
                brush.button(
                    world.say(phrase),
                    left,
                    top + 8,
                    left + 220,
                    size.height - 8,
                    id=resource_id,
                    kind="ImageView",
                    on_tap=f"press_keycode:{code}",
                    described=True,
                )
            )
        return Window(
            kind="navigation",
            root=root,
            type="navigation_bar",
            layer=self.layer,
            focusable=False,
            title="NavigationBar0",
        )
