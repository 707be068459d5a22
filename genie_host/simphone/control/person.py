"""What a person with the phone in their hand does. No fault stops them, and no host is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.core.geometry import Point
from genie_host.simphone.keycodes import keycode_of
from genie_host.simphone.listener import Listener
from genie_host.simphone.world.nodes import SimNode

Given = Mapping[str, Any]


def tap(phone: Listener, given: Given) -> list[int]:
    """Touch a place, ``x`` and ``y``, or what is written there, ``text``; gives the place."""
    point = _place(phone, given)
    world = phone.phone.world
    world.log.append("person", does="tap", x=point.x, y=point.y)
    world.tap(point.x, point.y, held_ms=int(given.get("held_ms", 100)))
    return [point.x, point.y]


def swipe(phone: Listener, given: Given) -> None:
    """Drag from ``start`` to ``end``, both [x, y]."""
    world = phone.phone.world
    (x1, y1), (x2, y2) = _pair(given.get("start")), _pair(given.get("end"))
    world.log.append("person", does="swipe", start=[x1, y1], end=[x2, y2])
    world.swipe(x1, y1, x2, y2, duration_ms=int(given.get("duration_ms", 300)))


def type_text(phone: Listener, given: Given) -> bool:
    """Type into the focused field; false when there is none."""
    text = str(given.get("text", ""))
    phone.phone.world.log.append("person", does="type", text=text)
    return phone.phone.world.type_text(text)


def press_key(phone: Listener, given: Given) -> None:
    """Press a key by Android's name or number: ``BACK``, ``4``."""
    code = keycode_of(str(given.get("key", "")))
    if code is None:
        raise SimulatorError(f"no key is called {given.get('key')!r}")
    phone.phone.world.log.append("person", does="key", code=code)
    phone.phone.world.press_key(code)


def _place(phone: Listener, given: Given) -> Point:
    if "text" not in given:
        x, y = _pair([given.get("x"), given.get("y")])
        return Point(x=x, y=y)
    wanted = str(given["text"])
    for root in reversed(phone.phone.world.roots()):
        node = next((node for node in root.walk() if wanted in _words(node)), None)
        if node is not None:
            return node.bounds.center
    raise SimulatorError(f"nothing on the screen says {wanted!r}")


def _words(node: SimNode) -> tuple[str, str]:
    return node.text, node.description


def _pair(value: Any) -> tuple[int, int]:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(part, int | float) for part in value):
        return int(value[0]), int(value[1])
    raise SimulatorError("a place on the screen is two numbers")


ORDERS: Mapping[str, Callable[[Listener, Given], Any]] = {
    "person.key": press_key,
    "person.swipe": swipe,
    "person.tap": tap,
    "person.type": type_text,
}
