"""Goes through an app from its first screen: touches everything on every screen that it comes to, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from app_driver import HandClock
from every_app import opened

from genie_host.simphone.world import paths
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import App

Touch = tuple[str, int, int, int]
"""What is touched, where, and for how long in milliseconds."""
_TYPED = "4242"
_TYPED_IN = {"amount": "42", "code": "123456", "new_number": "TW90 1234 5678"}
"""What fits in fields that do not take just anything, by the variable behind them."""
_MOST_SCREENFULS = 3
_MOST_OFFERS = 2
"""So many states of one screen are looked into."""


class Crawler:
    """One phone, put back as it was before each touch. Whoever is asked something says yes."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._clock = HandClock()
        self.world = opened(app, "home", self._clock)
        self._agree()
        self.touches = 0
        self._seen = {self._place: {self._offer}}

    @property
    def reached(self) -> set[str]:
        """Screens that it has come to."""
        return {screen for screen, _ in self._seen}

    def crawl(self, check: Callable[[World], None]) -> None:
        """Touch everything; ``check`` is called after each touch. What breaks says where it was."""
        ahead = [self.world.snapshot()]
        while ahead:
            for before in self._views(ahead.pop()):
                self.world.restore(before)
                for name, x, y, held_ms in list(self._touchable()):
                    try:
                        self._touch(before, x, y, held_ms)
                        check(self.world)
                    except Exception as error:
                        error.add_note(f"{self._app.app_id}: {name}")
                        raise
                    ahead += self._found()

    def _found(self) -> Iterator[Any]:
        if self.world.app_id != self._app.app_id:
            return
        offers, offer = self._seen.setdefault(self._place, set()), self._offer
        if offer not in offers and len(offers) < _MOST_OFFERS:
            offers.add(offer)
            yield self.world.snapshot()

    @property
    def _place(self) -> tuple[str, str]:
        """The screen, and what lies over it."""
        over = [window for window in self.world.windows() if window.type in ("dialog", "popup")]
        return self.world.visit.screen, over[-1].root.label if over else ""

    @property
    def _offer(self) -> frozenset[str]:
        """What can be touched here, which changes with what has been done."""
        return frozenset(name for name, *_ in self._touchable())

    def _views(self, start: Any) -> Iterator[Any]:
        """The screen as it is, scrolled, and with something in every field."""
        self.world.restore(start)
        for _ in range(_MOST_SCREENFULS):
            yield (here := self.world.snapshot())
            self.world.restore(here)
            before = self.world.visit.scroll
            self.world.swipe(540, 1700, 540, 700)
            if self.world.visit.scroll == before:
                break
        if self._fill():
            yield self.world.snapshot()

    def _fill(self) -> bool:
        fields = [node for node in self._nodes() if node.class_name.endswith("EditText") and node.bind]
        for node in fields:
            paths.assign(node.scope, node.bind, _TYPED_IN.get(node.bind, _TYPED))
        return bool(fields)

    def _nodes(self) -> list[SimNode]:
        return [node for window in self.world.windows() for node in window.root.walk_seen()]

    def _touchable(self) -> Iterator[Touch]:
        for node in self._nodes():
            spot, screen = node.bounds.center, self.world.visit.screen
            name = node.label or node.drawn or node.resource_id
            if node.enabled and (node.tap or node.on_tap):
                yield (f"a tap on {name!r} on {screen}", spot.x, spot.y, 100)
            if node.enabled and node.long_press:
                yield (f"a long press on {name!r} on {screen}", spot.x, spot.y, 700)

    def _touch(self, before: Any, x: int, y: int, held_ms: int) -> None:
        self.world.restore(before)
        self.world.tap(x, y, held_ms=held_ms)
        self.touches += 1
        self._agree()

    def _agree(self) -> None:
        """Allow, put the finger down, and let what follows from it happen."""
        for _ in range(3):
            self.world.finger(True)
            self.world.answer_permission("allow")
            for _ in range(4):
                self._clock.sleep(1)
                self.world.tick()
