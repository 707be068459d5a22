"""The on-screen keyboard: a window over the lower part of the screen, its keys as nodes."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import KEYBOARD_PACKAGE, System
from genie_host.simphone.world.system.surface import Brush, Layer

_LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_SYMBOLS = ("1234567890", "@#£_&-+()", "*\"':;!?")


class Keyboard(System):
    """The part of the phone that is typed on."""

    def shift_keyboard(self, plane: str) -> None:
        """``letters``, ``capitals`` or ``symbols``."""
        self.system.keyboard = "capitals" if plane == "capitals" else "symbols" if plane == "symbols" else "letters"
        self._changed()

    def hide_keyboard(self) -> None:
        """Take it away, and the input focus with it."""
        self.focus = ""
        self.system.keyboard = "letters"
        self._changed()


class KeyboardSurface:
    """Latin letters and signs, whatever the language of the phone."""

    layer = Layer.KEYBOARD

    def window(self, world: System) -> Window | None:
        """The keys while a field has the focus."""
        if not world.is_keyboard_shown or world.system.lock.is_up:
            return None
        size, top = world.size, world.keyboard_top
        brush = Brush(world, KEYBOARD_PACKAGE, mirrored=False)
        root = brush.box(0, top, size.width, size.height - world.navigation_height)
        root.description = "Keyboard"
        _draw_keys(root, brush, world)
        return Window(
            kind="keyboard", root=root, type="input_method", layer=self.layer, focusable=False, title="InputMethod"
        )

    def back(self, world: System) -> bool:
        """Down with it."""
        if self.window(world) is None:
            return False
        world.command("hide_keyboard")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """A drag over the keys moves nothing behind them."""
        window = self.window(world)
        return window is not None and window.root.bounds.contains(start)


def _draw_keys(root: SimNode, brush: Brush, world: System) -> None:
    plane, area = world.system.keyboard, root.bounds
    rows = _SYMBOLS if plane == "symbols" else _LETTERS
    step, height = area.width // 10, area.height // 4
    for number, row in enumerate(rows):
        left = area.left + (area.width - step * len(row)) // 2
        for character in row:
            shown = character.upper() if plane == "capitals" else character
            top = area.top + number * height
            root.children.append(_key(brush, shown, left, top, step, height, f"type_key:{shown}"))
            left += step
    third, last = area.top + 2 * height, area.top + 3 * height
    side = step + step // 2
    other = "letters" if plane == "capitals" else "capitals"
    if plane != "symbols":
        root.children.append(_key(brush, world.say("Shift"), area.left, third, side, height, f"shift_keyboard:{other}"))
    root.children.append(_key(brush, world.say("Delete"), area.right - side, third, side, height, "press_keycode:67"))
    is_signs = plane == "symbols"
    phrase, target = ("Letters", "letters") if is_signs else ("Symbols", "symbols")
    root.children.append(_key(brush, world.say(phrase), area.left, last, side, height, f"shift_keyboard:{target}"))
    root.children.append(_key(brush, ",", area.left + side, last, step, height, "type_key:,"))
    space = area.width - 2 * side - 2 * step
    root.children.append(_key(brush, world.say("Space"), area.left + side + step, last, space, height, "type_key: "))
    root.children.append(_key(brush, ".", area.right - side - step, last, step, height, "type_key:."))
    root.children.append(_key(brush, world.say("Enter"), area.right - side, last, side, height, "press_keycode:66"))


def _key(brush: Brush, name: str, left: int, top: int, width: int, height: int, on_tap: str) -> SimNode:
    node = brush.box(left, top, left + width, top + height, kind="android.inputmethodservice.Keyboard$Key")
    node.description, node.clickable, node.on_tap = name, True, on_tap
    return node
