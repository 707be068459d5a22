"""The windows around an app's own: dialogs, status bar, keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Bounds, Size
from genie_host.simphone.world import paths
from genie_host.simphone.world.layout import KEYBOARD, STATUS_BAR
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Dialog

SYSTEM_UI = "com.android.systemui"
KEYBOARD_PACKAGE = "com.android.inputmethod.latin"
DEFAULT_SETTINGS = {
    ("secure", "default_input_method"): f"{KEYBOARD_PACKAGE}/.LatinIME",
    ("system", "accelerometer_rotation"): "0",
    ("system", "screen_brightness"): "128",
    ("system", "user_rotation"): "0",
}


def dialog_root(dialog: Dialog, *, package: str, size: Size, scope: Mapping[str, Any]) -> SimNode:
    """A dialog in the middle of the screen."""
    spot = Bounds(left=90, top=size.height // 2 - 300, right=size.width - 90, bottom=size.height // 2 + 300)
    root = SimNode(class_name="android.widget.FrameLayout", package=package, bounds=spot)
    lines = [("android:id/alertTitle", dialog.title, 40, 140), ("android:id/message", dialog.message, 150, 380)]
    for resource_id, template, top, bottom in lines:
        if template:
            inner = Bounds(left=spot.left + 48, top=spot.top + top, right=spot.right - 48, bottom=spot.top + bottom)
            root.children.append(_text(package, resource_id, paths.expand(template, scope), inner))
    right = spot.right - 48
    for position, item in enumerate(reversed(dialog.buttons), start=1):
        inner = Bounds(left=right - 260, top=spot.bottom - 170, right=right, bottom=spot.bottom - 40)
        button = _text(package, item.id or f"android:id/button{position}", paths.expand(item.text, scope), inner)
        button.class_name = "android.widget.Button"
        button.clickable = button.focusable = True
        # A dialog's button closes it, whatever else it does.
        button.tap, button.scope = [{"dismiss": True}, *item.tap], scope
        root.children.append(button)
        right -= 280
    return root


def status_bar(size: Size) -> SimNode:
    """Clock and battery at the top."""
    width = size.width
    root = SimNode(
        class_name="android.widget.FrameLayout",
        package=SYSTEM_UI,
        bounds=Bounds(left=0, top=0, right=width, bottom=STATUS_BAR),
    )
    clock = Bounds(left=40, top=15, right=200, bottom=70)
    root.children.append(_text(SYSTEM_UI, f"{SYSTEM_UI}:id/clock", "10:31", clock))
    battery = _text(
        SYSTEM_UI, f"{SYSTEM_UI}:id/battery", "", Bounds(left=width - 160, top=15, right=width - 40, bottom=70)
    )
    battery.class_name, battery.description = "android.widget.ImageView", "Battery 83 percent."
    root.children.append(battery)
    return root


def keyboard(size: Size) -> SimNode:
    """The on-screen keyboard, without its keys."""
    spot = Bounds(left=0, top=size.height - KEYBOARD, right=size.width, bottom=size.height)
    return SimNode(
        class_name="android.widget.FrameLayout", package=KEYBOARD_PACKAGE, bounds=spot, description="Keyboard"
    )


def _text(package: str, resource_id: str, text: str, spot: Bounds) -> SimNode:
    return SimNode(
        class_name="android.widget.TextView", package=package, bounds=spot, resource_id=resource_id, text=text
    )
