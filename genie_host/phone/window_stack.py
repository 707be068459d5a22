"""The window manager's own list of windows, read from ``dumpsys window``. Pure.

The hierarchy dump knows neither order nor flags of windows; this list, from the front to the back, knows both.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode

_WINDOW = re.compile(r"^ *Window #\d+ Window\{\w+ (?:u\d+ )?(?P<title>[^}]*)\}:?", re.MULTILINE)
_PACKAGE = re.compile(r"\bpackage=([\w.]+)")
_FRAME = re.compile(r"\b(?:m?[Ff]rame)=\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_TYPE = re.compile(r"\bty=(\w+)")
_FLAGS = re.compile(r"\bfl=([^})\r\n]*)")
_SECURE_BIT = 0x2000
_HIDDEN = ("isVisible=false", "isOnScreen=false", "mHasSurface=false")


@dataclass(frozen=True, kw_only=True)
class StackedWindow:
    """One window of the list."""

    title: str
    package: str
    frame: Bounds
    type_name: str
    """The window manager's word, such as ``APPLICATION_PANEL``; empty when it is not told."""
    is_secure: bool

    def is_of(self, root: AccessibilityNode) -> bool:
        """Is this the window of that tree? Frames may reach farther than what the app draws in them."""
        if self.package != root.package_name:
            return False
        return self.frame == root.bounds or self.frame.clipped(root.bounds).area == root.bounds.area > 0


def parse_window_stack(dump: str) -> tuple[StackedWindow, ...]:
    """The windows that have something on the glass, what is in front first; nothing when the list is not in it."""
    starts = [*_WINDOW.finditer(dump)]
    ends = [match.start() for match in starts[1:]] + [_end_of_list(dump, starts[-1].end())] if starts else []
    stack = []
    for match, end in zip(starts, ends, strict=True):
        part = dump[match.end() : end]
        frame = _FRAME.search(part)
        if frame is None or any(word in part for word in _HIDDEN):
            continue
        package, kind = _PACKAGE.search(part), _TYPE.search(part)
        stack.append(
            StackedWindow(
                title=match["title"],
                package=package[1] if package else match["title"].partition("/")[0],
                frame=Bounds(*map(int, frame.groups())),
                type_name=kind[1] if kind else "",
                is_secure=any(_is_secure(flags) for flags in _FLAGS.findall(part)),
            )
        )
    return tuple(stack)


def _end_of_list(dump: str, start: int) -> int:
    """What comes after the last window is not indented as deeply as what is told of a window."""
    match = re.compile(r"^ {0,2}\S", re.MULTILINE).search(dump, start + 1)
    return match.start() if match else len(dump)


def _is_secure(flags: str) -> bool:
    """Names on newer phones, ``fl=LAYOUT_IN_SCREEN SECURE``, and a number on older ones, ``fl=#81812100``."""
    if "SECURE" in flags.split():
        return True
    number = re.match(r"#([0-9a-fA-F]+)", flags)
    return number is not None and bool(int(number[1], 16) & _SECURE_BIT)
