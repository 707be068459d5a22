"""Gestures of the hand that more than one method makes."""

from __future__ import annotations

from genie_host.simphone.u2.automation import Automation

STEP_MS = 5
LONG_PRESS_MS = 600
"""One and a half times what Android takes for a long press."""
_DRAG_END_MS = 100

Spot = tuple[float, float]
Pair = tuple[tuple[int, int], tuple[int, int]]
"""Where two fingers are."""


async def drag(automation: Automation, start: Spot, end: Spot, steps: int) -> bool:
    """A long press that moves: the finger rests where it starts, and a little where it ends."""
    duration_ms = LONG_PRESS_MS + max(1, steps) * STEP_MS + _DRAG_END_MS
    return await automation.phone.hand.swipe(start, end, duration_ms=duration_ms)


async def two_fingers(automation: Automation, starts: Pair, ends: Pair, steps: int) -> bool:
    """Two fingers that move at the same time."""
    fingers = list(zip(starts, ends, strict=True))
    return await automation.phone.hand.gesture(fingers, duration_ms=max(1, steps) * STEP_MS)
