"""Text that something else is painted over: it is in the tree, and nobody at the phone can read it. Pure.

Told only where it is sure: a thing of the same window that is drawn later, says something itself and lies over the
whole of it. Pictures, panels and veils may be see-through, so they hide nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode
from genie_host.phone.names import is_field

_MOST = 500
"""Things with words in one window. A screen of more is made to take for ever, and nothing is looked for on it."""


class Paint:
    """What lies over what in some windows. Made to be asked of every text on a screen, so it compares bounds first."""

    def __init__(self, roots: Sequence[AccessibilityNode]) -> None:
        self._roots = {root.path: root for root in roots}
        self._covers: dict[str, list[tuple[Bounds, str]]] = {}

    def hides(self, node: AccessibilityNode) -> bool:
        """Is this text painted over? What comes later in the tree is drawn later."""
        path = node.path
        window = path.partition("/")[0]
        covers = self._covers.get(window)
        if covers is None:
            covers = self._covers[window] = _covers_of(self._roots.get(window))
        left, top, right, bottom = node.bounds
        for (cover_left, cover_top, cover_right, cover_bottom), above in covers:
            lies_over = cover_left <= left and cover_top <= top and cover_right >= right and cover_bottom >= bottom
            if lies_over and not _is_kin(above, path) and _place(above) > _place(path):
                return True
        return False


def _covers_of(root: AccessibilityNode | None) -> list[tuple[Bounds, str]]:
    """Bounds and path of everything in a window that hides what it lies over."""
    if root is None:
        return []
    covers, rest = [], [root]
    while rest:  # by hand: a generator inside a generator costs a third of a whole look at a large screen
        node = rest.pop()
        rest += node.children
        if (node.text or node.class_name.endswith("Button")) and _is_opaque(node):
            covers.append((node.bounds, node.path))
    return covers if len(covers) <= _MOST else []


def _is_opaque(node: AccessibilityNode) -> bool:
    """A button, or a thing with words on it; a field's words stand on whatever is behind it."""
    if not node.is_visible or node.bounds.area <= 0 or is_field(node) or node.class_name.endswith("WebView"):
        return False
    return bool(node.text.strip()) or node.class_name.endswith("Button")


def _place(path: str) -> tuple[int, ...]:
    return tuple(int(part) for part in path.split("/"))


def _is_kin(one: str, other: str) -> bool:
    """Is one of them inside the other?"""
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")
