"""The finger on the glass: the one way by which touches, keys and text from the host reach the world."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Protocol

from genie_host.simphone.faults import Faults
from genie_host.simphone.world.engine import World

Spot = tuple[float, float]
DEFAULT_HOLD_MS = 100
"""How long uiautomator2's server keeps the finger down in a click."""


class InjectionDenied(Exception):
    """The phone lets nobody inject input."""


class Owner(Protocol):
    """What a hand needs of its phone."""

    world: World
    faults: Faults
    time_scale: float

    def reached(self, point: str) -> None: ...

    def fault_fired(self, fault: str, **data: Any) -> None: ...


class Hand:
    """Moves at ``time_scale`` times the real speed: 0 is at once."""

    def __init__(self, phone: Owner) -> None:
        self._phone = phone

    async def tap(self, x: float, y: float, *, held_ms: int = DEFAULT_HOLD_MS, is_over: bool = False) -> bool:
        """Finger down, hold, up; ``is_over`` when the host itself has held it so long."""
        self._begin("tap")
        faults = self._phone.faults
        if faults.before_tap is not None:
            self._phone.fault_fired("before_tap", x=int(x), y=int(y))
            faults.before_tap(self._phone.world)
            self._phone.world.revision += 1  # whatever it did, the finger meets the screen as it is now
        if not is_over:
            await self.pause(held_ms)
        return self._phone.world.tap(int(x), int(y), held_ms=held_ms)

    async def swipe(
        self, start: tuple[float, float], end: tuple[float, float], *, duration_ms: int, is_over: bool = False
    ) -> bool:
        """A straight drag; one that ends where it began is a press of that length."""
        (x1, y1), (x2, y2) = start, end
        if (int(x1), int(y1)) == (int(x2), int(y2)):
            return await self.tap(x1, y1, held_ms=duration_ms, is_over=is_over)
        self._begin("swipe")
        if not is_over:
            await self.pause(duration_ms)
        return self._phone.world.swipe(int(x1), int(y1), int(x2), int(y2), duration_ms=duration_ms)

    async def gesture(self, fingers: Sequence[tuple[Spot, Spot]], *, duration_ms: int) -> bool:
        """Several fingers at once, each straight from one point to another. No app reacts to more than one."""
        self._begin("gesture")
        await self.pause(duration_ms)
        world = self._phone.world
        ends = [[[int(x), int(y)] for x, y in finger] for finger in fingers]
        world.log.append("gesture", fingers=ends, duration_ms=duration_ms)
        return world.is_screen_on

    def press_key(self, keycode: int) -> bool:
        self._begin("key")
        return self._phone.world.press_key(keycode)

    def type_text(self, text: str) -> bool:
        self._begin("text")
        return self._phone.world.type_text(text)

    async def pause(self, duration_ms: float) -> None:
        """Wait for as long as the real thing takes, scaled."""
        await asyncio.sleep(duration_ms / 1000 * self._phone.time_scale)

    def check(self, what: str) -> None:
        """Raise InjectionDenied when the phone does not let the host do that."""
        if self._phone.faults.inject_denied:
            self._phone.fault_fired("inject_denied", what=what)
            raise InjectionDenied
        if not self._phone.world.accepts_input:
            self._phone.world.log.append("input_refused", what=what)
            raise InjectionDenied

    def _begin(self, what: str) -> None:
        self._phone.reached("step")
        self._phone.reached(what)
        self.check(what)
