"""What can be scrolled, which way, and how far it has been. Pure.

A dump does not say where a list stands. But a row that is cut off at an edge goes on beyond it, what lies outside the
screen is there to be scrolled to, and a list that ends before its own edge is at its end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode, Element, Observation
from genie_host.phone.names import label_from_id

_SIDEWAYS = ("Horizontal", "ViewPager", "TabLayout", "Carousel", "Gallery")
_FLAT = 0.25
"""A list flatter than this share of its width is a row of things."""
_EMPTY_END = 0.15
"""A list whose last thing leaves this share of it empty has come to its end."""
_CUT = 0.6
"""A first or last row lower than this share of the others is cut off."""

_MOST_AREAS = 50
"""No screen has more; a hostile one could make every pixel scroll."""


class Axis(StrEnum):
    """Which way something scrolls."""

    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"


@dataclass(frozen=True, kw_only=True)
class ScrollArea:
    """A part of the screen that can be scrolled."""

    node: AccessibilityNode
    axis: Axis
    refs: tuple[int, ...]
    """The elements in it and in no smaller such area, in reading order."""
    has_more_before: bool | None
    """Is there more above, or to the left? None when nothing tells."""
    has_more_after: bool | None
    name: str = ""
    """Words of its id; empty when it has none that say anything."""


def scroll_areas(observation: Observation) -> tuple[ScrollArea, ...]:
    """The areas of the windows in front, the largest first."""
    ordered = sorted(observation.scrollables, key=lambda node: (-node.bounds.area, node.path))[:_MOST_AREAS]
    inside: dict[str, list[Element]] = {node.path: [] for node in ordered}
    for element in observation.elements:
        path = element.node.path
        while path and path not in inside:
            path = path.rpartition("/")[0]
        if path:
            inside[path].append(element)
    return tuple(_area(node, inside[node.path], observation.off_screen) for node in ordered)


def main_area(areas: Sequence[ScrollArea]) -> ScrollArea | None:
    """The one that a person would scroll without thinking: the largest upright one."""
    return next((area for area in areas if area.axis is Axis.VERTICAL), None)


def off_screen_side(node: AccessibilityNode, observation: Observation) -> str:
    """Where something that lies outside the screen is."""
    box, size = node.bounds, observation.size
    if box.top >= size.height:
        return "below"
    if box.bottom <= 0:
        return "above"
    return "to the right" if box.left >= size.width else "to the left"


def _area(node: AccessibilityNode, elements: Sequence[Element], off_screen: Sequence[AccessibilityNode]) -> ScrollArea:
    rows = [child.bounds for child in _rows(node)]
    axis = _axis(node, rows)
    before, after = _more(node.bounds, rows, axis)
    for other in off_screen:
        if other.path.startswith(node.path + "/"):
            is_after = _end(other.bounds, axis) > _end(node.bounds, axis)
            before, after = (before, True) if is_after else (True, after)
    return ScrollArea(
        node=node,
        axis=axis,
        refs=tuple(element.ref for element in elements),
        has_more_before=before,
        has_more_after=after,
        name=label_from_id(node),
    )


def _rows(node: AccessibilityNode) -> Sequence[AccessibilityNode]:
    """What moves in it: its children, or those of the only one it has."""
    rows = [child for child in node.children if child.is_visible and child.bounds.area > 0]
    return _rows(rows[0]) if len(rows) == 1 and rows[0].children else rows


def _axis(node: AccessibilityNode, rows: Sequence[Bounds]) -> Axis:
    kind = node.class_name.rsplit(".", 1)[-1]
    if any(word in kind for word in _SIDEWAYS):
        return Axis.HORIZONTAL
    if kind in ("ScrollView", "ListView", "NestedScrollView"):
        return Axis.VERTICAL
    if len(rows) > 1:
        is_row = all(row.top < rows[0].bottom and rows[0].top < row.bottom for row in rows)
        return Axis.HORIZONTAL if is_row else Axis.VERTICAL
    return Axis.HORIZONTAL if node.bounds.height < node.bounds.width * _FLAT else Axis.VERTICAL


def _more(box: Bounds, rows: Sequence[Bounds], axis: Axis) -> tuple[bool | None, bool | None]:
    """Is there more before and after what is seen? By rows cut off at the edges, and by an empty end."""
    spans = sorted((_start(row, axis), _end(row, axis)) for row in rows)
    if not spans:
        return None, None
    start, end = _start(box, axis), _end(box, axis)
    lengths = sorted(last - first for first, last in spans)
    usual = lengths[len(lengths) // 2]
    is_even = len(spans) > 2 and lengths[-1] <= usual * 1.5
    first, last = spans[0], spans[-1]
    before: bool | None = True if first[0] < start else None
    if before is None and is_even and first[0] == start and first[1] - first[0] < usual * _CUT:
        before = True
    after: bool | None = True if last[1] > end else None
    if after is None and is_even and last[1] == end and last[1] - last[0] < usual * _CUT:
        after = True
    if after is None and max(span[1] for span in spans) < end - (end - start) * _EMPTY_END:
        after = False
    return before, after


def _start(box: Bounds, axis: Axis) -> int:
    return box.top if axis is Axis.VERTICAL else box.left


def _end(box: Bounds, axis: Axis) -> int:
    return box.bottom if axis is Axis.VERTICAL else box.right
