"""Switches that are grave by their own name, one way and not the other."""

from __future__ import annotations

import pytest

from genie_host.core.screen import Observation
from genie_host.core.verdicts import Ruling, Stake
from genie_host.policy.risk import assess_dump
from tests.policy.drawing import label, node, screen


def page(name: str, *, is_on: bool) -> Observation:
    box = node("Switch", "", (900, 300, 1040, 400), is_checkable=True, is_checked=is_on)
    words = label(name, (60, 290, 800, 340)), label("Tap to change", (60, 345, 800, 400))
    row = node("LinearLayout", "", (0, 280, 1080, 420), *words, box, is_clickable=True)
    return screen(label("Settings", (0, 100, 1080, 200)), row, package="com.android.settings")


OPENINGS = [
    "Install unknown apps",
    "Permit usage access",
    "Use TalkBack",
    "Location sharing",
    "Unbekannte Quellen",
    "位置共享",
]
GUARDS = [
    "Use screen lock",
    "Find My Device",
    "Improve harmful app detection",
    "Private account",
    "Mein Gerät finden",
    "내 기기 찾기",
]


@pytest.mark.parametrize("name", OPENINGS)
@pytest.mark.parametrize("tool", ["click", "switch_on", "tap_at"])
def test_what_opens_the_phone_is_asked_about_when_turned_on(name: str, tool: str) -> None:
    arguments = {"x": 500, "y": 145} if tool == "tap_at" else {"target": name}
    verdict = assess_dump(page(name, is_on=False), tool, arguments)
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, Stake.GRANT)
    assert assess_dump(page(name, is_on=True), tool, arguments).ruling is Ruling.ALLOW


@pytest.mark.parametrize("name", GUARDS)
@pytest.mark.parametrize("tool", ["click", "switch_off"])
def test_a_guard_is_asked_about_when_turned_off(name: str, tool: str) -> None:
    verdict = assess_dump(page(name, is_on=True), tool, {"target": name})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, Stake.ACCOUNT)
    assert assess_dump(page(name, is_on=False), tool, {"target": name}).ruling is Ruling.ALLOW


@pytest.mark.parametrize("name", ["Wi-Fi", "Location", "Dark theme", "Bluetooth", "Lock screen clock", "Alarm 7:30"])
def test_other_switches_are_free_both_ways(name: str) -> None:
    for is_on in (True, False):
        assert assess_dump(page(name, is_on=is_on), "click", {"target": name}).ruling is Ruling.ALLOW
