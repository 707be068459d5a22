"""What a run may do at all: profile, rates, ceilings, bounds, request ids, Genie's own app."""

from __future__ import annotations

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.limits import Limits
from genie_host.agent.terms import Terms
from genie_host.core.calls import ToolCall
from genie_host.core.verdicts import Stake
from genie_host.policy.bounds import Bounds
from genie_host.policy.ceilings import Ceilings
from genie_host.policy.profiles import profile_named
from genie_host.policy.rates import Rate, Rates

DONE = ("tasks", {"plan": "done"})
WIFI = ("click", {"target": "Wi-Fi"})
TYPE_HI = ("type_text", {"field": "Text message", "text": "hi"})


def call(name, **arguments):
    return ToolCall(call_id="1", tool_name=name, arguments=arguments)


def test_a_tool_outside_the_profile_is_neither_shown_nor_run(stage):
    stage.terms = Terms(profile=profile_named("reader"))
    stage.show("settings", "network")
    result = stage.run(WIFI, ("open_app", {"name": "Bank"}), ("read_screen", {}), ("reply", {"message": "x"}))
    assert stage.outcomes() == ["out_of_scope", "out_of_scope", "done"]
    assert result.reason is EndReason.FINISHED
    shown = {shape.tool_name for shape in stage.model.shapes[0]}
    assert shown == {"read_screen", "open_notifications", "wait_for", "reply", "tasks"}
    assert stage.happened("tap") == []
    assert stage.effects() == []


@pytest.mark.parametrize("profile", ["chat", "teaching", "scribe", "health"])
def test_a_profile_that_sees_no_screen_is_shown_none(stage, profile):
    stage.terms = Terms(profile=profile_named(profile))
    stage.show("messages", "conversation", name="Mum")
    stage.run(("reply", {"message": "x"}))
    (prompt,) = stage.model.prompts
    for words in ("Mum", "Messages\n", "Send", "Text message"):
        assert words not in prompt.split("Screen:")[1]


def test_a_tool_called_too_often_waits_for_its_window(stage):
    stage.terms = Terms(rates=Rates(tool=Rate(most=1)))
    stage.show("settings", "network")
    stage.run(WIFI, ("click", {"target": "Mobile data"}), ("switch_on", {"target": "Hotspot"}), DONE)
    assert stage.outcomes() == ["done", "too_often", "done"]


def test_the_calls_allowed_are_a_budget(stage):
    stage.terms = Terms(ceilings=Ceilings(calls=2))
    result = stage.run(*[("read_screen", {})] * 4, DONE)
    assert result.reason is EndReason.BUDGET_USED_UP
    assert "2 calls" in result.message


def test_the_tokens_allowed_are_a_budget(stage):
    stage.terms = Terms(ceilings=Ceilings(tokens=250))
    result = stage.run(*[("read_screen", {})] * 4, DONE)
    assert result.reason is EndReason.BUDGET_USED_UP
    assert stage.outcomes() == ["done", "done"]  # each answer takes 110


def test_payments_have_a_ceiling_that_no_approval_lifts(stage):
    stage.terms = Terms(ceilings=Ceilings(payments=1))
    stage.person.says = True
    door, codes = stage.door(), []
    for _ in range(2):
        stage.show("wallet", "home")
        executed = door.execute(call("click", target="Pay"), stage.phone.observe(), "pay at the till")
        codes.append(executed.outcome.code)
    assert codes == ["done", "ceiling"]
    assert [request.stake for request in stage.person.asked] == [Stake.PAY]


@pytest.mark.parametrize(
    ("attempt", "forbidden"),
    [
        (("click", {"target": "Send"}), "Send"),
        (("click", {"target": "Send"}), "  sEND "),
        (("click", {"target": "Send"}), "Ｓｅｎｄ"),
        (("click", {"target": "Send"}), "Ѕend"),
        (("tap_at", {"x": 907, "y": 590}), "send"),
        (("press_key", {"key": "enter"}), "Send"),
        (("press_key", {"key": "send"}), "Send"),
        (("long_press", {"target": "Send"}), "Send"),
        (("double_tap", {"target": "Send"}), "Send"),
        (("drag", {"start": "Text message", "end": "Send"}), "Send"),
        (("drag", {"start": "Text message", "end": "Sen"}), "Send"),
        (("open_app", {"name": "Tidewell Bank"}), "bank"),
    ],
)
def test_a_forbidden_control_is_not_touched_in_any_way(stage, attempt, forbidden):
    stage.terms = Terms(bounds=Bounds(forbidden=("Buy", forbidden)))
    stage.person.says = True
    stage.show("messages", "conversation", name="Mum")
    result = stage.run(TYPE_HI, attempt, DONE)
    assert stage.outcomes() == ["done", "out_of_bounds"]
    assert result.reason is EndReason.NOT_REACHED
    assert stage.person.asked == []
    assert stage.effects() == []


def test_by_its_number_a_forbidden_control_is_the_same(stage):
    stage.terms = Terms(bounds=Bounds(forbidden=("Send",)))
    stage.show("messages", "conversation", name="Mum")
    door = stage.door()
    door.execute(call("type_text", field="Text message", text="hi"), stage.phone.observe(), "")
    screen = stage.phone.observe()
    number = screen.element_named("Send").ref
    assert door.execute(call("click", target=f"#{number}"), screen, "").outcome.code == "out_of_bounds"


def test_other_controls_are_free(stage):
    stage.terms = Terms(bounds=Bounds(forbidden=("Send", "Mob", "Pay")))
    stage.show("settings", "network")
    stage.run(WIFI, ("click", {"target": "Mobile data"}), DONE)
    assert stage.outcomes() == ["done", "done"]


