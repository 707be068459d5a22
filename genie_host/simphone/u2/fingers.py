"""Gestures of the hand that more than one method makes."""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.simphone.u2.automation import Automation

STEP_MS = 5
TOUCH_SLOP_PX = 24
"""A finger that moves less stays where it is."""
LONG_PRESS_MS = 600
"""One and a half times what Android takes for a long press."""
_DRAG_END_MS = 100

Spot = tuple[float, float]
Pair = tuple[tuple[int, int], tuple[int, int]]
"""Where two fingers are."""


async def follow(automation: Automation, path: Sequence[Spot], duration_ms: int, *, is_over: bool = False) -> bool:
    """One finger along a path. What it touches moves by what lies between its ends; there and back moves nothing."""
    start, end = path[0], path[-1]
    hand = automation.phone.hand
    if _distance(start, end) >= TOUCH_SLOP_PX:
        return await hand.swipe(start, end, duration_ms=duration_ms, is_over=is_over)
    farthest = max(path, key=lambda spot: _distance(start, spot))
    if _distance(start, farthest) < TOUCH_SLOP_PX:
        return await hand.tap(*start, held_ms=duration_ms, is_over=is_over)
    return await hand.gesture([(start, farthest)], duration_ms=0 if is_over else duration_ms)


def _distance(start: Spot, end: Spot) -> float:
    return abs(start[0] - end[0]) + abs(start[1] - end[1])


async def drag(automation: Automation, start: Spot, end: Spot, steps: int) -> bool:
    """A long press that moves: the finger rests where it starts, and a little where it ends."""
    duration_ms = LONG_PRESS_MS + max(1, steps) * STEP_MS + _DRAG_END_MS
    return await automation.phone.hand.swipe(start, end, duration_ms=duration_ms)


async def two_fingers(automation: Automation, starts: Pair, ends: Pair, steps: int) -> bool:
    """Two fingers that move at the same time."""
    fingers = list(zip(starts, ends, strict=True))
    return await automation.phone.hand.gesture(fingers, duration_ms=max(1, steps) * STEP_MS)
