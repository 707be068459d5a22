"""What became of every node that can be acted on: an element, or covered by one, or out of reach and why. Pure.

Nothing that takes a touch, text or a scroll may get lost between the dump and what the model reads, so each such node
that is no element of its own is listed with what stands for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode, Observation, Window, WindowKind
from genie_host.phone.names import is_interactive


class Cover(StrEnum):
    """Why a node that can be acted on is no element of its own."""

    SAME_TOUCH = "shares its touch with the element"
    PAGE = "holds the elements"
    PART = "lies in the element"
    SCROLL_AREA = "is a scroll area"
    BEHIND = "lies behind the window in front; close that first"
    BAR = "belongs to the system bars; use keys"
    KEYBOARD = "belongs to the keyboard; use typing"
    OFF_SCREEN = "lies off the screen; scroll to it"
    NO_AREA = "has no place on the screen"
    HIDDEN = "cannot be seen"
    NOTHING_IN_IT = "is a page with nothing on it"


@dataclass(frozen=True, kw_only=True)
class Covered:
    """One node that is no element."""

    node: AccessibilityNode
    why: Cover
    refs: tuple[int, ...] = ()
    """The elements that stand for it; none when it is out of reach now."""


def covered_nodes(observation: Observation) -> tuple[Covered, ...]:
    """All of them, in the order of the dump."""
    windows = {window.index: window for window in observation.windows}
    by_path = {element.node.path: element.ref for element in observation.elements}
    paths = sorted(by_path)
    rows = {element.spot: element.ref for element in observation.elements if element.spot is not None}
    screen = Bounds(left=0, top=0, right=observation.size.width, bottom=observation.size.height)
    scrollables = {node.path for node in observation.scrollables}
    found = []
    for index, root in enumerate(observation.roots):
        for node in root.walk():
            if not (is_interactive(node) or node.is_scrollable) or node.path in by_path:
                continue
            out_of_reach = _out_of_reach(node, windows.get(index), screen)
            if out_of_reach is not None:
                found.append(Covered(node=node, why=out_of_reach))
            else:
                found.append(_stand_in(node, by_path, paths, rows, is_scroll_area=node.path in scrollables))
    return tuple(found)


def _out_of_reach(node: AccessibilityNode, window: Window | None, screen: Bounds) -> Cover | None:
    if window is not None and not window.is_usable:
        by_kind = {
            WindowKind.BAR: Cover.BAR,
            WindowKind.KEYBOARD: Cover.KEYBOARD,
            WindowKind.UNSEEN: Cover.HIDDEN,
        }
        return by_kind.get(window.kind, Cover.BEHIND)
    if not node.is_visible:
        return Cover.HIDDEN
    if node.bounds.area == 0:
        return Cover.NO_AREA
    return Cover.OFF_SCREEN if node.bounds.clipped(screen).area == 0 else None


def _stand_in(
    node: AccessibilityNode,
    by_path: dict[str, int],
    paths: Sequence[str],
    rows: dict[Bounds, int],
    *,
    is_scroll_area: bool,
) -> Covered:
    first, last = bisect_left(paths, node.path + "/"), bisect_left(paths, node.path + "0")  # "0" comes after "/"
    below = tuple(sorted(by_path[path] for path in paths[first:last]))
    if is_scroll_area:
        return Covered(node=node, why=Cover.SCROLL_AREA, refs=below)
    if rows.get(node.bounds) in below:
        return Covered(node=node, why=Cover.SAME_TOUCH, refs=(rows[node.bounds],))
    if below:
        return Covered(node=node, why=Cover.PAGE, refs=below)
    above = node.path
    while above and above not in by_path:
        above = above.rpartition("/")[0]
    return (
        Covered(node=node, why=Cover.PART, refs=(by_path[above],))
        if above
        else Covered(node=node, why=Cover.NOTHING_IN_IT)
    )
