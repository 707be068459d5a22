"""What the policy does to a verdict: levels, rules of apps, and what no policy can do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass, Ruling, Stake, Verdict
from genie_host.policy.policy_file import default_rules
from genie_host.policy.risk import Task, assess, assess_dump
from genie_host.policy.rules import NEVER_UNASKED, AppRule, Level, Rules
from genie_host.tools.toolset import Toolset
from tests.policy.drawing import button, field, find, label, node, screen
from tests.policy.more_scenes import more_scenes
from tests.policy.scenes import chat, dialog, pay_form, scenes

HELP = screen(button("Help"))


def judged(seen: Observation, text: str, rules: Rules, goal: str = "", tool: str = "tap", **more: Any) -> Verdict:
    return assess_dump(seen, tool, {"text": text, **more}, Task(goal=goal, rules=rules))


def at(level: Level, **changes: Any) -> Rules:
    return replace(default_rules(), level=level, **changes)


def test_ask_always_asks_about_what_acts_and_not_about_what_looks_or_moves() -> None:
    rules = at(Level.ASK_ALWAYS)
    assert judged(HELP, "Help", rules).ruling is Ruling.ASK
    for tool, given in (
        ("read_screen", {}),
        ("swipe", {"direction": "up"}),
        ("press_key", {"key": "BACK"}),
        ("go_home", {}),
    ):
        assert assess_dump(HELP, tool, given, Task(rules=rules)).ruling is Ruling.ALLOW


def test_quick_lets_a_message_pass_to_whom_the_user_named() -> None:
    rules = at(Level.QUICK)
    seen = chat(send_id="x1", send_desc="Send")
    passed = judged(seen, "Send", rules, "tell Dana: see you at six")
    assert passed.ruling is Ruling.ALLOW
    assert [each.name for each in passed.evidence][-1] == "policy_quick"
    assert judged(seen, "Send", rules, "tell Sam: see you at six").ruling is Ruling.ASK
    assert judged(seen, "Send", rules).ruling is Ruling.ASK
    assert judged(seen, "Send", at(Level.CAREFUL), "tell Dana: see you at six").ruling is Ruling.ASK


def test_quick_asks_when_something_is_odd_or_the_app_has_a_rule() -> None:
    seen = chat(send_id="x1", send_desc="S\u202eend")
    assert judged(seen, "S\u202eend", at(Level.QUICK), "tell Dana: see you at six").ruling is Ruling.ASK
    own = at(Level.QUICK, app_rules={"com.whatsapp": AppRule(ask=frozenset({Stake.SEND}))})
    assert judged(chat(send_id="x1", send_desc="Send"), "Send", own, "tell Dana").ruling is Ruling.ASK


@pytest.mark.parametrize("level", list(Level))
def test_no_level_lets_a_grave_stake_pass(level: Level) -> None:
    """Even rules made by hand, past the file, do not."""
    rules = at(level, passes=frozenset(Stake))
    for scene in (*scenes(), *more_scenes()):
        careful = assess_dump(scene.observation, scene.tool, scene.arguments)
        if careful.ruling is Ruling.ALLOW or careful.stake not in NEVER_UNASKED:
            continue
        now = assess_dump(scene.observation, scene.tool, scene.arguments, Task(goal=scene.name, rules=rules))
        assert now.ruling is not Ruling.ALLOW, scene.name


def test_what_the_policy_never_lets_happen_is_refused() -> None:
    rules = replace(default_rules(), refuse=frozenset({Stake.PAY}))
    verdict = judged(pay_form(yes="Pay"), "Pay", rules)
    assert (verdict.ruling, verdict.stake) == (Ruling.REFUSE, Stake.PAY)
    of_app = replace(default_rules(), app_rules={"com.example.bank": AppRule(refuse=frozenset({Stake.PAY}))})
    assert judged(pay_form(yes="Pay"), "Pay", of_app).ruling is Ruling.REFUSE
    assert judged(pay_form("com.example.other", yes="Pay"), "Pay", of_app).ruling is Ruling.ASK


def test_nothing_in_a_forbidden_app_is_touched_but_it_may_be_read() -> None:
    rules = replace(default_rules(), app_rules={"com.example.app": AppRule(is_forbidden=True)})
    assert judged(HELP, "Help", rules).ruling is Ruling.REFUSE
    assert assess_dump(HELP, "swipe", {"direction": "up"}, Task(rules=rules)).ruling is Ruling.REFUSE
    assert assess_dump(HELP, "read_screen", {}, Task(rules=rules)).ruling is Ruling.ALLOW


def touching_tools() -> list[str]:
    return [tool.name for tool in Toolset.default() if tool.risk in (RiskClass.TOUCH, RiskClass.TYPE)]


@pytest.mark.parametrize("tool", touching_tools())
def test_every_tool_that_touches_or_types_is_under_the_policy(tool: str) -> None:
    seen = screen(field("dear diary", (60, 600, 1020, 700), hint="Entry", is_focused=True), button("Help"))
    given = {"target": "Help", "field": "Entry", "text": "x", "key": "enter", "start": "Help", "end": "Help"}
    given |= {"answer": "allow"} if tool == "answer_permission" else {}
    at_all = assess_dump(seen, tool, given, Task(rules=at(Level.ASK_ALWAYS)))
    assert at_all.ruling is Ruling.ASK or tool == "drag"  # of which the holding and the touch are asked about
    rules = replace(default_rules(), app_rules={"com.example.app": AppRule(is_forbidden=True)})
    assert assess_dump(seen, tool, given, Task(rules=rules)).ruling is Ruling.REFUSE


def test_an_apps_level_goes_before_its_categorys_and_that_before_the_policys() -> None:
    rules = at(
        Level.CAREFUL,
        category_rules={"money": AppRule(level=Level.ASK_ALWAYS)},
        app_rules={"com.chase.mobile": AppRule(level=Level.CAREFUL)},
    )
    assert rules.level_for("com.example.bank") is Level.ASK_ALWAYS
    assert rules.level_for("com.chase.mobile") is Level.CAREFUL
    assert rules.level_for("com.example.notes") is Level.CAREFUL


def test_the_app_that_asks_is_never_touched() -> None:
    seen = screen(button("Approve"), package="dev.genie.confirm")
    for tool, given in (("tap", {"text": "Approve"}), ("press_key", {"key": "ENTER"}), ("swipe", {"direction": "up"})):
        assert assess_dump(seen, tool, given).ruling is Ruling.REFUSE
    assert assess_dump(seen, "read_screen", {}).ruling is Ruling.ALLOW


def test_a_verdict_says_what_is_at_stake_and_why() -> None:
    verdict = judged(pay_form(yes="Pay"), "Pay", default_rules())
    assert verdict.stake is Stake.PAY
    assert [each.name for each in verdict.evidence if each.is_decisive] == ["commit_verb"]
    assert {"financial_screen", "sensitive_app", "destructive_verb"} <= {each.name for each in verdict.evidence}


def test_signals_alone_ask_about_nothing() -> None:
    seen = screen(
        label("Balance $1,240.17 payment transfer", (0, 0, 900, 80)), button("Help"), package="com.paypal.app"
    )
    verdict = judged(seen, "Help", default_rules())
    assert verdict.ruling is Ruling.ALLOW
    assert {each.name for each in verdict.evidence} == {"financial_screen", "sensitive_app"}


def test_typing_has_its_own_signals() -> None:
    seen = screen(label("Log in", (0, 0, 900, 80)), field("", (60, 600, 1020, 720), hint="Password", is_focused=True))
    verdict = assess_dump(seen, "type_text", {"text": "hunter2"})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, Stake.SECRET)
    assert {"sensitive_field", "auth_flow"} <= {each.name for each in verdict.evidence}
    assert "hunter2" not in repr(verdict)


def test_a_grave_box_ticked_before_makes_the_next_yes_ask() -> None:
    seen = screen(button("Next"), button("Back", (60, 2000, 1020, 2130)))
    task = Task(ticked="I understand and want to delete")
    assert assess_dump(seen, "tap", {"text": "Next"}).ruling is Ruling.ALLOW
    asked = assess_dump(seen, "tap", {"text": "Next"}, task)
    assert (asked.ruling, asked.stake) == (Ruling.ASK, Stake.DELETE)
    assert assess_dump(seen, "tap", {"text": "Back"}, task).ruling is Ruling.ALLOW


def test_a_payee_whom_the_goal_does_not_name_is_told() -> None:
    pay = pay_form(yes="Pay")
    told = judged(pay, "Pay", default_rules(), "pay Ines Brandt 250", tool="click")
    assert "recipient_not_named" not in {each.name for each in told.evidence}
    target = find(pay, "Pay")
    call = ToolCall(call_id="1", tool_name="click", arguments={"target": "Pay"})
    verdict = assess(call, target, pay, RiskClass.TOUCH, "pay Ines Brandmann 250")
    assert "the goal does not name “Ines Brandt”, who would get it" in verdict.reasons


def test_quick_calls_only_whom_the_user_named() -> None:
    rules = at(Level.QUICK)
    seen = screen(button("Call Mum", (0, 300, 1080, 460)), button("Call Sam", (0, 500, 1080, 660)), title="Mum")

    def ruling(name: str) -> Ruling:
        call = ToolCall(call_id="1", tool_name="click", arguments={"target": name})
        return assess(call, find(seen, name), seen, RiskClass.TOUCH, Task(goal="call Mum", rules=rules)).ruling

    assert ruling("Call Mum") is Ruling.ALLOW
    assert ruling("Call Sam") is Ruling.ASK


def test_a_swipe_that_stays_where_it_is_is_a_touch() -> None:
    seen = screen(button("Send", (60, 2200, 500, 2340)))
    for given in ({"from": [200, 2250], "to": [205, 2260]}, {"x1": 200, "y1": 2250, "x2": 200, "y2": 2250}):
        assert assess_dump(seen, "swipe", given).ruling is Ruling.ASK
    assert assess_dump(seen, "adb_shell", {"cmd": "input swipe 200 2250 200 2250 900"}).ruling is Ruling.ASK
    assert assess_dump(seen, "adb_shell", {"cmd": "input tap 200 2250"}).ruling is Ruling.ASK
    assert assess_dump(seen, "adb_shell", {"cmd": "input tap 200 500"}).ruling is Ruling.ALLOW


def test_a_word_drawn_in_two_pieces_is_one() -> None:
    pieces = (label("Pa", (400, 2240, 500, 2300)), label("y", (500, 2240, 540, 2300)))
    seen = screen(node("View", "", (60, 2200, 1020, 2340), *pieces, is_clickable=True))
    assert assess_dump(seen, "tap", {"x": 500, "y": 2270}).ruling is Ruling.ASK


def test_a_question_about_what_goes_for_good_is_about_deleting() -> None:
    seen = dialog("Clear everything?", "All your notes will be lost.", "OK")
    verdict = assess_dump(seen, "tap", {"text": "OK"})
    assert (verdict.ruling, verdict.stake) == (Ruling.ASK, Stake.DELETE)
