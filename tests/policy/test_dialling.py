"""A dialler acts without its call button: codes that run as soon as they are whole, digits that are held."""

from __future__ import annotations

import pytest

from genie_host.core.screen import Observation
from genie_host.core.verdicts import Ruling, Stake
from genie_host.policy.risk import assess_dump
from tests.policy.drawing import field, screen
from tests.policy.scenes import keypad

DIALLER = "com.example.dialer"
BOX = (60, 400, 1020, 520)


def pad(number: str = "", package: str = "com.example.app") -> Observation:
    return screen(field(number, BOX, hint="Number", id="shown", is_focused=True), *keypad(), package=package)


@pytest.mark.parametrize("code", ["*#06#", "*#*#4636#*#*#", "*2767*3855#", " *# 06 #", "##002#"])
@pytest.mark.parametrize("seen", [pad(), screen(field("", BOX, hint="Number"), package=DIALLER)])
def test_a_code_acts_as_soon_as_it_is_typed(seen: Observation, code: str) -> None:
    verdict = assess_dump(seen, "type_text", {"field": "Number", "text": code})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, Stake.CALL)


@pytest.mark.parametrize("text", ["+1 (255) 501-0042", "*123", "#", "**", "5550100", "*#*#"])
def test_a_number_or_half_a_code_does_not(text: str) -> None:
    assert assess_dump(pad(), "type_text", {"field": "Number", "text": text}).ruling is Ruling.ALLOW


def test_elsewhere_a_code_is_a_text() -> None:
    seen = screen(field("", BOX, hint="Note"), package="com.example.notes")
    assert assess_dump(seen, "type_text", {"field": "Note", "text": "*#06#"}).ruling is Ruling.ALLOW


@pytest.mark.parametrize(
    ("tool", "given"),
    [("type_text", {"text": "#"}), ("tap", {"desc": "#"}), ("press_key", {"key": "#"}), ("tap", {"x": 900, "y": 1900})],
)
def test_the_sign_that_ends_a_code_acts(tool: str, given: dict[str, object]) -> None:
    assert assess_dump(pad("*#06"), tool, given).ruling is Ruling.ASK
    assert assess_dump(pad("0255"), tool, given).ruling is Ruling.ALLOW


@pytest.mark.parametrize(("key", "ruling"), [("1", Ruling.ASK), ("7 PQRS", Ruling.ASK), ("0 +", Ruling.ALLOW)])
def test_a_digit_that_is_held_calls_whoever_is_kept_under_it(key: str, ruling: Ruling) -> None:
    assert assess_dump(pad(), "long_press", {"desc": key}).ruling is ruling
    assert assess_dump(pad(), "tap", {"desc": key}).ruling is Ruling.ALLOW


def test_a_pad_for_numbers_alone_calls_nobody() -> None:
    seen = screen(field("", BOX, hint="Amount"), *[key for key in keypad() if key.content_description not in "*#"])
    assert assess_dump(seen, "long_press", {"desc": "7 PQRS"}).ruling is Ruling.ALLOW
