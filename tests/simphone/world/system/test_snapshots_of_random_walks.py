"""Wherever a phone has got to, a snapshot of it makes another one that looks and goes on the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from phone_in_hand import StoppedClock

from genie_host.simphone.profiles import profile_names
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.locales import LOCALES
from genie_host.simphone.world.xml import hierarchy_xml

_STEPS = 48
_KEYS = (3, 4, 4, 26, 61, 66, 67, 82, 83, 187, 224)


def steps_of(world: World, clock: StoppedClock, chance: Random) -> list[Callable[[], object]]:
    """One of each kind of thing that can happen now."""
    size = world.size
    touchable = [node.bounds.center for window in world.windows() for node in window.root.walk_seen() if node.clickable]
    spot = chance.choice(touchable) if touchable else None
    ends = [chance.randrange(edge) for edge in (size.width, size.height) * 2]
    tap = [lambda: world.tap(spot.x, spot.y, held_ms=chance.choice([100, 600]))] if spot else []
    return [
        *tap * 9,
        lambda: world.press_key(chance.choice(_KEYS)),
        lambda: world.type_text(chance.choice(["ab", "12", "x y"])),
        lambda: world.start_app(chance.choice(list(world.apps))),
        lambda: world.swipe(*ends, duration_ms=chance.choice([200, 1000])),
        lambda: clock.sleep(chance.choice([0.3, 2.0, 31.0])),
        lambda: world.ring("0123456"),
        lambda: world.anr(),
        lambda: world.crash("java.lang.IllegalStateException"),
        lambda: world.warn_of_low_storage(),
        lambda: world.turn(chance.randrange(4)),
        lambda: world.open_quick_settings(),
        lambda: world.set_lock(chance.choice(["none", "swipe", "pin"]), "1"),
        lambda: world.finger(chance.random() < 0.5),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_snapshot_of_anything_makes_the_same_phone(seed):
    chance, clock = Random(seed), StoppedClock()
    kind, locale = chance.choice(profile_names()), chance.choice(list(LOCALES))
    world = World.from_bundled_apps(seed=seed, profile=kind, locale=locale, clock=clock)
    for step in range(_STEPS):
        chance.choice(steps_of(world, clock, chance))()
        if step % 12 != 11:
            continue
        twin = World.from_bundled_apps(seed=99, profile=kind, clock=clock)
        twin.restore(json.loads(json.dumps(world.snapshot())))
        assert hierarchy_xml(twin) == hierarchy_xml(world)
        clock.sleep(60)
        assert hierarchy_xml(twin) == hierarchy_xml(world)
        assert twin.state == world.state
        assert [twin.random.random() for _ in range(3)] == [world.random.random() for _ in range(3)]
        world = twin