@pytest.mark.parametrize(
    "attempt",
    [
        ("open_app", {"name": "Notes"}),
        ("go_home", {}),
        ("press_key", {"key": "home"}),
        ("press_key", {"key": "recent"}),
        ("recents", {}),
        ("open_notifications", {}),
        ("open_link", {"url": "https://example.org"}),
        ("launch_intent", {"action": "android.settings.WIFI_SETTINGS"}),
    ],
)
def test_a_run_that_stays_in_its_app_does_not_leave_it(stage, attempt):
    stage.terms = Terms(bounds=Bounds(stays_in_app=True))
    stage.show("settings", "network")
    stage.run(WIFI, attempt, DONE)
    assert stage.outcomes() == ["done", "out_of_bounds"]


def test_a_run_that_stays_in_its_app_may_open_the_first_one_and_that_one_again(stage):
    stage.terms = Terms(bounds=Bounds(stays_in_app=True))
    settings = ("open_app", {"name": "Settings"})
    stage.run(settings, ("click", {"target": "Network & internet"}), settings, ("open_app", {"name": "Notes"}), DONE)
    assert stage.outcomes()[0] == "done"
    assert stage.outcomes()[2] in ("done", "no_change")
    assert stage.outcomes()[3] == "out_of_bounds"


def test_a_run_that_has_strayed_may_only_go_back(stage):
    stage.terms = Terms(bounds=Bounds(stays_in_app=True))
    stage.show("settings", "network")
    door = stage.door()
    door.execute(call("click", target="Wi-Fi"), stage.phone.observe(), "")
    stage.show("notes", "home")
    strayed = stage.phone.observe()
    assert door.execute(call("click", target="Shopping"), strayed, "").outcome.code == "out_of_bounds"
    assert door.execute(call("swipe", direction="up"), strayed, "").outcome.code == "out_of_bounds"
    assert door.execute(call("go_back"), strayed, "").outcome.code in ("done", "no_change")


def test_the_same_request_twice_is_done_once(stage):
    stage.show("settings", "network")
    door, wish = stage.door(), call("click", target="Wi-Fi")
    first = door.execute(wish, stage.phone.observe(), "")
    second = door.execute(wish, stage.phone.observe(), "")
    assert first.outcome.code == "done"
    assert second.outcome.code == "duplicate"
    assert "not done again" in second.outcome.message
    assert second.outcome.tier is first.outcome.tier
    assert stage.effects() == ["switch_changed"]
    assert door.execute(call("click", target="Wi-Fi"), stage.phone.observe(), "").outcome.code == "done"
    assert stage.effects() == ["switch_changed", "switch_changed"]


def test_a_request_id_belongs_to_one_call(stage):
    stage.show("settings", "network")
    door = stage.door()
    door.execute(
        ToolCall(call_id="1", tool_name="click", arguments={"target": "Wi-Fi"}, request_id="r"),
        stage.phone.observe(),
        "",
    )
    other = ToolCall(call_id="2", tool_name="click", arguments={"target": "Mobile data"}, request_id="r")
    assert door.execute(other, stage.phone.observe(), "").outcome.code == "invalid"
    assert stage.effects() == ["switch_changed"]


def test_a_request_that_was_denied_is_not_asked_about_again(stage):
    stage.show("messages", "conversation", name="Mum")
    door, send = stage.door(), call("click", target="Send")
    door.execute(call("type_text", field="Text message", text="hi"), stage.phone.observe(), "")
    assert door.execute(send, stage.phone.observe(), "").outcome.code == "denied"
    stage.person.says = True
    assert door.execute(send, stage.phone.observe(), "").outcome.code == "duplicate"
    assert len(stage.person.asked) == 1
    assert stage.happened("message_sent") == []


def test_a_request_whose_fate_is_unknown_is_not_made_again(stage):
    stage.show("settings", "network")
    stage.server.call(lambda phone: setattr(phone.faults, "u2_crash_on", "click"))
    door, wish = stage.door(), call("click", target="Wi-Fi")
    assert door.execute(wish, stage.phone.observe(), "").outcome.code == "outcome_unknown"
    taps = len(stage.happened("tap"))
    assert door.execute(wish, stage.phone.observe(), "").outcome.code == "duplicate"
    assert len(stage.happened("tap")) == taps


def test_a_request_that_did_not_reach_the_phone_may_be_made_again(stage):
    stage.show("settings", "network")
    door, wish = stage.door(), call("click", target="Hotspot")
    stage.terms = Terms()
    elsewhere = stage.phone.observe()
    stage.show("settings", "display")
    assert door.execute(wish, elsewhere, "", age_seconds=5).outcome.code == "stale"
    stage.show("settings", "network")
    assert door.execute(wish, stage.phone.observe(), "").outcome.code == "done"


@pytest.mark.parametrize(
    "attempt",
    [
        ("open_app", {"name": "dev.genie.confirm"}),
        ("launch_intent", {"action": "android.intent.action.MAIN", "package": "dev.genie.confirm"}),
        (
            "launch_intent",
            {"action": "android.intent.action.VIEW", "data": "intent:#Intent;package=dev.genie.confirm;end"},
        ),
        ("open_link", {"url": "content://Dev.Genie.Confirm.channel/approve"}),
        ("open_link", {"url": "https://x.example/?dev.\u200bgenie.confirm"}),
    ],
)
def test_no_argument_may_name_the_app_that_asks(stage, attempt):
    stage.person.says = True
    result = stage.run(attempt, DONE)
    assert stage.outcomes() == ["refused"]
    assert result.reason is EndReason.STOPPED_BY_SAFETY
    assert stage.person.asked == []


def test_seconds_are_a_ceiling_too(stage):
    stage.limits = Limits(budget_seconds=1e-9)
    assert stage.run(DONE).reason is EndReason.BUDGET_USED_UP
