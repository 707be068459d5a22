"""Methods that touch the glass at coordinates."""

from __future__ import annotations

import asyncio
import math

from genie_host.simphone.hand import DEFAULT_HOLD_MS
from genie_host.simphone.u2 import fingers
from genie_host.simphone.u2.automation import Automation, Touch
from genie_host.simphone.u2.fingers import STEP_MS
from genie_host.simphone.u2.java import FLOAT, INT, LONG, array_of
from genie_host.simphone.u2.method import MethodTable, only, overload

_DOWN, _UP, _MOVE = 0, 1, 2
_MOST_SPOTS = 1000
"""A longer path keeps only its last spot."""
_FARTHEST_PX = 1e6


async def click(automation: Automation, x: int, y: int, hold_ms: int = DEFAULT_HOLD_MS) -> bool:
    """A touch of 100 ms, or of another length; false off the screen's top and left."""
    return False if x < 0 or y < 0 else await automation.phone.hand.tap(x, y, held_ms=max(0, hold_ms))


async def swipe(automation: Automation, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """A straight swipe; a step takes 5 ms."""
    return await automation.phone.hand.swipe((x1, y1), (x2, y2), duration_ms=max(1, steps) * STEP_MS)


async def drag(automation: Automation, x1: int, y1: int, x2: int, y2: int, steps: int) -> bool:
    """A swipe that begins with a long press."""
    return await fingers.drag(automation, (x1, y1), (x2, y2), steps)


async def swipe_points(automation: Automation, coordinates: list[int], steps: int) -> bool:
    """A path as x, y, x, y ...; an odd end counts for nothing."""
    points = list(zip(coordinates[::2], coordinates[1::2], strict=False))
    if not points:
        return False
    return await fingers.follow(automation, points, (len(points) - 1) * max(1, steps) * STEP_MS)


async def inject_input_event(automation: Automation, action: int, x: float, y: float, meta: int) -> bool:
    """Down, move, up: a press of whatever length the host makes it; false for other actions."""
    now = asyncio.get_running_loop().time()
    memory, spot = automation.memory, (_on_glass(x), _on_glass(y))
    if action == _DOWN:
        automation.phone.hand.check("touch")
        memory.touch = Touch([spot], now)
    elif memory.touch is None or action not in (_UP, _MOVE):
        return False
    else:
        memory.touch.path[_MOST_SPOTS:] = [spot]
    if action == _UP and memory.touch is not None:
        touch, memory.touch = memory.touch, None
        # The time has passed already, at the host's hand: nothing is held any longer here.
        await fingers.follow(automation, touch.path, round((now - touch.since) * 1000), is_over=True)
    return True


def _on_glass(coordinate: float) -> float:
    """Something that is a place, if far away: the host may say infinity."""
    return max(-_FARTHEST_PX, min(_FARTHEST_PX, coordinate)) if not math.isnan(coordinate) else 0.0


METHODS: MethodTable = {
    "click": (overload(click, INT, INT), overload(click, INT, INT, LONG)),
    "drag": only(drag, INT, INT, INT, INT, INT),
    "injectInputEvent": only(inject_input_event, INT, FLOAT, FLOAT, INT),
    "swipe": only(swipe, INT, INT, INT, INT, INT),
    "swipePoints": only(swipe_points, array_of(INT), INT),
}
