"""Swipes and drags scroll, unless a slider under the finger commits: "Slide to pay"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.layout import Layout, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.normalise import normalise, words
from genie_host.policy.rulings import ALLOWED, ask, gravest, stake_of
from genie_host.policy.touching import judge_touching

_SLIDES = (
    *("slide", "swipe", "drag", "desliza", "deslize", "glisser", "faites glisser", "scorri", "wischen", "schieben"),
    *(
        "zum",
        "veeg",
        "przesuń",
        "сдвиньте",
        "проведите",
        "смахните",
        "geser",
        "vuốt",
        "trượt",
        "kaydır",
        "اسحب",
        "החלק",
    ),
    *("स्लाइड", "स्वाइप", "滑动", "滑動", "右滑", "スライド", "スワイプ", "밀어", "밀어서", "เลื่อน", "ปัด"),
)
_SLIDE_ENDS = ("wischen", "schieben", "kaydırın", "kaydır", "स्वाइप करें", "स्लाइड करें", "スライド", "スワイプ", "미세요")
_YES = frozenset({"submit", "confirm", "complete", "trade", "order", "answer", "accept", "unlock"})
_STILL = 40
"""A finger that moves no more pixels than this touches what is under it, for a short or a long time."""
_REACH = 60
"""How far, in pixels, a finger may start beside a slider's words and still be on it."""


def judge_gliding(tool_name: str, arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """A swipe, scroll or drag, given as a direction or as two points."""
    start, end = _points(arguments)
    direction = str(arguments.get("direction") or "").lower()
    if start is not None and end is not None:
        across, along = abs(end.x - start.x), abs(end.y - start.y)
        if max(across, along) <= _STILL:
            return judge_touching("long_press", {"x": start.x, "y": start.y}, None, layout)
        direction = ("right" if end.x > start.x else "left") if across > along else "up" if end.y < start.y else "down"
    for node in layout.nodes:
        for text in own_texts(node) if node.is_visible else ():
            is_along = direction in {"left", "right", ""} or tool_name == "drag" or direction in words(text)
            if is_along and _is_slider(text) and (start is None or _is_near(start, node, layout)):
                stake = gravest((stake_of(lexicon().read(text).leading), Stake.OTHER))
                return ask("slider", f"the slider “{text[:40]}” may lie under the finger", stake)
    return ALLOWED


def _is_slider(text: str) -> bool:
    plain = normalise(text)
    if len(plain) > 60 or not (plain.startswith(_SLIDES) or plain.endswith(_SLIDE_ENDS)):
        return False
    reading = lexicon().read(text)
    return bool(reading.leading or reading.anywhere or _YES.intersection(words(text)))


def _is_near(start: Point, node: AccessibilityNode, layout: Layout) -> bool:
    box = node.bounds
    parent = next(layout.ancestors(node), node)
    box = parent.bounds if not layout.is_large(parent) else box
    return box.top - _REACH <= start.y <= box.bottom + _REACH


def _points(arguments: Mapping[str, Any]) -> tuple[Point | None, Point | None]:
    """Where the finger starts and ends, in the shapes that calls use."""
    start = _point(arguments.get("from") or arguments.get("start"))
    end = _point(arguments.get("to") or arguments.get("end"))
    for first, last in (
        (("x1", "y1"), ("x2", "y2")),
        (("start_x", "start_y"), ("end_x", "end_y")),
        (("x", "y"), ("", "")),
    ):
        start = start or _point([arguments.get(key) for key in first])
        end = end or _point([arguments.get(key) for key in last])
    return start, end


def _point(value: object) -> Point | None:
    if isinstance(value, Mapping):
        value = [value.get("x"), value.get("y")]
    if not isinstance(value, list | tuple) or len(value) != 2:
        return None
    try:
        return Point(x=round(float(value[0])), y=round(float(value[1])))
    except (TypeError, ValueError, OverflowError):
        return None
