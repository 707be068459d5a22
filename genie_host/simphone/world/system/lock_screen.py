"""What the locked phone shows: a clock, and the PIN pad."""

from __future__ import annotations

import math

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.surface import SYSTEM_UI, Brush, Layer

_SWIPE_PX = 200
_PAD = ("123", "456", "789")


class KeyguardSurface:
    """Clock, then PIN pad; nothing of the apps is to be seen behind it."""

    layer = Layer.KEYGUARD

    def window(self, world: System) -> Window | None:
        """The lock screen while it is up. The PIN pad is black in pictures."""
        lock = world.system.lock
        if not lock.is_up:
            return None
        size = world.size
        brush = Brush(world, SYSTEM_UI, mirrored=False)
        root = brush.box(0, 0, size.width, size.height, id="keyguard_root_view")
        if lock.asks_pin:
            _draw_pad(root, brush, world)
        else:
            _draw_clock(root, brush, world)
        return Window(
            kind="keyguard",
            root=root,
            secure=lock.asks_pin,
            type="keyguard",
            layer=self.layer,
            title="NotificationShade",
        )

    def back(self, world: System) -> bool:
        """From the pad to the clock."""
        if not world.system.lock.is_up:
            return False
        world.command("leave_pin_pad")
        return True

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Up opens, or asks for the PIN."""
        if not world.system.lock.is_up:
            return False
        if start.y - end.y > _SWIPE_PX:
            world.command("dismiss_keyguard")
        return True


def _draw_clock(root: SimNode, brush: Brush, world: System) -> None:
    size = world.size
    clock = f"{world.date_time:%H:%M}"
    root.children.append(brush.text(clock, 80, 260, size.width - 80, 460, id="lockscreen_clock_view"))
    top = 520
    for posted in world.system.notifications[:3]:
        row = brush.button(
            posted.title, 60, top, size.width - 60, top + 140, on_tap="dismiss_keyguard", kind="TextView"
        )
        root.children.append(row)
        top += 160
    hint = brush.text(
        world.say("Swipe up to open"),
        80,
        size.height - 260,
        size.width - 80,
        size.height - 180,
        id="keyguard_indication_text",
    )
    root.children.append(hint)


def _draw_pad(root: SimNode, brush: Brush, world: System) -> None:
    size, lock = world.size, world.system.lock
    step = max(90, min(210, (size.height - 700) // 5))
    top = size.height - 5 * step - 60
    middle = size.width // 2
    seconds = math.ceil(lock.locked_until - world.now)
    message = world.say(lock.message or "Enter your PIN", seconds=max(0, seconds))
    area = brush.text(message, 80, top - 300, size.width - 80, top - 200, id="keyguard_message_area")
    field = brush.text("•" * len(lock.entered), 200, top - 180, size.width - 200, top - 60, id="pinEntry")
    field.class_name, field.password = "android.widget.EditText", True
    field.description = world.say("PIN area")
    field.focusable = field.focused = True
    root.children += [area, field]
    for row, digits in enumerate(_PAD):
        for column, digit in enumerate(digits):
            left = middle - 330 + 220 * column
            root.children.append(_key(brush, digit, left, top + row * step, step, f"key{digit}", f"press_pin:{digit}"))
    bottom = top + 3 * step
    delete = _key(brush, world.say("Delete"), middle - 330, bottom, step, "delete_button", "press_pin:delete")
    enter = _key(brush, world.say("Enter"), middle + 110, bottom, step, "key_enter", "enter_pin")
    for key in (delete, enter):
        key.description, key.text, key.class_name = key.text, "", "android.widget.ImageButton"
    zero = _key(brush, "0", middle - 110, bottom, step, "key0", "press_pin:0")
    emergency = brush.button(
        world.say("Emergency call"),
        middle - 250,
        bottom + step + 10,
        middle + 250,
        bottom + 2 * step - 10,
        id="emergency_call_button",
        on_tap="emergency_call",
    )
    root.children += [delete, zero, enter, emergency]


def _key(brush: Brush, text: str, left: int, top: int, height: int, id: str, on_tap: str) -> SimNode:
    return brush.button(text, left + 10, top + 5, left + 210, top + height - 5, id=id, on_tap=on_tap)
