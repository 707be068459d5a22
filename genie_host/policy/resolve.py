"""Which node a call would really hit: never what the model says, always what lies under the finger."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import SYSTEM_UI, Layout, id_words, inner_texts, own_texts
from genie_host.policy.normalise import normalise, tight

_NAME_KEYS = ("target", "text", "desc", "description", "content_desc", "label", "name", "element", "field")
_ID_KEYS = ("resource_id", "id")
_GRID = 1000
_SURFACES = ("SurfaceView", "TextureView", "WebView", "FlutterView", "UnityPlayer", "GLSurfaceView")
_MOST_CANDIDATES = 12


@dataclass(frozen=True, kw_only=True)
class Hit:
    """What one touch meets in one window."""

    node: AccessibilityNode | None
    """The innermost thing under the point that takes the touch; None when nothing does."""
    leaf: AccessibilityNode | None
    """The innermost labelled thing under the point, which need not take touches."""

    @property
    def shown(self) -> AccessibilityNode | None:
        """The node that names this hit."""
        return self.node if self.node is not None else self.leaf


@dataclass(frozen=True, kw_only=True)
class Resolution:
    """Everything a touching call may meet, and what it claims to meet."""

    hits: tuple[Hit, ...]
    claims: tuple[str, ...] = ()
    """Labels the call gives."""
    point: Point | None = None
    is_surface: bool = False
    """A drawing surface lies there: what it shows is not in the tree."""


def hits_at(layout: Layout, point: Point) -> tuple[Hit, ...]:
    """What a touch at a point meets: the smallest window there; several when windows of one size overlap."""
    found: list[tuple[int, Hit]] = []
    for root in layout.observation.roots:
        if not root.bounds.contains(point) or not root.is_visible:
            continue
        hit = Hit(node=_touched(root, point) or _box_at(root, point), leaf=_labelled(root, point))
        if hit.shown is not None:
            found.append((root.bounds.area, hit))
    smallest = min((area for area, hit in found if hit.node is not None), default=None)
    if smallest is None:
        return tuple(hit for _, hit in found)
    return tuple(hit for area, hit in found if area == smallest and hit.node is not None)


def _touched(node: AccessibilityNode, point: Point) -> AccessibilityNode | None:
    """Touches go to the last drawn child first; a disabled control swallows them all the same."""
    if not node.is_visible:
        return None
    for child in reversed(node.children):
        touched = _touched(child, point)
        if touched is not None:
            return touched
    takes_touch = node.is_clickable or node.is_long_clickable
    return node if takes_touch and node.bounds.contains(point) else None


def _box_at(root: AccessibilityNode, point: Point) -> AccessibilityNode | None:
    """A box to tick that does not say that it takes touches, where nothing else does."""
    return next((node for node in root.walk() if node.is_checkable and node.bounds.contains(point)), None)


def _labelled(node: AccessibilityNode, point: Point) -> AccessibilityNode | None:
    if not node.is_visible:
        return None
    for child in reversed(node.children):
        labelled = _labelled(child, point)
        if labelled is not None:
            return labelled
    return node if node.bounds.contains(point) and own_texts(node) else None


def resolve_touch(
    layout: Layout, tool_name: str, arguments: Mapping[str, Any], target: AccessibilityNode | None
) -> Resolution:
    """Find what a tap, long press or the like would meet. A given target and the finger's place are both judged."""
    claims = tuple(str(arguments[key]) for key in _NAME_KEYS if arguments.get(key))
    point = point_of(tool_name, arguments, layout)
    hits: list[Hit] = []
    if target is not None:
        node = layout.same(target) or target
        hits.append(Hit(node=node, leaf=node))
        point = point or _middle(node, layout)
    if point is not None:
        hits += [hit for hit in hits_at(layout, point) if all(hit.node is not other.node for other in hits)]
        return Resolution(hits=tuple(hits), claims=claims, point=point, is_surface=_is_surface(layout, hits, point))
    for node in _named(layout, arguments, claims):
        middle = _middle(node, layout)
        hits += hits_at(layout, middle) if middle is not None else [Hit(node=node, leaf=node)]
        # What the name stands on is judged too, when it takes touches and something else lies over its middle.
        if node.is_clickable and all(hit.node is not node for hit in hits):
            hits.append(Hit(node=node, leaf=node))
    return Resolution(hits=tuple(hits), claims=claims)


