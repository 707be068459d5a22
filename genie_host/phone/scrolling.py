"""Scrolls until something is in sight, and knows when there is no more to come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Bounds
from genie_host.core.screen import Element, Observation
from genie_host.phone.phone import Phone, ScrollDirection

MOST_SWIPES = 30
_STILL = 2
"""Swipes in a row that bring nothing new, until the end is believed: lists sometimes swallow one."""
_BACK: dict[ScrollDirection, ScrollDirection] = {"down": "up", "up": "down", "left": "right", "right": "left"}


@dataclass(frozen=True, kw_only=True)
class Scrolled:
    """How a search by scrolling ended."""

    element: Element | None
    """What was looked for; None when it was not found."""
    observation: Observation
    """The last look."""
    swipes: int
    is_at_end: bool
    """There is no more to come that way; False also when the budget was used up first."""
    seen: tuple[str, ...]
    """Names of all that came into sight."""


def scroll_until(
    phone: Phone,
    is_wanted: Callable[[Observation], Element | None],
    start: Observation,
    *,
    direction: ScrollDirection = "down",
    most_swipes: int = MOST_SWIPES,
    turns_back: bool = False,
    cancel: CancelToken | None = None,
) -> Scrolled:
    """Scroll the largest list that can be seen until ``is_wanted`` finds its element.

    With ``turns_back`` the other direction is tried from the end on, so that all of a list is seen from anywhere in it.
    """
    area = scroll_area(start, direction)
    seen: dict[str, None] = dict.fromkeys(element.name for element in start.elements)
    observation, swipes, still = start, 0, 0
    element = is_wanted(observation)
    while element is None and swipes < most_swipes and still < _STILL:
        phone.scroll(direction, area)
        swipes += 1
        before, observation = observation, phone.observe(cancel)
        element = is_wanted(observation)
        still = still + 1 if _is_same(before, observation, area) else 0
        seen |= dict.fromkeys(each.name for each in observation.elements)
        if observation.package_name != start.package_name:
            # A swipe that opened something else is no scroll.
            break
    is_at_end = still >= _STILL
    if element is None and turns_back and (is_at_end or swipes < most_swipes):
        back = scroll_until(
            phone,
            is_wanted,
            observation,
            direction=_BACK[direction],
            most_swipes=most_swipes,
            cancel=cancel,
        )
        names = tuple(dict.fromkeys([*seen, *back.seen]))
        return Scrolled(
            element=back.element,
            observation=back.observation,
            swipes=swipes + back.swipes,
            is_at_end=is_at_end and back.is_at_end,
            seen=names,
        )
    return Scrolled(element=element, observation=observation, swipes=swipes, is_at_end=is_at_end, seen=tuple(seen))


def scroll_area(observation: Observation, direction: ScrollDirection) -> Bounds | None:
    """The list to scroll: the largest whose shape fits the direction; None for the whole screen."""
    screen = Bounds(0, 0, observation.size.width, observation.size.height)
    boxes = [node.bounds.clipped(screen) for node in observation.scrollables]
    if direction in ("left", "right"):
        # A row of cards or tabs is wide and low; a page turned sideways is as large as the screen.
        boxes = [box for box in boxes if box.width > box.height] or boxes
    else:
        boxes = [box for box in boxes if box.height > box.width / 3] or boxes
    return max(boxes, key=lambda box: box.area, default=None)


def _is_same(before: Observation, after: Observation, area: Bounds | None) -> bool:
    """Nothing moved in the list; what ticks or loads outside it does not count."""
    return _inside(before, area) == _inside(after, area)


def _inside(observation: Observation, area: Bounds | None) -> list[tuple[str, str, Bounds]]:
    return [
        (element.name, element.value, element.node.bounds)
        for element in observation.elements
        if area is None or area.contains(element.node.bounds.center)
    ]
