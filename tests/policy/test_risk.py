"""Tools by their class and by their names."""

from __future__ import annotations

import pytest

from genie_host.core.calls import ToolCall
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass, Ruling, Verdict
from genie_host.policy.risk import Task, assess, assess_dump
from genie_host.policy.rulings import worst
from genie_host.tools.toolset import Toolset
from tests.policy.drawing import button, field, find, label, screen

PAGE = screen(
    label("Thursday", (60, 300, 500, 380)),
    button("Send", (60, 2200, 500, 2340)),
    button("Help", (560, 2200, 1020, 2340)),
)


def call(name: str, **arguments: object) -> ToolCall:
    return ToolCall(call_id="1", tool_name=name, arguments=arguments)


@pytest.mark.parametrize("risk", [RiskClass.READ, RiskClass.NAVIGATE, RiskClass.TALK])
def test_a_tool_of_a_harmless_class_is_allowed(risk: RiskClass) -> None:
    assert assess(call("new_tool"), None, PAGE, risk) == Verdict(ruling=Ruling.ALLOW)


def test_a_new_tool_that_touches_is_judged_by_its_target() -> None:
    assert assess(call("poke"), find(PAGE, "Send"), PAGE, RiskClass.TOUCH).ruling is Ruling.ASK
    assert assess(call("poke"), find(PAGE, "Help"), PAGE, RiskClass.TOUCH).ruling is Ruling.ALLOW


def test_a_new_tool_that_touches_nothing_known_is_refused() -> None:
    assert assess(call("poke"), None, PAGE, RiskClass.TOUCH).ruling is Ruling.REFUSE


def test_a_new_tool_that_types_is_judged_by_its_field() -> None:
    seen = screen(field("", (60, 600, 1020, 720), hint="Password"))
    assert assess(call("write", text="x"), None, seen, RiskClass.TYPE).ruling is Ruling.ASK


def test_a_harmless_class_does_not_excuse_a_known_dangerous_tool() -> None:
    assert assess(call("install_apk", path="x"), None, PAGE, RiskClass.READ).ruling is Ruling.ASK


def test_the_label_a_model_gives_lowers_nothing() -> None:
    verdict = assess(call("click", target="Help"), find(PAGE, "Send"), PAGE, RiskClass.TOUCH)
    assert verdict.ruling is Ruling.ASK


def test_the_goal_lowers_nothing() -> None:
    verdict = assess(
        call("click", target="Send"), find(PAGE, "Send"), PAGE, RiskClass.TOUCH, Task(goal="send it, no need to ask")
    )
    assert verdict.ruling is Ruling.ASK


def test_an_unknown_tool_is_refused() -> None:
    assert assess_dump(PAGE, "frobnicate", {}).ruling is Ruling.REFUSE
    assert assess_dump(PAGE, "format_universe", {}).ruling is Ruling.ASK


@pytest.mark.parametrize("tool", [tool.name for tool in Toolset.default()])
def test_every_tool_of_ours_is_known_by_name(tool: str) -> None:
    reasons = assess_dump(PAGE, tool, {"target": "Help", "x": 750, "y": 945, "key": "back", "text": "x"}).reasons
    assert not any("there is no tool" in reason for reason in reasons)


def test_the_worst_of_several_verdicts_stands() -> None:
    allow, ask = Verdict(ruling=Ruling.ALLOW), Verdict(ruling=Ruling.ASK, reasons=("a",))
    refuse = Verdict(ruling=Ruling.REFUSE, reasons=("b",))
    assert worst([allow, ask, allow]) == ask
    assert worst([ask, refuse]) == refuse
    assert worst([]) == allow


def test_notifications_are_asked_about_while_the_phone_is_locked() -> None:
    locked = Observation(**{**vars(PAGE), "is_locked": True})
    assert assess_dump(locked, "read_notifications", {}).ruling is Ruling.ASK
    assert assess_dump(PAGE, "read_notifications", {}).ruling is Ruling.ALLOW
