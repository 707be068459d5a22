"""The finger on the glass: the one way by which touches, keys and text from the host reach the world."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from genie_host.simphone.faults import Faults
from genie_host.simphone.world.engine import World

DEFAULT_HOLD_MS = 100
"""How long uiautomator2's server keeps the finger down in a click."""


class InjectionDenied(Exception):
    """The phone lets nobody inject input."""


class Hand:
    """Moves at ``time_scale`` times the real speed: 0 is at once."""

    def __init__(self, world: World, faults: Faults, *, time_scale: float, fault_fired: Callable[..., None]) -> None:
        self._world = world
        self._faults = faults
        self._time_scale = time_scale
        self._fault_fired = fault_fired

    async def tap(self, x: float, y: float, *, held_ms: int = DEFAULT_HOLD_MS, is_over: bool = False) -> bool:
        """Finger down, hold, up; ``is_over`` when the host itself has held it so long."""
        self._check("tap")
        if self._faults.before_tap is not None:
            self._fault_fired("before_tap", x=int(x), y=int(y))
            self._faults.before_tap(self._world)
        if not is_over:
            await self.pause(held_ms)
        return self._world.tap(int(x), int(y), held_ms=held_ms)

    async def swipe(
        self, start: tuple[float, float], end: tuple[float, float], *, duration_ms: int, is_over: bool = False
    ) -> bool:
        """A straight drag; one that ends where it began is a press of that length."""
        (x1, y1), (x2, y2) = start, end
        if (int(x1), int(y1)) == (int(x2), int(y2)):
            return await self.tap(x1, y1, held_ms=duration_ms, is_over=is_over)
        self._check("swipe")
        if not is_over:
            await self.pause(duration_ms)
        return self._world.swipe(int(x1), int(y1), int(x2), int(y2), duration_ms=duration_ms)

    def press_key(self, keycode: int) -> bool:
        self._check("key")
        return self._world.press_key(keycode)

    def type_text(self, text: str) -> bool:
        self._check("text")
        return self._world.type_text(text)

    async def pause(self, duration_ms: float) -> None:
        """Wait for as long as the real thing takes, scaled."""
        await asyncio.sleep(duration_ms / 1000 * self._time_scale)

    def _check(self, what: str) -> None:
        if self._faults.inject_denied:
            self._fault_fired("inject_denied", what=what)
            raise InjectionDenied
