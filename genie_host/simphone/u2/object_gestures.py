"""Methods of gestures over objects: swipes, pinches, two fingers."""

from __future__ import annotations

from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.fingers import STEP_MS, Pair, Spot, two_fingers
from genie_host.simphone.u2.java import FLOAT, INT, POINT, STRING, JavaException, null_pointer
from genie_host.simphone.u2.lookup import Reference, object2, the_object
from genie_host.simphone.u2.method import MethodTable, overload
from genie_host.simphone.u2.objects import visible_bounds
from genie_host.simphone.u2.selectors import SELECTOR, Selector

_MARGIN_PX = 5
_FINGER_PX = 20
_DIRECTIONS = {"u": "up", "up": "up", "d": "down", "down": "down", "l": "left", "left": "left"}
_DIRECTIONS |= {"r": "right", "right": "right"}


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


async def _pinch(automation: Automation, reference: Reference, percent: int) -> tuple[Pair, Pair]:
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


def _side_to_side(bounds: Bounds, direction: str) -> tuple[Spot, Spot]:
    middle = bounds.center
    left, right = (bounds.left + _MARGIN_PX, middle.y), (bounds.right - _MARGIN_PX, middle.y)
    top, bottom = (middle.x, bounds.top + _MARGIN_PX), (middle.x, bounds.bottom - _MARGIN_PX)
    return {"left": (right, left), "right": (left, right), "up": (bottom, top), "down": (top, bottom)}[direction]


def _direction(name: str | None) -> str | None:
    if name is None:
        raise null_pointer("Attempt to invoke virtual method 'java.lang.String.toLowerCase()' on a null reference")
    return _DIRECTIONS.get(name.lower())


METHODS: MethodTable = {
    "gesture": (
        overload(gesture, SELECTOR, POINT, POINT, POINT, POINT, INT),
        overload(gesture, STRING, POINT, POINT, POINT, POINT, INT),
    ),
    "pinchIn": (overload(pinch_in, SELECTOR, INT, INT), overload(pinch_in, STRING, INT, INT)),
    "pinchOut": (overload(pinch_out, SELECTOR, INT, INT), overload(pinch_out, STRING, INT, INT)),
    "swipe": (
        overload(swipe, SELECTOR, STRING, INT),
        overload(swipe_percent, SELECTOR, STRING, FLOAT, INT),
        overload(swipe, STRING, STRING, INT),
    ),
}
