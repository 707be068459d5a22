"""What the nano model may say on a screen."""

import re
from collections.abc import Sequence

import pytest

from genie_host.agent.dialect import Situation
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.agent.nano_dialect import NanoDialect
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.llm.model import CallShape
from genie_host.tools.toolset import Toolset
from tests.agent.simulated_screen import look


def shapes(goal: str, app_id: str, page: str, steps: Sequence[Step] = (), **args: str) -> list[CallShape]:
    situation = Situation(
        goal=Goal(goal),
        observation=look(app_id, page, **args),
        steps=steps,
        app_names=("Clock", "Notes"),
        toolset=Toolset.default(),
    )
    return list(NanoDialect().question(situation, 32).shapes)


def texts(goal: str, app_id: str, page: str, field: str, **args: str) -> re.Pattern[str]:
    (pattern,) = [
        shape.arguments[1].pattern
        for shape in shapes(goal, app_id, page, **args)
        if shape.tool_name == "type_text" and shape.arguments[0].choices == (field,)
    ]
    return re.compile(pattern)


def names(goal: str, app_id: str, page: str) -> set[str]:
    return {shape.tool_name for shape in shapes(goal, app_id, page)}


def test_quoted_words_are_the_text_and_no_others():
    pattern = texts(
        '"is it on?" is what I want sent to Sam. Thanks', "messages", "conversation", "Text message", name="Sam"
    )
    assert pattern.fullmatch("is it on?")
    assert not pattern.fullmatch("Thanks")


def test_words_beside_one_quotation_may_fill_the_other_field():
    pattern = texts('a note with "Gas meter" as the title and 40713 as the text', "notes", "edit", "Note")
    assert pattern.fullmatch("40713")


def test_the_words_of_a_time_are_in_no_label():
    pattern = texts("set an alarm called Gym for ten to two in the afternoon", "clock", "new_alarm", "Label")
    assert pattern.fullmatch("Gym")
    assert not pattern.fullmatch("Gym for ten")
    assert not pattern.fullmatch("two")


def test_a_switch_is_moved_only_as_the_goal_wants_it():
    assert {"switch_off"} == names("turn Wi-Fi off", "settings", "network") & {"switch_on", "switch_off"}
    assert {"switch_on", "switch_off"} <= names("do something about Wi-Fi", "settings", "network")


def test_nothing_ends_before_the_switch_was_looked_after():
    assert "reply" not in names("turn Wi-Fi off", "settings", "home")
    assert "reply" in names("is Wi-Fi off?", "settings", "home")


def test_who_asks_for_a_state_hears_of_the_switch_that_was_named():
    (reply,) = [shape for shape in shapes("is Wi-Fi on", "settings", "network") if shape.tool_name == "reply"]
    assert reply.arguments[0].choices == ("Wi-Fi: off",)


def targets(goal: str, page: str) -> set[str]:
    return {
        choice
        for shape in shapes(goal, "settings", page)
        if shape.tool_name == "click"
        for choice in shape.arguments[0].choices
    }


def test_a_switch_that_was_named_is_not_looked_for_further_on():
    assert not targets("turn Wi-Fi off", "network")
    assert "Wi-Fi network" in targets("turn off Wi-Fi calling", "network")


def test_no_label_begins_with_a_word_that_only_joins():
    pattern = texts("set an alarm for 7:15 with the label Gym", "clock", "new_alarm", "Label")
    assert pattern.fullmatch("Gym")
    assert not pattern.fullmatch("label Gym")


def test_a_time_whose_alarm_was_switched_off_is_not_set_anew():
    off = Step(
        call=ToolCall(call_id="1", tool_name="switch_off", arguments={"target": "06:45"}),
        outcome=Outcome(tier=Tier.OK, code="done", message=""),
    )
    goal = "change my 6:45 alarm to 7:00"
    hours = [
        {shape.arguments[1].choices for shape in shapes(goal, "clock", "new_alarm", steps) if is_hour(shape)}
        for steps in ((), (off,))
    ]
    assert hours == [{("6", "7")}, {("7",)}]


@pytest.mark.parametrize(
    ("goal", "apps"),
    [
        ("text Bob the meeting has moved to 3 pm", ("Notes",)),
        ("tell me the time in Tokyo", ("Clock", "Notes")),
        ("send the alarm to the kitchen at 7", ("Clock", "Notes")),
        ("set an alarm for 3 pm", ("Clock", "Notes")),
    ],
)
def test_what_somebody_is_to_be_told_needs_no_clock(goal, apps):
    (offered,) = [s.arguments[0].choices for s in shapes(goal, "messages", "home") if s.tool_name == "open_app"]
    assert offered == apps


@pytest.mark.parametrize(
    ("goal", "may_give_up"),
    [("send my PIN is 4826 to Mum", False), ("turn the Wi-Fi off", False), ("order a pizza", True)],
)
def test_what_every_phone_can_do_is_not_given_up_unseen(goal, may_give_up):
    ends = [shape for shape in shapes(goal, "launcher", "home") if shape.tool_name == "tasks" and shape.arguments[1:]]
    assert bool(ends) is may_give_up


def is_hour(shape: CallShape) -> bool:
    return shape.tool_name == "type_text" and shape.arguments[0].choices == ("Hour",)
