"""Walks over a simulated phone at random, checks after each step what must always hold, and shortens what fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from invariants import broken

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.xml import hierarchy_xml

Step = tuple[Any, ...]
"""What is done, and with what: ``("tap", 540, 1200)``."""

KEYS = (3, 4, 4, 4, 19, 20, 24, 26, 61, 62, 66, 67, 82, 187, 224)
TEXTS = ("hi", "42", "Mum", "7.50", "a@b.example", "-", "{name}", "مرحبا", "你好", "naïve", "1234", "\n")


@dataclass
class HandClock:
    """Time that goes on when told to."""

    seconds: float = 0.0

    def now(self) -> float:
        return self.seconds

    def sleep(self, seconds: float) -> None:
        self.seconds += seconds


@dataclass
class Walk:
    """One walk: a phone with a seed, the steps so far."""

    seed: int
    make: Callable[[HandClock, int], World]
    clock: HandClock = field(default_factory=HandClock)
    steps: list[Step] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.world = self.make(self.clock, self.seed)
        self.random = Random(self.seed)

    def go(self, count: int, check: Callable[[World], str] = broken) -> str:
        """So many steps, or until something is broken: what, or nothing."""
        for _ in range(count):
            step = self._choose()
            self.steps.append(step)
            fault = attempt(self.world, self.clock, step, check)
            if fault:
                return fault
        return ""

    def _choose(self) -> Step:
        luck = self.random.random()
        if luck < 0.62:
            return self._tap_at("tap")
        if luck < 0.66:
            return self._tap_at("long")
        if luck < 0.76:
            return self._swipe()
        if luck < 0.84:
            return ("key", self.random.choice(KEYS))
        if luck < 0.92:
            return ("text", self.random.choice(TEXTS))
        if luck < 0.95:
            return ("wait", self.random.choice((0.3, 2.0, 30.0)))
        if luck < 0.96:
            return ("rotate", self.random.randrange(4))
        if luck < 0.97:
            return ("restore",)
        return ("start", self.random.choice(sorted(self.world.apps)))

    def _tap_at(self, kind: str) -> Step:
        size = self.world.size
        nodes = [node for window in self.world.windows() for node in window.root.walk_seen() if node.clickable]
        if nodes and self.random.random() < 0.85:
            spot = self.random.choice(nodes).bounds
        else:
            spot = Bounds(left=0, top=0, right=size.width, bottom=size.height)
        return (kind, self.random.randrange(spot.left, spot.right), self.random.randrange(spot.top, spot.bottom))

    def _swipe(self) -> Step:
        size = self.world.size
        start = (self.random.randrange(size.width), self.random.randrange(size.height))
        end = (self.random.randrange(size.width), self.random.randrange(size.height))
        return ("swipe", *start, *end)


def attempt(world: World, clock: HandClock, step: Step, check: Callable[[World], str] = broken) -> str:
    """Do one step and check; the answer says what is broken, a crash included."""
    try:
        if step == ("restore",):
            return _restore(world) or check(world)
        do(world, clock, step)
        return check(world)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def do(world: World, clock: HandClock, step: Step) -> None:
    """Carry out one step."""
    match step:
        case ("tap", x, y):
            world.tap(x, y)
        case ("long", x, y):
            world.tap(x, y, held_ms=700)
        case ("swipe", x1, y1, x2, y2):
            world.swipe(x1, y1, x2, y2)
        case ("key", code):
            world.press_key(code)
        case ("text", text):
            world.type_text(text)
        case ("wait", seconds):
            clock.sleep(seconds)
            world.tick()
        case ("rotate", turns):
            world.set_rotation(turns)
        case ("start", package):
            world.wake()
            world.start_app(package)


def _restore(world: World) -> str:
    """A phone that is put back to how it is looks as it did."""
    before = hierarchy_xml(world)
    world.restore(world.snapshot())
    after = hierarchy_xml(world)
    if before == after:
        return ""
    changed = [line for line in after.splitlines() if line not in before][:2]
    return f"restoring changes what is shown: {changed}"


def replay(steps: Sequence[Step], make: Callable[[HandClock, int], World], seed: int, check=broken) -> str:
    """Do given steps on a new phone: what breaks first, or nothing."""
    clock = HandClock()
    world = make(clock, seed)
    for step in steps:
        fault = attempt(world, clock, step, check)
        if fault:
            return fault
    return ""


def shortened(steps: Sequence[Step], fails: Callable[[Sequence[Step]], bool]) -> list[Step]:
    """A short list of steps that still fails: no single step of it can be left out."""
    kept, size = list(steps), max(1, len(steps) // 2)
    while True:
        position, is_shorter = 0, False
        while position < len(kept):
            without = kept[:position] + kept[position + size :]
            if without != kept and fails(without):
                kept, is_shorter = without, True
            else:
                position += size
        if size == 1 and not is_shorter:
            return kept
        size = max(1, size // 2)
