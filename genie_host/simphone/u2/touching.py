"""Methods that touch objects: clicks, long clicks, drags."""

from __future__ import annotations

from collections.abc import Awaitable

from genie_host.core.geometry import Point
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.fingers import LONG_PRESS_MS, drag
from genie_host.simphone.u2.java import INT, LONG, STRING
from genie_host.simphone.u2.lookup import Reference, object2, query_for, the_object, wait_until
from genie_host.simphone.u2.method import MethodTable, overload
from genie_host.simphone.u2.objects import visible_bounds
from genie_host.simphone.u2.selectors import SELECTOR, Selector

_CLICK_MS = 100
_CORNER_PX = 5
_CORNERS = {"br": "br", "bottomright": "br", "tl": "tl", "topleft": "tl", "c": "c", "center": "c"}


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
    "longClick": (
        overload(long_click, SELECTOR),
        overload(long_click, STRING),
        overload(long_click_corner, SELECTOR, STRING),
        overload(long_click_corner, STRING, STRING),
    ),
}
