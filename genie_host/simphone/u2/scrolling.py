"""Methods of lists: scroll and fling, to an end or to something inside.

A scroll is answered with true when there is more to come that way, and with false when it reached the end or nothing
moved. Source: androidx ``UiScrollable``, ``Until.scrollFinished``.
"""

from __future__ import annotations

from genie_host.core.geometry import Bounds
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.fingers import STEP_MS
from genie_host.simphone.u2.java import BOOLEAN, INT
from genie_host.simphone.u2.lookup import find_query, the_object
from genie_host.simphone.u2.method import MethodTable, only
from genie_host.simphone.u2.objects import visible_bounds
from genie_host.simphone.u2.selectors import SELECTOR, Selector
from genie_host.simphone.u2.ui_search import query_of
from genie_host.simphone.world.engine import World

_DEAD_ZONE = 0.1
"""Part of a list at each end where the finger is not put."""
_MAX_SEARCH_SWIPES = 30
_SCROLL_STEPS, _FLING_STEPS = 55, 5


async def scroll_forward(
    automation: Automation, selector: Selector, is_vertical: bool, steps: int = _SCROLL_STEPS
) -> bool:
    """Show what comes after."""
    return await _scroll(automation, selector, is_vertical, steps, forward=True)


async def scroll_backward(
    automation: Automation, selector: Selector, is_vertical: bool, steps: int = _SCROLL_STEPS
) -> bool:
    """Show what comes before."""
    return await _scroll(automation, selector, is_vertical, steps, forward=False)


async def fling_forward(automation: Automation, selector: Selector, is_vertical: bool) -> bool:
    """A quick scroll forward."""
    return await _scroll(automation, selector, is_vertical, _FLING_STEPS, forward=True)


async def fling_backward(automation: Automation, selector: Selector, is_vertical: bool) -> bool:
    """A quick scroll backward."""
    return await _scroll(automation, selector, is_vertical, _FLING_STEPS, forward=False)


async def scroll_to_end(
    automation: Automation, selector: Selector, is_vertical: bool, max_swipes: int, steps: int = _SCROLL_STEPS
) -> bool:
    """Scroll forward to the end; false when that took more swipes than allowed."""
    return await _scroll_all(automation, selector, is_vertical, max_swipes, steps, forward=True)


async def scroll_to_beginning(
    automation: Automation, selector: Selector, is_vertical: bool, max_swipes: int, steps: int = _SCROLL_STEPS
) -> bool:
    """Scroll backward to the beginning; false when that took more swipes than allowed."""
    return await _scroll_all(automation, selector, is_vertical, max_swipes, steps, forward=False)


async def fling_to_end(automation: Automation, selector: Selector, is_vertical: bool, max_swipes: int) -> bool:
    """Fling forward to the end; false when that took more swipes than allowed."""
    return await _scroll_all(automation, selector, is_vertical, max_swipes, _FLING_STEPS, forward=True)


async def fling_to_beginning(automation: Automation, selector: Selector, is_vertical: bool, max_swipes: int) -> bool:
    """Fling backward to the beginning; false when that took more swipes than allowed."""
    return await _scroll_all(automation, selector, is_vertical, max_swipes, _FLING_STEPS, forward=False)


async def scroll_to(automation: Automation, selector: Selector, wanted: Selector, is_vertical: bool) -> bool:
    """Scroll from the beginning until something inside the list is in sight."""
    return await into_view(automation, selector, wanted, is_vertical=is_vertical)


async def into_view(automation: Automation, selector: Selector, wanted: Selector, *, is_vertical: bool = True) -> bool:
    """Bring a child of a list into sight; false when all of it was seen without."""
    child = query_of(selector).extended(wanted, "child")
    if await find_query(automation, child) is not None:
        return True
    await scroll_to_beginning(automation, selector, is_vertical, _MAX_SEARCH_SWIPES)
    if await find_query(automation, child) is not None:
        return True
    for _ in range(_MAX_SEARCH_SWIPES):
        has_more = await scroll_forward(automation, selector, is_vertical)
        if await find_query(automation, child) is not None:
            return True
        if not has_more:
            break
    return False


async def _scroll_all(
    automation: Automation, selector: Selector, is_vertical: bool, max_swipes: int, steps: int, *, forward: bool
) -> bool:
    for _ in range(max_swipes):
        if not await _scroll(automation, selector, is_vertical, steps, forward=forward):
            return True
    return False


async def _scroll(automation: Automation, selector: Selector, is_vertical: bool, steps: int, *, forward: bool) -> bool:
    bounds = visible_bounds(automation, await the_object(automation, selector))
    near, far = _ends(bounds, is_vertical)
    start, end = (far, near) if forward else (near, far)
    phone = automation.phone
    before = phone.snapshots.hierarchy("u2")
    await phone.hand.swipe(start, end, duration_ms=max(1, steps) * STEP_MS)
    if phone.snapshots.hierarchy("u2") == before:
        return False
    return _has_more(phone.world, is_vertical=is_vertical, forward=forward)


def _has_more(world: World, *, is_vertical: bool, forward: bool) -> bool:
    visit = world.visit
    if is_vertical:
        return visit.scroll < visit.last_scroll if forward else visit.scroll > 0
    last_page = max((item.page for item in world.app.screens[visit.screen].body), default=0)
    return visit.page < last_page if forward else visit.page > 0


def _ends(bounds: Bounds, is_vertical: bool) -> tuple[tuple[float, float], tuple[float, float]]:
    center = bounds.center
    if is_vertical:
        margin = int(bounds.height * _DEAD_ZONE)
        return (center.x, bounds.top + margin), (center.x, bounds.bottom - margin)
    margin = int(bounds.width * _DEAD_ZONE)
    return (bounds.left + margin, center.y), (bounds.right - margin, center.y)


METHODS: MethodTable = {
    "flingBackward": only(fling_backward, SELECTOR, BOOLEAN),
    "flingForward": only(fling_forward, SELECTOR, BOOLEAN),
    "flingToBeginning": only(fling_to_beginning, SELECTOR, BOOLEAN, INT),
    "flingToEnd": only(fling_to_end, SELECTOR, BOOLEAN, INT),
    "scrollBackward": only(scroll_backward, SELECTOR, BOOLEAN, INT),
    "scrollForward": only(scroll_forward, SELECTOR, BOOLEAN, INT),
    "scrollTo": only(scroll_to, SELECTOR, SELECTOR, BOOLEAN),
    "scrollToBeginning": only(scroll_to_beginning, SELECTOR, BOOLEAN, INT, INT),
    "scrollToEnd": only(scroll_to_end, SELECTOR, BOOLEAN, INT, INT),
}
