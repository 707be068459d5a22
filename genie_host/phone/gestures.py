"""Touches and keys, each sent once."""

from __future__ import annotations

import logging
from typing import Any

from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Bounds, Point, Size
from genie_host.phone.keys import key_code
from genie_host.phone.link import DeviceLink
from genie_host.phone.phone import ScrollDirection
from genie_host.phone.rpc import RpcClient
from genie_host.phone.selector import selector

_STEP_MS = 5
"""UiAutomator moves the finger every 5 ms."""
_BETWEEN_TAPS_SECONDS = 0.06
_DRAG_HOLD_MS = 1000
_PINCH_REACH, _PINCH_NEAR_PX = 0.35, 60
_FLING_MS = 60
_SCROLL_MS = 400
"""Slow enough not to fling."""
_REACH = 0.5
"""Share of the area that one scroll moves, so that some of what was seen stays in sight."""
_EDGE = 0.08
"""Share of the screen along each edge where gestures belong to the system."""
_log = logging.getLogger(__name__)


class Gestures:
    """A finger and the buttons of one phone."""

    def __init__(self, link: DeviceLink, rpc: RpcClient) -> None:
        self._link = link
        self._rpc = rpc

    def tap(self, point: Point) -> None:
        _log.info("tap %s,%s", point.x, point.y)
        self._must("click", point.x, point.y)

    def long_press(self, point: Point, duration_ms: int) -> None:
        _log.info("long press %s,%s for %s ms", point.x, point.y, duration_ms)
        self._must("click", point.x, point.y, duration_ms, lasts_ms=duration_ms)

    def swipe(self, start: Point, end: Point, duration_ms: int) -> None:
        _log.info("swipe %s,%s to %s,%s in %s ms", start.x, start.y, end.x, end.y, duration_ms)
        steps = max(2, duration_ms // _STEP_MS)
        self._must("swipe", start.x, start.y, end.x, end.y, steps, lasts_ms=duration_ms)

    def double_tap(self, point: Point) -> None:
        """Two taps that belong together; when the second is lost, the outcome is unknown and nothing is repeated."""
        _log.info("double tap %s,%s", point.x, point.y)
        self._must("click", point.x, point.y)
        # Closer together they count as a bounce of one finger.
        self._link.cancel.wait(_BETWEEN_TAPS_SECONDS)
        self._must("click", point.x, point.y)

    def drag(self, start: Point, end: Point, duration_ms: int) -> None:
        """Hold something, then move it."""
        _log.info("drag %s,%s to %s,%s", start.x, start.y, end.x, end.y)
        steps = max(2, duration_ms // _STEP_MS)
        self._must("drag", start.x, start.y, end.x, end.y, steps, lasts_ms=duration_ms + _DRAG_HOLD_MS)

    def pinch(self, area: Bounds, *, is_open: bool, duration_ms: int) -> None:
        """Two fingers in the middle of an area: apart to see more closely, together to see more."""
        _log.info("pinch %s", "open" if is_open else "closed")
        middle, reach, near = area.center, round(area.width * _PINCH_REACH), _PINCH_NEAR_PX
        if reach <= 2 * near:
            raise PhoneRejected("That part of the screen is too small for two fingers.")
        wide = [{"x": middle.x - reach, "y": middle.y}, {"x": middle.x + reach, "y": middle.y}]
        close = [{"x": middle.x - near, "y": middle.y}, {"x": middle.x + near, "y": middle.y}]
        start, end = (close, wide) if is_open else (wide, close)
        steps = max(2, duration_ms // _STEP_MS)
        # The server wants an object to speak of, and never looks for it.
        self._must("gesture", selector(className="*"), *start, *end, steps, lasts_ms=duration_ms)

    def fling(self, direction: ScrollDirection, area: Bounds | None, size: Size) -> None:
        """A quick swipe, after which the list runs on by itself."""
        start, end = scroll_path(direction, area, size)
        self.swipe(start, end, _FLING_MS)

    def scroll(self, direction: ScrollDirection, area: Bounds | None, size: Size) -> None:
        """Move the content of an area, clear of the edges where a swipe would mean something else."""
        start, end = scroll_path(direction, area, size)
        self.swipe(start, end, _SCROLL_MS)

    def press_key(self, name: str) -> None:
        code = key_code(name)
        _log.info("key %s", name)
        self._must("pressKeyCode", code)

    def _must(self, method: str, *parameters: Any, lasts_ms: int = 0) -> None:
        seconds = self._link.patience.call_seconds + lasts_ms / 1000
        if self._rpc.call(method, parameters, seconds=seconds) is False:
            raise PhoneRejected("The phone did not take the action. Check that its screen is on, then look again.")


def scroll_path(direction: ScrollDirection, area: Bounds | None, size: Size) -> tuple[Point, Point]:
    """Where the finger goes: against the direction, since content follows the finger."""
    safe = Bounds(
        left=round(size.width * _EDGE),
        top=round(size.height * _EDGE),
        right=round(size.width * (1 - _EDGE)),
        bottom=round(size.height * (1 - _EDGE)),
    )
    room = area.clipped(safe) if area else safe
    if room.width <= 0 or room.height <= 0:
        raise PhoneRejected("That part of the screen cannot be scrolled: it is not visible.")
    middle = room.center
    reach_x, reach_y = round(room.width * _REACH / 2), round(room.height * _REACH / 2)
    low, high = Point(x=middle.x, y=middle.y + reach_y), Point(x=middle.x, y=middle.y - reach_y)
    near, far = Point(x=middle.x - reach_x, y=middle.y), Point(x=middle.x + reach_x, y=middle.y)
    match direction:
        case "down":
            return low, high
        case "up":
            return high, low
        case "right":
            return far, near
        case "left":
            return near, far
