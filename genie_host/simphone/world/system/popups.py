"""Pop-ups: what an app lays over its own screen unasked, a request to rate it, an advert, a hint."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.state import Prompt
from genie_host.simphone.world.system.surface import Brush, Layer

_HEIGHT_PX = 560


class Popups(System):
    """The part of the phone that lets apps interrupt."""

    def show_popup(self, title: str, text: str, button: str) -> None:
        """Lay one over the app in front."""
        names = {"title": title, "text": text, "button": button}
        self.system.prompts.append(Prompt(kind="popup", package=self.app.package, names=names, number=self._number()))
        self.log.append("popup_shown", package=self.app.package, title=title)
        self._changed()

    def close_popup(self) -> None:
        """Its one button, or the back key."""
        prompt = self.top_prompt
        if prompt is not None and prompt.kind == "popup":
            self.system.prompts.remove(prompt)
            self.log.append("popup_closed", package=prompt.package, title=prompt.names["title"])
            self._changed()


class PopupSurface:
    """The pop-up in front."""

    layer = Layer.PROMPT

    def window(self, world: System) -> Window | None:
        """Title, text and a button."""
        prompt = world.top_prompt
        if prompt is None or prompt.kind != "popup":
            return None
        brush, size, names = Brush(world, prompt.package), world.size, prompt.names
        left, right = max(60, size.width // 2 - 480), min(size.width - 60, size.width // 2 + 480)
        top = size.height // 2 - _HEIGHT_PX // 2
        root = brush.box(left, top, right, top + _HEIGHT_PX)
        root.children += [
            brush.text(
                names["title"], left + 48, top + 40, right - 48, top + 150, id=f"{prompt.package}:id/popup_title"
            ),
            brush.text(
                names["text"], left + 48, top + 160, right - 48, top + 380, id=f"{prompt.package}:id/popup_text"
            ),
            brush.button(
                names["button"],
                right - 348,
                top + 400,
                right - 48,
                top + 520,
                id=f"{prompt.package}:id/popup_button",
                on_tap="close_popup",
            ),
        ]
        return Window(kind="dialog", root=root, type="dialog", layer=self.layer, title=prompt.package)

    def back(self, world: System) -> bool:
        """Back closes it."""
        if self.window(world) is None:
            return False
        world.command("close_popup")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves behind it."""
        return self.window(world) is not None
