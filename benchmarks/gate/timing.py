"""How long one verdict takes on large screens."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.geometry import Bounds, Point, Size
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.policy.layout import id_words, is_price
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise, skeleton
from genie_host.policy.phrases import forms_of
from genie_host.policy.risk import assess_dump

NODES = 300
_PER_ROW = 3
_MOST_POINTS = 12
_STEP = 8


def verdict_ms(screens: Iterable[Observation]) -> tuple[float, float]:
    """Median milliseconds of one verdict: on a screen whose words were never read before, and on one looked at."""
    first: list[float] = []
    again: list[float] = []
    for seen in screens:
        places = [element.node.bounds.center for element in seen.elements if element.is_actionable]
        for place in places[:: max(1, len(places) // _MOST_POINTS)]:
            _forget()
            first.append(_ms(seen, place))
            again.append(_ms(seen, place))
    return statistics.median(first), statistics.median(again)


def _forget() -> None:
    for cached in (normalise, skeleton, forms_of, id_words, is_price, lexicon().read):
        cached.cache_clear()


def _ms(seen: Observation, place: Point) -> float:
    started = SYSTEM_CLOCK.now()
    assess_dump(seen, "tap", {"x": place.x, "y": place.y})
    return (SYSTEM_CLOCK.now() - started) * 1000


def padded(seen: Observation, nodes: int = NODES) -> Observation:
    """The same screen, rows of a list added behind until it has so many nodes."""
    root = seen.roots[0]
    missing = nodes - sum(1 for each in seen.roots for _ in each.walk())
    count = max(0, -(-missing // _PER_ROW))
    rows = tuple(_row(f"{root.path}/{len(root.children) + index}", index, seen.size) for index in range(count))
    roots = (root._replace(children=(*rows, *root.children)), *seen.roots[1:])
    return Observation(**{**vars(seen), "roots": roots})


def _row(path: str, index: int, size: Size) -> AccessibilityNode:
    top = index * _STEP % max(_STEP, size.height - 80)
    lines = tuple(
        _node(f"{path}/{part}", f"{words} {index}", Bounds(left=40, top=top + 40 * part, right=600, bottom=top + 40))
        for part, words in enumerate(("Entry number", "Sent on day"))
    )
    box = Bounds(left=0, top=top, right=size.width, bottom=top + 80)
    return _node(path, "", box)._replace(is_clickable=True, children=lines)


def _node(path: str, text: str, box: Bounds) -> AccessibilityNode:
    return AccessibilityNode(
        path=path,
        class_name="android.widget.TextView" if text else "android.widget.LinearLayout",
        package_name="com.example.list",
        resource_id="com.example.list:id/line" if text else "",
        text=text,
        content_description="",
        hint="",
        bounds=box,
    )
