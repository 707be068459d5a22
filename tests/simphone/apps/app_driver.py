"""Uses an app on a phone without a wire, as a person would: by what is to be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode

_SCREENFULS = 8
_STEP_SECONDS = 0.25


@dataclass
class HandClock:
    """Time that goes on when told to."""

    seconds: float = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


class AppDriver:
    """One phone with one app in front, and its own time."""

    def __init__(self, app_id: str = "", screen: str = "home", *, settle: bool = True, **options: Any) -> None:
        args = options.pop("args", {})
        self.clock = HandClock()
        self.world = World.from_bundled_apps(clock=self.clock, **options)
        if app_id:
            self.world.show(app_id, screen, **args)
        if settle:
            self.wait(1.0)

    @property
    def screen(self) -> str:
        return self.world.foreground.screen

    def state(self, app_id: str = "") -> dict[str, Any]:
        return self.world.state[app_id or self.world.app_id]

    @property
    def effects(self) -> list[str]:
        return [entry["kind"] for entry in self.world.log.effects]

    def effect(self, kind: str) -> dict[str, Any]:
        """The last effect of a kind, without its place in the log."""
        entry = self.world.log.of_kind(kind)[-1]
        return {name: value for name, value in entry.items() if name not in ("seq", "kind", "effect", "app", "time")}

    def wait(self, seconds: float) -> None:
        """Let time pass in small steps, as it does for a phone that is looked at."""
        while seconds > 0:
            self.clock.sleep(min(seconds, _STEP_SECONDS))
            self.world.tick()
            seconds -= _STEP_SECONDS

    def nodes(self) -> Iterator[SimNode]:
        """What the glass shows, the topmost window first, each in reading order."""
        for window in reversed(self.world.windows()):
            yield from window.root.walk_seen()

    def seen(self, name: str) -> list[SimNode]:
        """Nodes that say something, or whose id is ``#name``; what only the picture shows included."""
        if name.startswith("#"):
            return [node for node in self.nodes() if node.resource_id.endswith(f":id/{name[1:]}")]
        return [node for node in self.nodes() if name in _labels(node)]

    def shows(self, name: str) -> bool:
        return bool(self.seen(name))

    def find(self, name: str, nth: int = 0) -> SimNode:
        """The node; scrolls down to it where it has to."""
        for _ in range(_SCREENFULS):
            found = self.seen(name)
            if len(found) > nth:
                return found[nth]
            self.world.swipe(540, 1700, 540, 900)
        raise AssertionError(f"{name!r} is not on the screen: {sorted(self.labels())}")

    def labels(self) -> set[str]:
        return {label for node in self.nodes() for label in _labels(node)}

    def tap(self, *names: str, nth: int = 0, held_ms: int = 100) -> None:
        """One after the other."""
        for name in names:
            spot = self.find(name, nth).bounds.center
            self.world.tap(spot.x, spot.y, held_ms=held_ms)
            self.wait(0.6)

    def hold(self, name: str, nth: int = 0) -> None:
        self.tap(name, nth=nth, held_ms=700)

    def fill(self, name: str, text: str) -> None:
        """Tap a field, type, and put the keyboard away."""
        self.tap(name)
        self.world.type_text(text)
        if self.world.is_keyboard_shown:
            self.world.press_key(4)

    def is_enabled(self, name: str) -> bool:
        return self.find(name).enabled


def _labels(node: SimNode) -> set[str]:
    return {label for label in (node.text, node.description, node.hint, node.drawn) if label}
