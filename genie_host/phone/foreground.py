"""What is in front, read from ``dumpsys window``. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from genie_host.phone.window_stack import StackedWindow, parse_window_stack

_COMPONENT = r"(?P<package>[\w.]+)/(?P<activity>[\w.$]+)"
_FOCUS = re.compile(rf"mCurrentFocus=Window\{{\w+ (?:u\d+ )?{_COMPONENT}[^}}]*\}}")
_FOCUSED_APP = re.compile(rf"mFocusedApp=.*?ActivityRecord\{{\w+ (?:u\d+ )?{_COMPONENT}\b")
_SHADE = re.compile(r"mCurrentFocus=Window\{\w+ (?:u\d+ )?(?:NotificationShade|StatusBar)\}")
_LOCKED = re.compile(
    r"(?:mDreamingLockscreen|mShowingLockscreen|isKeyguardShowing|mKeyguardShowing)=true"
    r"|KeyguardServiceDelegate\s+showing=true"
)


@dataclass(frozen=True, kw_only=True)
class Foreground:
    """The window that has the focus."""

    package: str
    """Empty when no window has it."""
    activity: str
    """As in ``.Settings`` when the class lies in the package, else in full; empty when the window is no activity."""
    is_locked: bool
    stack: tuple[StackedWindow, ...] = ()
    """All windows on the glass, what is in front first; empty when they were not told."""


def parse_foreground(dump: str) -> Foreground:
    """Read the window manager's dump of any Android version since 7."""
    is_locked = _LOCKED.search(dump) is not None
    stack = parse_window_stack(dump)
    if _SHADE.search(dump):
        return Foreground(package="com.android.systemui", activity="", is_locked=is_locked, stack=stack)
    match = _FOCUS.search(dump) or _FOCUSED_APP.search(dump)
    if match is None:
        return Foreground(package="", activity="", is_locked=is_locked, stack=stack)
    package, activity = match["package"], match["activity"]
    if activity.startswith(package + "."):
        activity = activity[len(package) :]
    return Foreground(package=package, activity=activity, is_locked=is_locked, stack=stack)
