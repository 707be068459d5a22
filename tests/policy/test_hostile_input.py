"""Whatever a screen or a call holds, there is a verdict, and soon: texts without end, arguments of any kind."""

from __future__ import annotations

import random
from typing import Any

import pytest

from genie_host.core.verdicts import Ruling
from genie_host.policy.risk import Task, assess_dump
from tests.policy.drawing import button, field, label, row, screen

LONG = {
    "digits": "1" * 40_000,
    "digits apart": "1 " * 20_000,
    "brackets": "(a" * 10_000,
    "commas": "1," * 20_000,
    "marks": "P" + "\u0336" * 20_000 + "ay",
    "unseen": "\u200b" * 60_000 + "Pay",
    "dense": "支" * 40_000,
    "words": "pay " * 20_000,
}
VALUES = (
    *(None, "", " ", -1, 0, float("inf"), float("nan"), True, [], [1], [1, 2], {}, {"x": None}, "NaN", "1e999"),
    *({"a": {"b": 1}}, b"x", ("a",), [None, None], "\ud800", "tap", "x" * 50),
)
KEYS = (
    "x y text desc target field key keys cmd command url action data component point bounds selector element direction "
    "from to start end x1 y1 x2 y2 package name send_to upload resource_id value args"
).split()
TOOLS = (
    "tap long_press type_text swipe drag press_key adb_shell launch_intent open_url open_app screenshot read_screen "
    "read_notifications replay_skill scroll set_clipboard get_x frobnicate pinch"
).split()
PAGES = (
    screen(button("Send")),
    screen(field("a", (0, 300, 900, 400), hint="Password"), button("OK")),
    screen(row(300, "Pay", "now"), row(460, "Call"), row(620, "Send")),
    screen(),
)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_text_without_end_is_judged(text: str) -> None:
    seen = screen(label(text, (0, 300, 900, 400)), field(text, (0, 500, 900, 600), hint=text), button(text), title=text)
    for tool, given in (
        ("tap", {"x": 500, "y": 2250}),
        ("tap", {"text": text}),
        ("type_text", {"text": text}),
        ("press_key", {"key": "ENTER"}),
        ("swipe", {"direction": "right"}),
        ("open_url", {"url": text}),
        ("adb_shell", {"cmd": text}),
    ):
        assert assess_dump(seen, tool, given, Task(goal=text)).ruling in Ruling


def test_arguments_of_any_kind_are_judged() -> None:
    chance = random.Random(7)
    for _ in range(4000):
        given: dict[str, Any] = {key: chance.choice(VALUES) for key in chance.sample(KEYS, chance.randint(0, 5))}
        verdict = assess_dump(chance.choice(PAGES), chance.choice(TOOLS), given, Task(goal="send hi to Mum"))
        assert verdict.ruling in Ruling, given


def test_an_unseen_beginning_hides_no_deed() -> None:
    assert assess_dump(screen(button("\u200b" * 9000 + "Pay")), "tap", {"x": 500, "y": 2250}).ruling is Ruling.ASK
