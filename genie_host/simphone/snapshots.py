"""Views of the screen as the host gets them, kept for as long as the world does not change."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Literal, TypeVar

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.render import screenshot_jpeg, screenshot_png
from genie_host.simphone.world.xml import hierarchy_xml

T = TypeVar("T")
Flavour = Literal["u2", "stock"]


class Snapshots:
    """Hierarchy dumps and pictures, made once per revision of the world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._revision = -1
        self._made: dict[Hashable, object] = {}

    def hierarchy(self, flavour: Flavour, *, active_only: bool = False, max_depth: int = 50) -> str:
        """The accessibility tree as XML."""
        return self._once(
            ("hierarchy", flavour, active_only, max_depth),
            lambda: hierarchy_xml(self._world, flavour=flavour, active_only=active_only, max_depth=max_depth),
        )

    def png(self) -> bytes:
        """The whole screen, full size."""
        return self._once("png", lambda: screenshot_png(self._world))

    def jpeg(self, scale: float, quality: int) -> bytes:
        """The whole screen, scaled and lossy."""
        return self._once(("jpeg", scale, quality), lambda: screenshot_jpeg(self._world, scale, quality))

    def jpeg_once(self, scale: float, quality: int) -> bytes:
        """The same without keeping it."""
        return screenshot_jpeg(self._world, scale, quality)

    def _once(self, key: Hashable, make: Callable[[], T]) -> T:
        self._world.tick()
        if self._revision != self._world.revision:
            self._made.clear()
            self._revision = self._world.revision
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]  # type: ignore[assignment]  # one key, one type: see the three callers
        return made
