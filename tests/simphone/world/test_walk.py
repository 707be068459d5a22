"""Random walks over all apps: what must always hold, and failing walks made short."""

import pytest
from invariants import broken, xml_faults
from walker import HandClock, Walk, replay, shortened

from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import World

FEW, MANY = 300, 10_000
PER_WALK = 250


def make(clock: HandClock, seed: int) -> World:
    profiles = ("pixel-33", "pixel-36", "samsung-34", "xiaomi-33", "foldable-34", "tablet-34", "old-24", None)
    languages = ("en", "en", "en", "ar", "hi", "de", "ja", "es")
    return World.from_bundled_apps(
        clock=clock,
        seed=seed,
        profile=profiles[seed % 8],
        locale=languages[seed // 3 % len(languages)],
        extra_apps=sorted(DOWNLOADS.glob("*.yaml")) if seed % 2 else (),
    )


def check(world: World) -> str:
    return broken(world) or next(xml_faults(world), "")


def walk(count: int, first_seed: int) -> str:
    """A report on the first walk that fails, its steps few; nothing when none does."""
    for seed in range(first_seed, first_seed + -(-count // PER_WALK)):
        done = Walk(seed, make)
        fault = done.go(min(count, PER_WALK), check)
        if fault:
            return report(done, seed, fault.split(" ")[0])
    return ""


def report(done: Walk, seed: int, kind: str) -> str:
    """The same kind of fault with as few steps as it takes."""
    steps = shortened(done.steps, lambda steps: replay(steps, make, seed, check).startswith(kind))
    return f"seed {seed}: {replay(steps, make, seed, check)}\n" + "\n".join(map(str, steps))


@pytest.mark.slow
def test_a_short_walk_breaks_nothing():
    assert walk(FEW, 0) == ""


@pytest.mark.slow
@pytest.mark.marathon
def test_ten_thousand_steps_break_nothing():
    assert walk(MANY, 1000) == ""


def test_a_walk_is_the_same_again_with_the_same_seed():
    first, second = Walk(3, make), Walk(3, make)
    first.go(40)
    second.go(40)
    assert first.steps == second.steps
    assert first.world.log.entries == second.world.log.entries


def test_a_failing_walk_is_shortened_to_the_steps_that_matter():
    steps = [("tap", 5, 5)] * 7 + [("key", 26)] + [("text", "x")] * 9 + [("rotate", 1)] + [("wait", 2.0)] * 4

    def is_off_and_turned(world: World) -> str:
        return "dark and turned" if not world.is_screen_on and world.rotation == 1 else ""

    short = shortened(steps, lambda steps: bool(replay(steps, make, 0, is_off_and_turned)))
    assert short == [("key", 26), ("rotate", 1)]
