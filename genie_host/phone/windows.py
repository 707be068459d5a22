"""Which windows of a dump a person can use now: bars and keyboards aside, only what is in front.

The order of roots in a dump means nothing (the phone collects them in a hash set), so order comes from evidence: what
the window manager says when it was asked, and that a smaller window that lies inside another is in front of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import AccessibilityNode, Window, WindowKind
from genie_host.phone.window_stack import StackedWindow

SYSTEM_UI = "com.android.systemui"
_KEYBOARD_WORDS = ("inputmethod", "keyboard", "honeyboard", "swiftkey", "gboard", ".ime")
_PROMPT_WORDS = ("permissioncontroller", "packageinstaller")
_KEYPAD_WORDS = ("keyboard", "keypad", "numpad")
_LOCK_WORDS = ("keyguard", "lock_icon", "lockscreen")
_SMALLEST_DIALOG, _LARGEST_DIALOG = 0.04, 0.9
"""Shares of the window behind: less is a floating button, more is a screen of its own."""
_SYSTEM_DIALOG_PACKAGES = ("android", SYSTEM_UI)
_KINDS_IN_FRONT = (WindowKind.BAR, WindowKind.KEYBOARD, WindowKind.PROMPT, WindowKind.SYSTEM_DIALOG)


@dataclass(frozen=True, kw_only=True)
class FrontWindows:
    """The windows that take touches now."""

    roots: tuple[AccessibilityNode, ...]
    is_keyboard_shown: bool
    dialog_package: str
    """Package of a system dialog or permission prompt in front; empty when there is none."""
    windows: tuple[Window, ...] = ()
    """All of the dump, what is in front first."""


def front_windows(
    roots: Sequence[AccessibilityNode], size: Size, *, package: str = "", stack: Sequence[StackedWindow] = ()
) -> FrontWindows:
    """Pick the usable windows of a dump. ``package`` has the focus, ``stack`` is the window manager's list if known."""
    screen = Bounds(left=0, top=0, right=size.width, bottom=size.height)
    seen = [root for root in roots if _is_seen(root, screen)]
    keyboards = [root for root in seen if is_keyboard(root)]
    content = [root for root in seen if not is_keyboard(root) and not is_system_bar(root, size)]
    front = [root for root in content if not any(_covers(other, root) for other in content)]
    if len(front) > 1:
        front = [root for root in front if not any(_replaces(other, root, package, stack) for other in front)]
    prompt = next((root.package_name for root in front if is_system_dialog(root)), "")
    if prompt:
        front = [root for root in front if root.package_name == prompt]
    usable = {id(root) for root in front}
    windows = [
        Window(
            index=index,
            root=root,
            kind=_kind(root, screen, content, is_seen=any(root is each for each in seen)),
            is_usable=id(root) in usable,
            is_secure=any(each.is_secure and each.is_of(root) for each in stack),
        )
        for index, root in enumerate(roots)
    ]
    windows.sort(key=lambda window: (not window.is_usable, _layer(window, stack)))
    return FrontWindows(
        roots=tuple(front), is_keyboard_shown=bool(keyboards), dialog_package=prompt, windows=tuple(windows)
    )


def is_keyboard(root: AccessibilityNode) -> bool:
    """An on-screen keyboard's window, told by its package."""
    package = root.package_name.lower()
    return any(word in package for word in _KEYBOARD_WORDS)


def is_system_bar(root: AccessibilityNode, size: Size) -> bool:
    """Status or navigation bar: System UI's, and thin."""
    if root.package_name != SYSTEM_UI:
        return False
    return min(root.bounds.width / size.width, root.bounds.height / size.height) < 0.12


def is_system_dialog(root: AccessibilityNode) -> bool:
    """A permission prompt, or a dialog of the system itself."""
    return root.package_name.lower() in _SYSTEM_DIALOG_PACKAGES or _is_prompt(root)