def point_of(tool_name: str, arguments: Mapping[str, Any], layout: Layout) -> Point | None:
    """The pixel a call names; ``tap_at`` counts in thousandths of the screen."""
    try:
        x, y = float(arguments["x"]), float(arguments["y"])
    except (KeyError, TypeError, ValueError):
        return None
    if not (math.isfinite(x) and math.isfinite(y)):
        return None
    if tool_name == "tap_at" and 0 <= x <= _GRID and 0 <= y <= _GRID:
        size = layout.observation.size
        return Point(x=round(x / _GRID * (size.width - 1)), y=round(y / _GRID * (size.height - 1)))
    return Point(x=round(x), y=round(y))


def _named(layout: Layout, arguments: Mapping[str, Any], claims: tuple[str, ...]) -> tuple[AccessibilityNode, ...]:
    """The nodes a call can mean by name or id: all that are called so, else those that begin so."""
    ids = [str(arguments[key]) for key in _ID_KEYS if arguments.get(key)]
    by_id = [node for node in layout.nodes if node.resource_id and node.resource_id in ids]
    if by_id:
        return tuple(by_id[:_MOST_CANDIDATES])
    elements = [element for element in layout.observation.elements if element.name in claims]
    named = [layout.same(element.node) or element.node for element in elements]
    wanted = [normalise(claim) for claim in claims]
    labels = [(node, [normalise(text) for text in own_texts(node)]) for node in layout.nodes if node.is_visible]
    # Of several controls with one label only the first is called by it alone; a call from outside may mean any.
    named += [node for node, texts in labels if any(text in wanted for text in texts)]
    return tuple((named or list(_labelled_like(labels, wanted)))[:_MOST_CANDIDATES])


def _labelled_like(labels: list[tuple[AccessibilityNode, list[str]]], wanted: list[str]) -> Iterator[AccessibilityNode]:
    tight_wanted = [tight(text) for text in wanted if len(text) > 1]
    for node, texts in labels:
        if any(tight(text).startswith(start) for text in texts for start in tight_wanted if start):
            yield node


def _middle(node: AccessibilityNode, layout: Layout) -> Point | None:
    seen = node.bounds.clipped(layout.screen)
    return seen.center if seen.area > 0 else None


def _is_surface(layout: Layout, hits: list[Hit], point: Point) -> bool:
    if any(hit.shown is not None and not layout.is_large(hit.shown) for hit in hits):
        return False
    deepest = max(layout.observation.nodes_at(point), key=lambda node: node.path.count("/"), default=None)
    if deepest is None or deepest.children or own_texts(deepest):
        return False
    return deepest.class_name.rsplit(".", 1)[-1].endswith(_SURFACES)


def is_tree_empty(layout: Layout) -> bool:
    """Does the tree say nothing of the app, so that any touch is blind?"""
    return not any(
        (node.is_clickable and not layout.is_large(node)) or own_texts(node)
        for node in layout.nodes
        if node.is_visible and node.package_name != SYSTEM_UI
    ) and not _is_system_panel(layout)


def _is_system_panel(layout: Layout) -> bool:
    """The system's own panel is in front: notification shade, lock screen, its dialogs."""
    return any(
        node.is_clickable and not layout.is_large(node) for node in layout.nodes if node.package_name == SYSTEM_UI
    )


def label_of(node: AccessibilityNode, layout: Layout) -> str:
    """What a person would call a node: its element's name, its own label, the first text in it, its id."""
    element = next((each for each in layout.observation.elements if each.node.path == node.path), None)
    if element is not None and not element.is_name_guessed:
        return element.name
    texts = own_texts(node) or inner_texts(node)
    return texts[0] if texts else " ".join(id_words(node.resource_id))


def overlap(first: Bounds, second: Bounds) -> int:
    """How many pixels two boxes share from top to bottom."""
    return max(0, min(first.bottom, second.bottom) - max(first.top, second.top))
