"""Methods that touch the glass at coordinates, and lists that scroll."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from genie_host.core.geometry import Bounds
from genie_host.simphone.hand import DEFAULT_HOLD_MS
from genie_host.simphone.u2.automation import Automation, Touch
from genie_host.simphone.u2.method import InvalidParameters, MethodTable
from genie_host.simphone.u2.objects import ObjectReference, exists, the_one

_STEP_MS = 5
_DOWN, _UP, _MOVE = 0, 1, 2
_TOUCH_SLOP_PX = 24
_DEAD_ZONE = 0.1
"""Part of a list at each end where UiScrollable does not put the finger."""
_MAX_SWIPES = 30
_SCROLL_STEPS, _FLING_STEPS = 55, 5


async def click(
    automation: Automation, target: float | ObjectReference, y: float | None = None, hold_ms: int = DEFAULT_HOLD_MS
) -> bool:
    """``click(x, y)``, ``click(x, y, milliseconds)`` or ``click(selector)``."""
    if isinstance(target, int | float):
        if y is None:
            raise InvalidParameters
        return False if target < 0 or y < 0 else await automation.phone.hand.tap(target, y, held_ms=hold_ms)
    center = the_one(automation, target).node.bounds.center
    return await automation.phone.hand.tap(center.x, center.y, held_ms=hold_ms)


async def swipe(automation: Automation, x1: float, y1: float, x2: float, y2: float, steps: int) -> bool:
    """``swipe`` and ``drag``; a step takes 5 ms."""
    return await automation.phone.hand.swipe((x1, y1), (x2, y2), duration_ms=steps * _STEP_MS)


async def swipe_points(automation: Automation, coordinates: Sequence[float], steps: int) -> bool:
    """A path as x, y, x, y ...; the simulated finger takes the straight way to its end."""
    if len(coordinates) < 4 or len(coordinates) % 2:
        return False
    segments = len(coordinates) // 2 - 1
    start, end = (coordinates[0], coordinates[1]), (coordinates[-2], coordinates[-1])
    return await automation.phone.hand.swipe(start, end, duration_ms=segments * steps * _STEP_MS)


async def inject_input_event(automation: Automation, action: int, x: float, y: float, meta: int = 0) -> bool:
    """Down, move, up: a press of whatever length the host makes it."""
    now = asyncio.get_running_loop().time()
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
    return True


async def _release(automation: Automation, touch: Touch, end: tuple[float, float], duration_ms: int) -> None:
    # The time has passed already, at the host's hand: nothing is held any longer here.
    (x1, y1), (x2, y2) = touch.start, end
    hand = automation.phone.hand
    if abs(x1 - x2) + abs(y1 - y2) < _TOUCH_SLOP_PX:
        await hand.tap(x1, y1, held_ms=duration_ms, is_over=True)
    else:
        await hand.swipe(touch.start, end, duration_ms=duration_ms, is_over=True)


async def scroll_forward(
    automation: Automation, reference: ObjectReference, is_vertical: bool, steps: int = _SCROLL_STEPS
) -> bool:
    """Show what comes after; true when something moved."""
    return await _scroll(automation, reference, is_vertical, steps, forward=True)


async def scroll_backward(
    automation: Automation, reference: ObjectReference, is_vertical: bool, steps: int = _SCROLL_STEPS
) -> bool:
    """Show what comes before; true when something moved."""
    return await _scroll(automation, reference, is_vertical, steps, forward=False)


async def fling_forward(automation: Automation, reference: ObjectReference, is_vertical: bool) -> bool:
    """A quick scroll forward."""
    return await _scroll(automation, reference, is_vertical, _FLING_STEPS, forward=True)


async def fling_backward(automation: Automation, reference: ObjectReference, is_vertical: bool) -> bool:
    """A quick scroll backward."""
    return await _scroll(automation, reference, is_vertical, _FLING_STEPS, forward=False)


async def scroll_to_end(
    automation: Automation,
    reference: ObjectReference,
    is_vertical: bool,
    max_swipes: int = _MAX_SWIPES,
    steps: int = _SCROLL_STEPS,
) -> bool:
    """Scroll forward until nothing moves."""
    return await _scroll_all(automation, reference, is_vertical, max_swipes, steps, forward=True)


async def scroll_to_beginning(
    automation: Automation,
    reference: ObjectReference,
    is_vertical: bool,
    max_swipes: int = _MAX_SWIPES,
    steps: int = _SCROLL_STEPS,
) -> bool:
    """Scroll backward until nothing moves."""
    return await _scroll_all(automation, reference, is_vertical, max_swipes, steps, forward=False)


async def scroll_to(
    automation: Automation, reference: ObjectReference, wanted: ObjectReference, is_vertical: bool
) -> bool:
    """Scroll from the beginning until something is in sight."""
    if exists(automation, wanted):
        return True
    await scroll_to_beginning(automation, reference, is_vertical)
    for _ in range(_MAX_SWIPES):
        if exists(automation, wanted):
            return True
        if not await scroll_forward(automation, reference, is_vertical):
            break
    return exists(automation, wanted)


async def _scroll_all(
    automation: Automation, reference: ObjectReference, is_vertical: bool, max_swipes: int, steps: int, *, forward: bool
) -> bool:
    for _ in range(max_swipes):
        if not await _scroll(automation, reference, is_vertical, steps, forward=forward):
            break
    return True


async def _scroll(
    automation: Automation, reference: ObjectReference, is_vertical: bool, steps: int, *, forward: bool
) -> bool:
    bounds = the_one(automation, reference).node.bounds
    near, far = _ends(bounds, is_vertical)
    before = automation.phone.snapshots.hierarchy("u2")
    start, end = (far, near) if forward else (near, far)
    await automation.phone.hand.swipe(start, end, duration_ms=steps * _STEP_MS)
    return automation.phone.snapshots.hierarchy("u2") != before


def _ends(bounds: Bounds, is_vertical: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    center = bounds.center
    if is_vertical:
        margin = bounds.height * _DEAD_ZONE
        return (center.x, bounds.top + margin), (center.x, bounds.bottom - margin)
    margin = bounds.width * _DEAD_ZONE
    return (bounds.left + margin, center.y), (bounds.right - margin, center.y)


METHODS: MethodTable = {
    "click": click,
    "drag": swipe,
    "flingBackward": fling_backward,
    "flingForward": fling_forward,
    "flingToBeginning": scroll_to_beginning,
    "flingToEnd": scroll_to_end,
    "injectInputEvent": inject_input_event,
    "scrollBackward": scroll_backward,
    "scrollForward": scroll_forward,
    "scrollTo": scroll_to,
    "scrollToBeginning": scroll_to_beginning,
    "scrollToEnd": scroll_to_end,
    "swipe": swipe,
    "swipePoints": swipe_points,
}