def is_lock_screen(root: AccessibilityNode) -> bool:
    """System UI's window that stands before the phone, told by the ids in it."""
    if root.package_name != SYSTEM_UI:
        return False
    return any(word in node.resource_id for node in root.walk() for word in _LOCK_WORDS)


def _is_prompt(root: AccessibilityNode) -> bool:
    package = root.package_name.lower()
    return any(word in package for word in _PROMPT_WORDS)


def _is_seen(root: AccessibilityNode, screen: Bounds) -> bool:
    """On this display, and not told to be hidden; what is visible in a hidden window is still seen, as in web pages."""
    if root.display_id != 0 or root.bounds.clipped(screen).area == 0:
        return False
    return root.is_visible or any(node.is_visible for node in root.walk())


def _kind(
    root: AccessibilityNode, screen: Bounds, content: Sequence[AccessibilityNode], *, is_seen: bool
) -> WindowKind:
    if not is_seen:
        return WindowKind.UNSEEN
    if is_keyboard(root):
        return WindowKind.KEYBOARD
    if not any(root is each for each in content):
        return WindowKind.BAR
    if _is_prompt(root):
        return WindowKind.PROMPT
    if is_system_dialog(root):
        return WindowKind.LOCK_SCREEN if is_lock_screen(root) else WindowKind.SYSTEM_DIALOG
    share = root.bounds.area / max(1, screen.area)
    if share <= _SMALLEST_DIALOG:
        return WindowKind.POPUP
    is_narrow = root.bounds.width < screen.width * _LARGEST_DIALOG
    is_over_another = any(_covers(root, other) for other in content)
    return WindowKind.DIALOG if share < _LARGEST_DIALOG and (is_narrow or is_over_another) else WindowKind.APP


def _covers(front: AccessibilityNode, back: AccessibilityNode) -> bool:
    """True when the first lies in front of the second and takes its touches, as a dialog or menu does.

    A floating button or an edge strip also lies inside another window, but takes only its own few pixels.
    """
    inside = front.bounds.clipped(back.bounds).area == front.bounds.area
    share = front.bounds.area / max(1, back.bounds.area)
    is_smaller = front is not back and inside and _SMALLEST_DIALOG < share < _LARGEST_DIALOG
    return (
        is_smaller
        and any(node.is_clickable and node.is_visible for node in front.walk())
        and not _is_input_panel(front, back)
    )


def _is_input_panel(front: AccessibilityNode, back: AccessibilityNode) -> bool:
    """An app's own keypad along the lower edge: it says so, or a field above it keeps the focus, as under no dialog."""
    box = front.bounds
    if box.bottom != back.bounds.bottom or box.width != back.bounds.width or front.package_name != back.package_name:
        return False
    if any(word in node.resource_id for node in front.walk() for word in _KEYPAD_WORDS):
        return True
    return any(
        node.is_focused and node.class_name.endswith("EditText") and node.bounds.bottom <= box.top
        for node in back.walk()
    )


def _replaces(front: AccessibilityNode, back: AccessibilityNode, package: str, stack: Sequence[StackedWindow]) -> bool:
    """Of two windows of one place and size only one can be seen: the upper one, or that which has the focus."""
    if front is back or front.bounds != back.bounds:
        return False
    upper, lower = _height(front, stack), _height(back, stack)
    if upper is not None and lower is not None and upper != lower:
        return upper < lower
    return front.package_name == package != back.package_name


def _height(root: AccessibilityNode, stack: Sequence[StackedWindow]) -> int | None:
    """Position in the window manager's list, which begins with what is in front."""
    return next((position for position, window in enumerate(stack) if window.is_of(root)), None)


def _layer(window: Window, stack: Sequence[StackedWindow]) -> tuple[int, int, int]:
    known = _height(window.root, stack)
    guess = 0 if window.kind in _KINDS_IN_FRONT else 2 if window.kind is WindowKind.UNSEEN else 1
    return (len(stack) if known is None else known, guess, window.root.bounds.area)
