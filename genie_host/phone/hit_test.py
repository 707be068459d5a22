"""Where to put the finger so that it meets the node that is meant, and not what lies over it or in it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode, Observation, WindowKind

_LAID_OVER = (WindowKind.KEYBOARD, WindowKind.BAR)
_STEPS = (0.5, 0.3, 0.7, 0.12, 0.88)
"""Places tried across and along a node, from the middle outwards, as shares of its visible part."""


@dataclass(frozen=True, kw_only=True)
class Spot:
    """A place for the finger, or why there is none."""

    point: Point | None
    """None when no part of the node can be reached."""
    covered_by: AccessibilityNode | None = None
    """What takes the touches instead; None also when the node is off the screen."""


def spot_for(observation: Observation, node: AccessibilityNode) -> Spot:
    """The middle of a node's visible part, or another place on it where it is on top."""
    screen = Bounds(0, 0, observation.size.width, observation.size.height)
    seen = node.bounds.clipped(screen)
    if seen.area == 0:
        return Spot(point=None)
    windows = _windows(observation)
    if not any(_holds(window, node) for window in windows):
        # A window that was thought to be behind, or a node of another look: nothing can be said about it.
        return Spot(point=seen.center)
    covers: dict[str, AccessibilityNode] = {}
    for point in _points(seen):
        taker = taker_at(windows, point, node)
        if _is_meant(taker, node):
            return Spot(point=point)
        if taker is not None:
            covers.setdefault(taker.path, taker)
    cover = next(iter(covers.values()), None)
    if len(covers) == 1 and cover is not None and cover.path.startswith(node.path + "/"):
        # A frame around one thing that fills it: they are the same to a finger.
        return Spot(point=cover.bounds.clipped(seen).center)
    return Spot(point=None, covered_by=cover)


def is_on_top(observation: Observation, node: AccessibilityNode, point: Point) -> bool:
    """Would a finger at this point meet this node?"""
    return _is_meant(taker_at(_windows(observation), point, node), node)


def taker_at(
    windows: Sequence[AccessibilityNode], point: Point, meant: AccessibilityNode | None = None
) -> AccessibilityNode | None:
    """The node that takes a touch: in the smallest window there, the one drawn last; a window takes it if none does.

    Of windows of one size at one place nobody can tell the order: the one that holds ``meant`` is believed to be
    in front.
    """
    there = [window for window in windows if window.bounds.contains(point)]
    if not there:
        return None
    least = min(window.bounds.area for window in there)
    tops = [window for window in there if window.bounds.area == least]
    window = next((top for top in tops if meant is not None and _holds(top, meant)), tops[0])
    return _taker(window, point) or window


def inner_actions(node: AccessibilityNode) -> tuple[AccessibilityNode, ...]:
    """What can be acted on below a node."""
    return tuple(inner for inner in node.walk() if inner is not node and inner.is_visible and _takes_touch(inner))


def clickable_ancestor(observation: Observation, node: AccessibilityNode) -> AccessibilityNode | None:
    """What takes the touch for a node that takes none itself; None when nothing does."""
    above = [each for each in _trail(observation, node)[:-1] if _takes_touch(each)]
    return above[-1] if above else None


def _windows(observation: Observation) -> list[AccessibilityNode]:
    """Those in front, and what the system lays over them."""
    return [window.root for window in observation.windows if window.is_usable or window.kind in _LAID_OVER]


def _points(seen: Bounds) -> Iterator[Point]:
    """The middle first, then places ever farther from it."""
    shares = [(across, along) for across in _STEPS for along in _STEPS]
    shares.sort(key=lambda share: abs(share[0] - 0.5) + abs(share[1] - 0.5))
    for across, along in shares:
        if (across, along) == (0.5, 0.5):
            yield seen.center
        else:
            yield Point(seen.left + int(across * seen.width), seen.top + int(along * seen.height))


def _taker(node: AccessibilityNode, point: Point) -> AccessibilityNode | None:
    if not node.is_visible:
        return None
    # Later siblings are drawn over earlier ones, unless the app says otherwise.
    ordered = sorted(enumerate(node.children), key=lambda pair: (pair[1].drawing_order, pair[0]), reverse=True)
    for _, child in ordered:
        taker = _taker(child, point)
        if taker is not None:
            return taker
    return node if _takes_touch(node) and node.bounds.contains(point) else None


def _takes_touch(node: AccessibilityNode) -> bool:
    return node.is_clickable or node.is_long_clickable


def _is_meant(taker: AccessibilityNode | None, node: AccessibilityNode) -> bool:
    """It is the node itself, or what takes the touches for a node that takes none: something around it."""
    if taker is None or taker.path == node.path:
        return taker is not None
    is_around = node.path.startswith(taker.path + "/")
    return is_around and not _takes_touch(node)


def _holds(window: AccessibilityNode, node: AccessibilityNode) -> bool:
    return node.path == window.path or node.path.startswith(window.path + "/")


def _trail(observation: Observation, node: AccessibilityNode) -> list[AccessibilityNode]:
    """From the window to the node."""
    trail: list[AccessibilityNode] = []
    level: Sequence[AccessibilityNode] = observation.roots
    for depth in range(1, node.path.count("/") + 2):
        path = "/".join(node.path.split("/")[:depth])
        found = next((each for each in level if each.path == path), None)
        if found is None:
            return trail
        trail.append(found)
        level = found.children
    return trail
