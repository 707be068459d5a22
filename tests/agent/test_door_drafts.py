"""Draft mode: everything is composed, nothing is committed, and the end says what would have been done."""

from __future__ import annotations

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.terms import Terms
from genie_host.core.verdicts import Stake
from genie_host.policy.rules import Level, Rules

DONE = ("tasks", {"plan": "done"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})
SEND = ("click", {"target": "Send"})


@pytest.fixture
def draft(stage):
    stage.terms = Terms(is_draft=True)
    stage.person.says = True
    return stage


@pytest.mark.parametrize(
    "send", [SEND, ("press_key", {"key": "enter"}), ("press_key", {"key": "send"}), ("tap_at", {"x": 907, "y": 590})]
)
def test_a_message_is_composed_and_not_sent(draft, send):
    draft.show("messages", "conversation", name="Mum")
    result = draft.run(TYPE_HI, send, DONE, goal="send hi to Mum")
    assert result.reason is EndReason.FINISHED
    assert draft.outcomes() == ["done", "drafted"]
    assert draft.person.asked == []
    assert draft.effects() == []
    (undone,) = result.drafts
    assert dict(undone.details) == {"recipient": "Mum", "text": "hi"}
    assert undone.sentence() in result.message
    assert draft.phone.observe().element_named("Text message").value == "hi"


def test_what_would_be_done_is_listed_once_each_and_told_as_events(draft):
    draft.show("messages", "conversation", name="Mum")
    result = draft.run(TYPE_HI, SEND, ("click", {"target": "Call"}), DONE)
    assert [undone.target for undone in result.drafts] == ["Send", "Call"]
    assert [event.data["target"] for event in draft.events("drafted")] == ["Send", "Call"]
    assert draft.events("episode_ended")[0].data["drafts"] == [undone.sentence() for undone in result.drafts]


def test_a_model_that_comes_back_to_the_same_has_composed_all_it_can(draft):
    draft.show("messages", "conversation", name="Mum")
    result = draft.run(TYPE_HI, SEND, SEND, SEND, DONE)
    assert (result.reason, result.turns) == (EndReason.FINISHED, 3)
    (undone,) = result.drafts
    assert undone.sentence() in result.message


def test_a_switch_that_a_draft_left_alone_is_no_reason_to_have_failed(draft):
    draft.show("settings", "network")
    result = draft.run(("switch_on", {"target": "Hotspot"}), DONE, goal="turn the hotspot on")
    assert result.reason is EndReason.FINISHED
    assert len(result.drafts) == 1


@pytest.mark.parametrize(
    ("app", "screen", "attempt"),
    [
        ("settings", "network", ("click", {"target": "Wi-Fi"})),
        ("settings", "network", ("switch_on", {"target": "Hotspot"})),
        ("settings", "network", ("set_volume", {"change": "up"})),
        ("settings", "network", ("set_clipboard", {"text": "x"})),
        ("settings", "network", ("rotate", {"rotation": "left"})),
        ("wallet", "home", ("click", {"target": "Pay"})),
    ],
)
def test_nothing_lasting_is_changed(draft, app, screen, attempt):
    draft.show(app, screen)
    result = draft.run(attempt, DONE)
    assert draft.outcomes() == ["drafted"]
    assert len(result.drafts) == 1
    assert draft.effects() == []


def test_a_note_is_written_but_not_saved(draft):
    draft.show("notes", "edit")
    draft.run(("type_text", {"field": "Note", "text": "milk"}), ("click", {"target": "Save"}), DONE)
    assert draft.outcomes() == ["done", "drafted"]
    assert draft.effects() == []


def test_moving_about_and_looking_are_no_commits(draft):
    result = draft.run(
        ("open_app", {"name": "Settings"}), ("click", {"target": "Display"}), ("scroll", {"direction": "down"}), DONE
    )
    assert "drafted" not in draft.outcomes()
    assert result.drafts == ()


def test_a_policy_that_asks_little_commits_nothing_in_a_draft(draft):
    rules = Rules(level=Level.QUICK, passes=frozenset({Stake.SEND}))
    draft.terms = Terms(is_draft=True, rules=rules)
    draft.show("messages", "conversation", name="Mum")
    draft.run(TYPE_HI, SEND, DONE, goal="send hi to Mum")
    assert draft.events("assessed")[1].data["ruling"] == "allow"
    assert draft.outcomes() == ["done", "drafted"]
    assert draft.happened("message_sent") == []


def test_nobody_is_asked_for_anything_in_a_draft(draft):
    draft.run(("get_clipboard", {}), ("read_screen", {}), DONE)
    assert draft.outcomes() == ["drafted", "done"]
    assert draft.person.asked == []


def test_a_run_that_is_no_draft_lists_nothing(stage):
    stage.show("settings", "network")
    result = stage.run(("click", {"target": "Wi-Fi"}), DONE)
    assert result.drafts == ()
    assert "drafts" not in stage.events("episode_ended")[0].data
