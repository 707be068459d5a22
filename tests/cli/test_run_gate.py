"""``genie run`` and the gate: profiles, drafts, bounds, as a user's shell sees them."""

from __future__ import annotations

import json
from typing import Any

import pytest

pytestmark = pytest.mark.slow

HI = "send hi to Mum"


def events_of(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def of_kind(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [event["data"] for event in events if event["kind"] == kind]


def test_a_draft_composes_asks_nobody_and_lists_what_it_left_undone(genie) -> None:
    ran = genie("run", HI, "--device", "sim", "--draft")
    assert ran.code == 0, ran
    assert "left undone: click Send in Messages (recipient: Mum; text: hi)" in ran.out
    assert "Allow" not in ran.err
    assert "nothing was changed" in ran.out


def test_a_draft_as_json_has_its_list_in_the_last_event(genie) -> None:
    ran = genie("run", HI, "--device", "sim", "--draft", "--json")
    events = events_of(ran.out)
    assert ran.code == 0, ran
    assert events[-1]["data"]["drafts"] == ["click Send in Messages (recipient: Mum; text: hi)"]
    assert of_kind(events, "drafted")[0]["details"] == {"recipient": "Mum", "text": "hi"}
    assert of_kind(events, "effect") == []


def test_a_switch_is_left_alone_in_a_draft(genie) -> None:
    ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--draft", "--json")
    events = events_of(ran.out)
    assert [draft["target"] for draft in of_kind(events, "drafted")] == ["Wi-Fi"]
    assert of_kind(events, "effect") == []


def test_a_forbidden_control_is_not_touched_and_the_goal_not_reached(genie) -> None:
    ran = genie("run", HI, "--device", "sim", "--forbid", "Call", "--forbid", "send", "--json")
    events = events_of(ran.out)
    assert ran.code not in (0, 3), ran
    assert "out_of_bounds" in {acted["code"] for acted in of_kind(events, "acted")}
    assert of_kind(events, "approval") == []
    assert of_kind(events, "effect") == []


def test_a_run_that_stays_in_its_app_reaches_a_goal_in_it(genie) -> None:
    ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--stay-in-app", "--json")
    assert ran.code == 0, ran
    assert [effect["kind"] for effect in of_kind(events_of(ran.out), "effect")] == ["switch_changed"]


def test_a_profile_that_touches_nothing_touches_nothing(genie) -> None:
    ran = genie("run", "turn on Wi-Fi", "--device", "sim", "--profile", "reader", "--json")
    events = events_of(ran.out)
    assert ran.code != 0
    assert of_kind(events, "effect") == []
    assert {decided["tool"] for decided in of_kind(events, "decided")} <= {"tasks", "reply", "read_screen"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--profile", "root"), "There are: everything, app_control"),
        (("--forbid", " \u200b"), "Say what not to touch"),
    ],
)
def test_a_wish_that_makes_no_sense_is_said_before_any_phone_is_touched(genie, options, words) -> None:
    ran = genie("run", HI, "--device", "sim", *options)
    assert ran.code == 2, ran
    assert words in ran.err
    assert "Traceback" not in ran.err
