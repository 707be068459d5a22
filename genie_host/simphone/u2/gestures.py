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
_TOUCH_SLOP_PX = 24
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
    """A path as x, y, x, y ...; an odd end counts for nothing. The simulated finger takes the straight way."""
    points = list(zip(coordinates[::2], coordinates[1::2], strict=False))
    if not points:
        return False
    duration_ms = (len(points) - 1) * max(1, steps) * STEP_MS
    return await automation.phone.hand.swipe(points[0], points[-1], duration_ms=duration_ms)


async def inject_input_event(automation: Automation, action: int, x: float, y: float, meta: int) -> bool:
    """Down, move, up: a press of whatever length the host makes it; false for other actions."""
    now = asyncio.get_running_loop().time()
    x, y = _on_glass(x), _on_glass(y)
    memory = automation.memory
    if action == _DOWN:
        memory.touch = Touch((x, y), (x, y), now)
    elif memory.touch is None:
        return False
    elif action == _MOVE:
        memory.touch.end = (x, y)
    elif action == _UP:
        touch, memory.touch = memory.touch, None
        await _release(automation, touch, (x, y), round((now - touch.since) * 1000))
    return action in (_DOWN, _UP, _MOVE)


def _on_glass(coordinate: float) -> float:
    """Something that is a place, if far away: the host may say infinity."""
    return max(-_FARTHEST_PX, min(_FARTHEST_PX, coordinate)) if not math.isnan(coordinate) else 0.0


async def _release(automation: Automation, touch: Touch, end: tuple[float, float], duration_ms: int) -> None:
    # The time has passed already, at the host's hand: nothing is held any longer here.
    (x1, y1), (x2, y2) = touch.start, end
    hand = automation.phone.hand
    if abs(x1 - x2) + abs(y1 - y2) < _TOUCH_SLOP_PX:
        await hand.tap(x1, y1, held_ms=duration_ms, is_over=True)
    else:
        await hand.swipe(touch.start, end, duration_ms=duration_ms, is_over=True)


METHODS: MethodTable = {
    "click": (overload(click, INT, INT), overload(click, INT, INT, LONG)),
    "drag": only(drag, INT, INT, INT, INT, INT),
    "injectInputEvent": only(inject_input_event, INT, FLOAT, FLOAT, INT),
    "swipe": only(swipe, INT, INT, INT, INT, INT),
    "swipePoints": only(swipe_points, array_of(INT), INT),
}
