"""What a dump says on phones of other ages and seeds."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from lxml import etree

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import profile
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.rpc import answer
from genie_host.simphone.world.engine import World

_SINCE = {"drawing-order": 24, "hint": 26, "display-id": 30}


def dump(world: World, *params: Any) -> etree._Element:
    body = json.dumps({"id": 1, "method": "dumpWindowHierarchy", "params": params})
    reply = json.loads(asyncio.run(answer(Automation(SimPhone(world), 9008), body)))
    return etree.fromstring(reply["result"].encode())


@pytest.mark.parametrize("name", ["old-24", "samsung-34"])
def test_attributes_are_those_of_the_phones_age(bundled_apps, name):
    kind = profile(name)
    root = dump(World(bundled_apps, profile=kind), False)
    newer = [attribute for attribute, sdk in _SINCE.items() if kind.sdk >= sdk]
    assert list(root[0].attrib)[-len(newer) - 1 :] == ["bounds", *newer]


def test_windows_come_in_another_order_by_seed_and_screen(bundled_apps):
    def packages(seed: int) -> tuple[str, ...]:
        world = World(bundled_apps, seed=seed)
        assert dump(world, False).xpath("//node/@index")[0] == "0"
        first, second = (tuple(dump(world, False).xpath("/hierarchy/node/@package")) for _ in range(2))
        assert first == second
        return first

    orders = {packages(seed) for seed in range(12)}
    assert len(orders) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_every_root_has_the_index_zero(bundled_apps):
    assert set(dump(World(bundled_apps), False).xpath("/hierarchy/node/@index")) == {"0"}


def test_screen_that_is_off_has_no_windows(bundled_apps):
    world = World(bundled_apps)
    world.sleep()
    assert len(dump(world, False, 50, True)) == 0
