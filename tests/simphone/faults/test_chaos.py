"""Chaos out of a seed: repeatable, and a phone gets over it."""

from __future__ import annotations

import pytest
from seen import planned

from genie_host.simphone.faults.chaos import PASSING, chaos
from genie_host.simphone.faults.deeds import DEEDS
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import Rule
from genie_host.simphone.recipe import Recipe


def test_one_seed_gives_one_plan():
    assert chaos(4) == chaos(4)
    assert chaos(4) != chaos(5)
    assert len(chaos(4, faults=7, steps=3)) == 7
    assert all(rule.first <= 3 for rule in chaos(4, faults=7, steps=3))


def test_phones_of_one_recipe_have_each_their_own_chaos_and_the_same_each_time():
    def plans() -> list[list[Rule]]:
        return [phone.plan.rules for phone in Recipe(seed=4, chaos=6).phones(2)]

    first, second = plans()
    assert first != second
    assert [first, second] == plans()


def test_every_fault_of_chaos_exists_and_takes_its_arguments():
    for name, arguments in PASSING:
        assert arguments.items() <= DEEDS[name].arguments_of(arguments, name).items()


@pytest.mark.slow
def test_phone_is_there_after_chaos(adb_server, sim, device):
    rules = chaos(11, faults=12, steps=12)
    sim.call(lambda phone: FaultPlan.lay(phone, rules, seed=11) and None)
    for step in range(14):
        adb_server.run("-s", sim.serial, "wait-for-device")
        adb_server.run("-s", sim.serial, "shell", "input", "tap", "540", str(300 + 100 * step), check=False)
    assert len(planned(sim)) == 12
    sim.call(lambda phone: phone.faults.clear())
    adb_server.run("-s", sim.serial, "wait-for-device")
    assert device.shell("echo well") == "well"
