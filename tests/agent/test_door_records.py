"""Every decision at the door is written down before anything is done, and what came of it afterwards; no secret is."""

from __future__ import annotations

import json

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.terms import Terms
from genie_host.policy.profiles import profile_named

DONE = ("tasks", {"plan": "done"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})
SEND = ("click", {"target": "Send"})


class Failing:
    """An audit whose disk is full, from the given record on."""

    def __init__(self, good=0):
        self.good = good
        self.kinds = []

    def write(self, kind, data):
        if len(self.kinds) >= self.good:
            raise OSError("no space left on device")
        self.kinds.append(kind)


def test_an_approved_call_leaves_its_decision_and_its_effect(stage):
    stage.person.says = True
    stage.show("messages", "conversation", name="Mum")
    stage.run(TYPE_HI, SEND, DONE)
    assert [kind for kind, _ in stage.audit.records] == ["decision", "effect"] * 2
    decision, effect = stage.records("decision")[1], stage.records("effect")[1]
    assert decision["request_id"] == effect["request_id"]
    assert decision["outcome"] == "passed"
    assert decision["request"]["target"] == "Send"
    assert ["recipient", "Mum"] in decision["request"]["details"]
    assert decision["request"]["subject"]["label"] == "Send"
    assert len(decision["request"]["screen_digest"]) == 64
    assert decision["verdict"]["ruling"] == "ask"
    assert decision["verdict"]["stake"] == "send"
    assert any(each["is_decisive"] for each in decision["verdict"]["evidence"])
    assert decision["approval"] == {"is_granted": True, "reason": "approved", "trust": "test"}
    assert (effect["tier"], effect["outcome"]) == ("ok", "done")
    assert decision["screen_before"] == effect["screen_before"] != effect["screen_after"]
    json.dumps(stage.audit.records)


@pytest.mark.parametrize(
    ("attempt", "came_to"),
    [
        (SEND, "denied"),
        (("warp", {}), "unknown_tool"),
        (("click", {}), "invalid"),
        (("open_link", {"url": "content://dev.genie.confirm"}), "refused"),
    ],
)
def test_a_call_that_is_not_made_leaves_its_decision(stage, attempt, came_to):
    stage.show("messages", "conversation", name="Mum")
    stage.run(TYPE_HI, attempt, DONE)
    assert stage.records("decision")[1]["outcome"] == came_to
    assert len(stage.records("effect")) == 1


def test_what_a_profile_keeps_out_is_written_down(stage):
    stage.terms = Terms(profile=profile_named("reader"))
    stage.run(("go_home", {}), DONE)
    (decision,) = stage.records("decision")
    assert (decision["outcome"], decision["profile"]) == ("out_of_scope", "reader")


def test_what_cannot_be_written_down_is_not_done(stage):
    stage.audit = Failing()
    stage.show("settings", "network")
    result = stage.run(("click", {"target": "Wi-Fi"}), DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert stage.effects() == []


def test_a_run_whose_effects_cannot_be_written_down_does_nothing_more(stage):
    stage.audit = Failing(good=1)
    stage.show("settings", "network")
    result = stage.run(("click", {"target": "Wi-Fi"}), ("click", {"target": "Mobile data"}), DONE)
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert stage.outcomes() == ["not_recorded"]
    assert stage.effects() == ["switch_changed"]


def test_a_secret_is_in_no_record_and_in_no_event(stage):
    stage.person.says = True
    stage.show("browser", "login")
    fields = [each.name for each in stage.phone.observe().elements if each.node.is_password]
    stage.run(("type_text", {"field": fields[0], "text": "927364"}), DONE)
    assert stage.outcomes() == ["done"]
    written = json.dumps([*stage.audit.records, *(event.as_json() for event in stage.sink.events)])
    assert "927364" not in written
    assert "sha256:" in stage.records("decision")[0]["request"]["arguments"]


def test_the_digest_of_a_secret_differs_from_run_to_run(stage):
    stage.person.says = True
    digests = []
    for _ in range(2):
        stage.show("browser", "login")
        fields = [each.name for each in stage.phone.observe().elements if each.node.is_password]
        stage.run(("type_text", {"field": fields[0], "text": "927364"}), DONE)
        digests.append(stage.records("decision")[-1]["request"]["arguments"])
    assert digests[0] != digests[1]
