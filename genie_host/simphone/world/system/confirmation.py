"""The companion's window: what is to be approved, laid over the app in front until a finger or a *no* comes."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.state import Confirmation
from genie_host.simphone.world.system.surface import Brush, Layer

_LINE_PX = 44
_LINE_CHARACTERS = 46
_GAP_PX = 16
_ABOVE = frozenset({"anr", "crash", "finger"})
"""Questions of the system itself, which lie above every app."""


class Confirmations(System):
    """The part of the phone that lets the companion ask. What an answer means is the companion's own affair."""

    @property
    def confirmation(self) -> Confirmation | None:
        """What is asked now."""
        return self.system.confirmation

    @property
    def has_confirmation_focus(self) -> bool:
        """Whether the companion's window takes the keys: nothing came before it since it was shown."""
        shown, system = self.system.confirmation, self.system
        if shown is None or not self.is_screen_on or shown.over != self.app.package:
            return False
        is_covered = system.lock.is_up or system.shade != "closed" or system.shows_recents
        prompt, call = self.top_prompt, system.call
        is_interrupted = prompt is not None and (prompt.number > shown.number or prompt.kind in _ABOVE)
        is_called = call is not None and not call.is_hidden and call.since > shown.since
        return not (is_covered or is_interrupted or is_called)

    def show_confirmation(self, package: str, activity: str, lines: list[str], *, code: str = "") -> Confirmation:
        """Ask; the lines are shown as they are, for they are what is signed."""
        self._leave_keyboard()
        self.system.shade, self.system.shows_recents = "closed", False
        shown = Confirmation(
            package=package,
            activity=activity,
            lines=list(lines),
            over=self.app.package,
            code=code,
            number=self._number(),
            since=self.now,
        )
        self.system.confirmation = shown
        self.log.append("confirmation_shown", package=package, lines=list(lines), code=code)
        self._changed()
        return shown

    def _open(self, package: str) -> None:
        """Whatever comes to the front, the app below included, takes the companion's place."""
        self.close_confirmation("left")
        super()._open(package)

    def close_confirmation(self, why: str) -> None:
        """The window goes, whatever the reason."""
        shown, self.system.confirmation = self.system.confirmation, None
        if shown is not None:
            self.log.append("confirmation_closed", package=shown.package, why=why)
            self._changed()

    def cancel_confirmation(self) -> None:
        """*Deny*, or the back key."""
        self.close_confirmation("denied")

    def continue_confirmation(self) -> None:
        """*Continue*: the sensor may be touched now, which alone means *yes*. Whoever pressed this has said nothing."""
        self.tell_confirmation("Touch the sensor")

    def tell_confirmation(self, message: str) -> None:
        """Something else under the lines."""
        if self.system.confirmation is not None:
            self.system.confirmation.message = message
            self._changed()


class ConfirmationSurface:
    """Over the app and whatever it had asked before, under all that comes later. Pictures of it are black."""

    layer = Layer.CALL

    def window(self, world: System) -> Window | None:
        """The lines from top to bottom, a note, *Deny* and *Continue*; as in the real one nothing has an id."""
        shown = world.system.confirmation
        if shown is None or shown.over != world.app.package:
            return None
        brush, size = Brush(world, shown.package, mirrored=False), world.size
        root = brush.box(0, 0, size.width, size.height)
        root.focusable = root.focused = True
        below = size.height - world.navigation_height - 40
        _write_lines(root, brush, shown, below - 330)
        root.children += [
            brush.text(shown.message, 60, below - 310, size.width - 60, below - 210),
            brush.button("Deny", 60, below - 140, size.width // 2 - 20, below, on_tap="cancel_confirmation"),
            brush.button(
                "The codes are equal" if shown.code else "Continue",
                size.width // 2 + 20,
                below - 140,
                size.width - 60,
                below,
                on_tap="continue_confirmation",
            ),
        ]
        name = f"{shown.package}/{shown.package if shown.activity.startswith('.') else ''}{shown.activity}"
        return Window(kind="dialog", root=root, secure=True, type="application", layer=_layer(world, shown), title=name)

    def back(self, world: System) -> bool:
        """Back is *Deny*, for whoever sees the window."""
        if self.window(world) is None:
            return False
        world.command("cancel_confirmation")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Nothing moves behind it."""
        return self.window(world) is not None


def _layer(world: System, shown: Confirmation) -> int:
    """What was there when it came lies below it, what came later above."""
    prompt, call = world.top_prompt, world.system.call
    if prompt is not None and prompt.number > shown.number:
        return Layer.PROMPT - 1
    if call is not None and call.since > shown.since:
        return Layer.CALL - 1
    return Layer.CALL


def _write_lines(root: SimNode, brush: Brush, shown: Confirmation, floor: int) -> None:
    """Each line as high as it needs; a screen that is too small shows the rest squeezed, and leaves none out."""
    width = root.bounds.width
    heights = [_LINE_PX * (1 + len(text) // _LINE_CHARACTERS) + _GAP_PX for text in shown.lines]
    scale = min(1.0, (floor - 120) / max(1, sum(heights)))
    top = 120.0
    for text, height in zip(shown.lines, heights, strict=True):
        root.children.append(brush.text(text, 60, int(top), width - 60, int(top + height * scale)))
        top += height * scale
