"""Gives a text field the focus, and makes sure that it is this field that has it: text goes wherever the focus is."""

from __future__ import annotations

from typing import Any

from genie_host.core.clock import Deadline
from genie_host.core.errors import PhoneRejected
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import AccessibilityNode
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.rpc import RpcClient
from genie_host.phone.selector import selector

NOT_WRITABLE = "That is not a text field that can be written into, or it is not there any more."
MOVED = "The field is not where it was seen. Look at the screen again."
_POLL_SECONDS = 0.05


class Focus:
    """Of one phone."""

    def __init__(self, link: DeviceLink, rpc: RpcClient, gestures: Gestures) -> None:
        self._link = link
        self._rpc = rpc
        self._gestures = gestures

    def give(self, field: AccessibilityNode, at: Point | None) -> dict[str, Any]:
        """A selector for the field, which has the focus when this returns.

        It is touched only when it has not got it: where it was seen there may be keys by now. Fields that look alike
        to the phone, as those without ids do, are told apart by their order. Raises PhoneRejected.
        """
        kind = {"packageName": field.package_name, "className": field.class_name, "resourceId": field.resource_id}
        alike, focused = selector(**kind), selector(focused=True, **kind)
        spot = at or field.bounds.center
        there = self._rpc.call("objInfoOfAllInstances", [alike])
        infos = there if isinstance(there, list) else []
        place = _place_of(spot, infos) if len(infos) > 1 else 0
        if place is None:
            raise PhoneRejected(MOVED)
        if not (_has_focus(infos, place) or (not infos and field.is_focused)):
            self._gestures.tap(spot)
            if len(infos) > 1:
                self._wait_for(alike, place)
            else:
                self._wait_for_any(focused)
        return focused

    def _wait_for(self, alike: dict[str, Any], place: int) -> None:
        """Until that one of several has it; another one may have had it all the time."""
        deadline = Deadline.after(self._link.patience.focus_seconds)
        while True:
            infos = self._rpc.call("objInfoOfAllInstances", [alike])
            if isinstance(infos, list) and _has_focus(infos, place):
                return
            if deadline.is_over:
                raise PhoneRejected(NOT_WRITABLE)
            self._link.cancel.wait(_POLL_SECONDS)

    def _wait_for_any(self, focused: dict[str, Any]) -> None:
        wait_seconds = self._link.patience.focus_seconds
        limit = self._link.patience.call_seconds + wait_seconds
        if not self._rpc.call("waitForExists", [focused, round(wait_seconds * 1000)], seconds=limit):
            raise PhoneRejected(NOT_WRITABLE)


def _place_of(spot: Point, infos: list[Any]) -> int | None:
    """Which of them lies there; None when none does, or several."""
    places = [place for place, info in enumerate(infos) if _lies_at(info, spot)]
    return places[0] if len(places) == 1 else None


def _lies_at(info: Any, spot: Point) -> bool:
    sides = info.get("visibleBounds") if isinstance(info, dict) else None
    if not isinstance(sides, dict) or not {"left", "top", "right", "bottom"} <= sides.keys():
        return False
    return Bounds(sides["left"], sides["top"], sides["right"], sides["bottom"]).contains(spot)


def _has_focus(infos: list[Any], place: int) -> bool:
    return place < len(infos) and isinstance(infos[place], dict) and infos[place].get("focused") is True
