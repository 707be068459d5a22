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
    """What lies over what in some windows."""

    def __init__(self, roots: Sequence[AccessibilityNode]) -> None:
        self._covers: dict[str, list[tuple[tuple[int, ...], AccessibilityNode]]] = {}
        for root in roots:
            covers = [(_place(node), node) for node in root.walk() if _is_opaque(node)]
            self._covers[root.path] = covers if len(covers) <= _MOST else []

    def hides(self, node: AccessibilityNode) -> bool:
        """Is this text painted over? What comes later in the tree is drawn later."""
        covers = self._covers.get(node.path.partition("/")[0], ())
        place = _place(node) if covers else ()
        return any(
            _lies_over(cover.bounds, node.bounds) and above > place and not _is_kin(cover.path, node.path)
            for above, cover in covers
        )


def _is_opaque(node: AccessibilityNode) -> bool:
    """A button, or a thing with words on it; a field's words stand on whatever is behind it."""
    if not node.is_visible or node.bounds.area <= 0 or is_field(node) or node.class_name.endswith("WebView"):
        return False
    return bool(node.text.strip()) or node.class_name.endswith("Button")


def _lies_over(above: Bounds, below: Bounds) -> bool:
    return (
        above.left <= below.left
        and above.top <= below.top
        and above.right >= below.right
        and above.bottom >= below.bottom
    )


def _place(node: AccessibilityNode) -> tuple[int, ...]:
    return tuple(int(part) for part in node.path.split("/"))


def _is_kin(one: str, other: str) -> bool:
    """Is one of them inside the other?"""
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")
