"""Which windows of a dump a person can use now: bars and keyboards aside, only what is in front.

The order of roots in a dump means nothing (the phone collects them in a hash set), so order comes from evidence: a
smaller window that lies inside another is in front of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import AccessibilityNode

SYSTEM_UI = "com.android.systemui"
_KEYBOARD_WORDS = ("inputmethod", "keyboard", "honeyboard", "swiftkey", "gboard", ".ime")
_PROMPT_WORDS = ("permissioncontroller", "packageinstaller")
_SMALLEST_DIALOG, _LARGEST_DIALOG = 0.04, 0.9
"""Shares of the window behind: less is a floating button, more is a screen of its own."""
_SYSTEM_DIALOG_PACKAGES = ("android", SYSTEM_UI)


@dataclass(frozen=True, kw_only=True)
class FrontWindows:
    """The windows that take touches now."""

    roots: tuple[AccessibilityNode, ...]
    is_keyboard_shown: bool
    dialog_package: str
    """Package of a system dialog or permission prompt in front; empty when there is none."""


def front_windows(roots: Sequence[AccessibilityNode], size: Size) -> FrontWindows:
    """Pick the usable windows of a dump."""
    screen = Bounds(left=0, top=0, right=size.width, bottom=size.height)
    usable = [root for root in roots if root.bounds.clipped(screen).area > 0 and root.is_visible]
    keyboards = [root for root in usable if is_keyboard(root)]
    content = [root for root in usable if root not in keyboards and not is_system_bar(root, size)]
    front = [root for root in content if not any(_covers(other, root) for other in content)]
    prompt = next((root.package_name for root in front if is_system_dialog(root)), "")
    if prompt:
        front = [root for root in front if root.package_name == prompt]
    return FrontWindows(roots=tuple(front), is_keyboard_shown=bool(keyboards), dialog_package=prompt)


def is_keyboard(root: AccessibilityNode) -> bool:
    """An on-screen keyboard's window, told by its package."""
    return any(word in root.package_name.lower() for word in _KEYBOARD_WORDS)


def is_system_bar(root: AccessibilityNode, size: Size) -> bool:
    """Status or navigation bar: System UI's, and thin."""
    if root.package_name != SYSTEM_UI:
        return False
    return min(root.bounds.width / size.width, root.bounds.height / size.height) < 0.12


def is_system_dialog(root: AccessibilityNode) -> bool:
    """A permission prompt, or a dialog of the system itself."""
    package = root.package_name.lower()
    return package in _SYSTEM_DIALOG_PACKAGES or any(word in package for word in _PROMPT_WORDS)


def _covers(front: AccessibilityNode, back: AccessibilityNode) -> bool:
    """True when the first lies in front of the second and takes its touches, as a dialog or menu does.

    A floating button or an edge strip also lies inside another window, but takes only its own few pixels.
    """
    inside = front.bounds.clipped(back.bounds).area == front.bounds.area
    share = front.bounds.area / max(1, back.bounds.area)
    is_smaller = front is not back and inside and _SMALLEST_DIALOG < share < _LARGEST_DIALOG
    return is_smaller and any(node.is_clickable and node.is_visible for node in front.walk())
