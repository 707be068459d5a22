"""Methods that touch objects: clicks, long clicks, drags, swipes, two fingers."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from genie_host.core.geometry import Bounds, Point
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.fingers import LONG_PRESS_MS, STEP_MS, drag, two_fingers
from genie_host.simphone.u2.java import FLOAT, INT, LONG, POINT, STRING, JavaException
from genie_host.simphone.u2.lookup import Reference, object2, query_for, the_object, wait_until
from genie_host.simphone.u2.method import MethodTable, overload
from genie_host.simphone.u2.objects import visible_bounds
from genie_host.simphone.u2.selectors import SELECTOR, Selector

_CLICK_MS = 100
_CORNER_PX = 5
_MARGIN_PX = 5
_FINGER_PX = 20
_CORNERS = {"br": "br", "bottomright": "br", "tl": "tl", "topleft": "tl", "c": "c", "center": "c"}
_DIRECTIONS = {"u": "up", "up": "up", "d": "down", "down": "down", "l": "left", "left": "left"}
_DIRECTIONS |= {"r": "right", "right": "right"}


async def click(automation: Automation, reference: Reference) -> bool:
    """Touch its middle."""
    return await _press(automation, reference, _CLICK_MS)


async def click_corner(automation: Automation, reference: Reference, corner: str | None) -> bool:
    """Touch its middle or a corner; false for a corner that is none."""
    return await _press_corner(automation, reference, corner, _CLICK_MS)


async def long_click(automation: Automation, reference: Reference) -> bool:
    """Press its middle long."""
    return await _press(automation, reference, LONG_PRESS_MS)


async def long_click_corner(automation: Automation, reference: Reference, corner: str | None) -> bool:
    """Press its middle or a corner long; false for a corner that is none."""
    return await _press_corner(automation, reference, corner, LONG_PRESS_MS)


async def click_and_wait(automation: Automation, reference: Reference, timeout_ms: int) -> bool:
    """Touch its middle; whether another window or screen came in time."""
    before = _in_front(automation)

    async def is_new() -> bool:
        return _in_front(automation) != before

    found = await object2(automation, reference) or await the_object(automation, reference)
    middle = visible_bounds(automation, found).center
    await automation.phone.hand.tap(middle.x, middle.y, held_ms=_CLICK_MS)
    return await wait_until(automation, is_new, timeout_ms)


async def drag_to_point(automation: Automation, reference: Reference, x: int, y: int, steps: int) -> bool:
    """Press it long and drag it somewhere."""
    start = visible_bounds(automation, await the_object(automation, reference)).center
    return await drag(automation, (start.x, start.y), (x, y), steps)


async def drag_to_object(automation: Automation, reference: Reference, target: Selector, steps: int) -> bool:
    """Press it long and drag it to the middle of something else."""
    start = visible_bounds(automation, await the_object(automation, reference)).center
    end = visible_bounds(automation, await the_object(automation, target)).center
    return await drag(automation, (start.x, start.y), (end.x, end.y), steps)


async def swipe(automation: Automation, reference: Reference, direction: str | None, steps: int) -> bool:
    """Swipe from one side of it to the other; false for a direction that is none."""
    where = _direction(direction)
    if where is None:
        return False
    bounds = visible_bounds(automation, await the_object(automation, reference))
    if (bounds.width if where in ("left", "right") else bounds.height) <= 2 * _MARGIN_PX:
        return False
    start, end = _side_to_side(bounds, where)
    return await automation.phone.hand.swipe(start, end, duration_ms=max(1, steps) * STEP_MS)


async def swipe_percent(
    automation: Automation, selector: Selector, direction: str | None, percent: float, speed: int
) -> bool:
    """Swipe over a part of it, at so many pixels a second; true whatever the direction."""
    found = await object2(automation, selector)
    if found is None:
        return await swipe(automation, selector, direction, speed)
    where = _direction(direction)
    if where is None:
        return True
    if not 0 <= percent <= 1:
        raise JavaException("java.lang.IllegalArgumentException", "Percent must be between 0.0f and 1.0f")
    if speed < 0:
        raise JavaException("java.lang.IllegalArgumentException", "Speed cannot be negative")
    (x1, y1), (x2, y2) = _side_to_side(visible_bounds(automation, found), where)
    end = (x1 + (x2 - x1) * percent, y1 + (y2 - y1) * percent)
    distance = abs(end[0] - x1) + abs(end[1] - y1)
    await automation.phone.hand.swipe((x1, y1), end, duration_ms=round(distance / max(1, speed) * 1000))
    return True


async def pinch_in(automation: Automation, reference: Reference, percent: int, steps: int) -> bool:
    """Two fingers from the sides to the middle."""
    far, near = await _pinch(automation, reference, percent)
    return await two_fingers(automation, far, near, steps)


async def pinch_out(automation: Automation, reference: Reference, percent: int, steps: int) -> bool:
    """Two fingers from the middle to the sides."""
    far, near = await _pinch(automation, reference, percent)
    return await two_fingers(automation, near, far, steps)


async def gesture(
    automation: Automation,
    reference: Reference,
    start1: dict[str, Any],
    start2: dict[str, Any],
    end1: dict[str, Any],
    end2: dict[str, Any],
    steps: int,
) -> bool:
    """Two fingers from two points to two others. The object need not be there: the server never looks for it."""
    points = [(point.get("x", 0), point.get("y", 0)) for point in (start1, start2, end1, end2)]
    return await two_fingers(automation, (points[0], points[1]), (points[2], points[3]), steps)


async def _press(automation: Automation, reference: Reference, held_ms: int) -> bool:
    found = await object2(automation, reference)
    located = found if found is not None else await the_object(automation, reference)
    middle = visible_bounds(automation, located).center
    touch = automation.phone.hand.tap(middle.x, middle.y, held_ms=held_ms)
    if found is not None:
        await touch
        return True
    return await _changes(automation, touch)


async def _press_corner(automation: Automation, reference: Reference, corner: str | None, held_ms: int) -> bool:
    query_for(automation, reference)  # a name that is not remembered comes before a corner that is none
    where = _CORNERS.get((corner or "center").lower())
    if where is None:
        return False
    bounds = visible_bounds(automation, await the_object(automation, reference))
    point = {
        "br": Point(x=bounds.right - _CORNER_PX, y=bounds.bottom - _CORNER_PX),
        "tl": Point(x=bounds.left + _CORNER_PX, y=bounds.top + _CORNER_PX),
        "c": bounds.center,
    }[where]
    return await _changes(automation, automation.phone.hand.tap(point.x, point.y, held_ms=held_ms))


async def _changes(automation: Automation, touch: Awaitable[bool]) -> bool:
    """Whether the screen shows something else after a touch, at once or as long as the configuration waits for it.

    At a phone that takes no time for gestures, only what is under way already is waited for.
    """
    before = automation.phone.snapshots.hierarchy("u2")
    await touch

    async def is_other() -> bool:
        return automation.phone.snapshots.hierarchy("u2") != before

    patience_ms = automation.memory.configuration["actionAcknowledgmentTimeout"]
    scale = 1.0 if automation.phone.world.has_pending else automation.phone.time_scale
    return await wait_until(automation, is_other, round(patience_ms * scale))


async def _pinch(
    automation: Automation, reference: Reference, percent: int
) -> tuple[tuple[tuple[int, int], tuple[int, int]], tuple[tuple[int, int], tuple[int, int]]]:
    """Where the fingers are when far apart and when together."""
    if not 0 <= percent <= 100:
        raise JavaException("java.lang.IllegalArgumentException", "Percent must be between 0 and 100")
    bounds = visible_bounds(automation, await the_object(automation, reference))
    if bounds.width <= 2 * _FINGER_PX:
        raise JavaException("java.lang.IllegalStateException", "Object width is too small for operation")
    middle, reach = bounds.center, int(bounds.width // 2 * percent / 100)
    far = ((middle.x - reach, middle.y), (middle.x + reach, middle.y))
    near = ((middle.x - _FINGER_PX, middle.y), (middle.x + _FINGER_PX, middle.y))
    return far, near


def _side_to_side(bounds: Bounds, direction: str) -> tuple[tuple[float, float], tuple[float, float]]:
    middle = bounds.center
    left, right = (bounds.left + _MARGIN_PX, middle.y), (bounds.right - _MARGIN_PX, middle.y)
    top, bottom = (middle.x, bounds.top + _MARGIN_PX), (middle.x, bounds.bottom - _MARGIN_PX)
    return {"left": (right, left), "right": (left, right), "up": (bottom, top), "down": (top, bottom)}[direction]


def _direction(name: str | None) -> str | None:
    if name is None:
        raise JavaException("java.lang.NullPointerException", "Attempt to invoke toLowerCase() on a null reference")
    return _DIRECTIONS.get(name.lower())


def _in_front(automation: Automation) -> tuple[object, int]:
    world = automation.phone.world
    return world.foreground, len(world.roots())


METHODS: MethodTable = {
    "click": (
        overload(click, SELECTOR),
        overload(click, STRING),
        overload(click_corner, SELECTOR, STRING),
        overload(click_corner, STRING, STRING),
    ),
    "clickAndWaitForNewWindow": (overload(click_and_wait, SELECTOR, LONG), overload(click_and_wait, STRING, LONG)),
    "dragTo": (
        overload(drag_to_point, SELECTOR, INT, INT, INT),
        overload(drag_to_object, SELECTOR, SELECTOR, INT),
        overload(drag_to_point, STRING, INT, INT, INT),
        overload(drag_to_object, STRING, SELECTOR, INT),
    ),
    "gesture": (
        overload(gesture, SELECTOR, POINT, POINT, POINT, POINT, INT),
        overload(gesture, STRING, POINT, POINT, POINT, POINT, INT),
    ),
    "longClick": (
        overload(long_click, SELECTOR),
        overload(long_click, STRING),
        overload(long_click_corner, SELECTOR, STRING),
        overload(long_click_corner, STRING, STRING),
    ),
    "pinchIn": (overload(pinch_in, SELECTOR, INT, INT), overload(pinch_in, STRING, INT, INT)),
    "pinchOut": (overload(pinch_out, SELECTOR, INT, INT), overload(pinch_out, STRING, INT, INT)),
    "swipe": (
        overload(swipe, SELECTOR, STRING, INT),
        overload(swipe_percent, SELECTOR, STRING, FLOAT, INT),
        overload(swipe, STRING, STRING, INT),
    ),
}
