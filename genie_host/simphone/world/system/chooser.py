"""The chooser: which app is to open something."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.surface import Brush, Layer


class ChooserSurface:
    """*Open with*: a sheet with the apps that can do it."""

    layer = Layer.PROMPT

    def window(self, world: System) -> Window | None:
        """The apps, one a row."""
        prompt = world.top_prompt
        if prompt is None or prompt.kind != "chooser":
            return None
        brush, size = Brush(world, "android"), world.size
        rows = prompt.names["claims"]
        top = max(100, size.height - 260 - 150 * len(rows))
        root = brush.box(0, top, size.width, size.height, id="android:id/contentPanel")
        root.children.append(
            brush.text(world.say("Open with"), 60, top + 40, size.width - 60, top + 130, id="android:id/title")
        )
        for number, row in enumerate(rows):
            spot = top + 150 + 150 * number
            item = brush.box(0, spot, size.width, spot + 145, kind="LinearLayout")
            item.clickable = item.focusable = True
            item.on_tap = f"choose_app:{number}"
            name = world.label_of(row["package"])
            item.children.append(brush.text(name, 180, spot + 30, size.width - 60, spot + 115, id="android:id/text1"))
            root.children.append(item)
        return Window(
            kind="dialog",
            root=root,
            type="application",
            layer=self.layer,
            title="android/com.android.internal.app.ResolverActivity",
        )

    def back(self, world: System) -> bool:
        """Open with nothing."""
        if self.window(world) is None:
            return False
        world.command("cancel_chooser")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Down is away."""
        if self.window(world) is None:
            return False
        if end.y - start.y > 200:
            world.command("cancel_chooser")
        return True
