"""A person at the phone, and screens that go on while the model thinks."""

from __future__ import annotations

import pytest

from genie_host.agent.ending import EndReason
from genie_host.agent.executor import Executor
from genie_host.agent.freshness import check_same_app
from genie_host.agent.limits import Limits
from genie_host.core.calls import Tier, ToolCall
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import PersonPresent
from genie_host.core.geometry import Point
from genie_host.core.screen import Observation
from genie_host.simphone.control.person import tap
from genie_host.simphone.listener import Listener
from genie_host.tools.toolset import Toolset
from tests.agent.conftest import Stage

OPEN_SETTINGS = ("open_app", {"name": "Settings"})


def executor(stage: Stage) -> Executor:
    return Executor(
        phone=stage.phone, toolset=Toolset.default(), approver=stage.person, sink=stage.sink, cancel=stage.cancel
    )


def click(target: str) -> ToolCall:
    return ToolCall(call_id="call-1", tool_name="click", arguments={"target": target})


def old(stage: Stage, call: ToolCall, seen: Observation):
    return executor(stage).execute(call, seen, "do it", age_seconds=9.0)


def test_a_run_ends_and_says_so_when_a_person_touches_the_phone(stage):
    touched = []

    def answers():
        yield OPEN_SETTINGS
        stage.server.call(lambda phone: tap(Listener(phone), {"x": 540, "y": 1000}))
        touched.append(len(stage.happened("tap")))
        for _ in range(1000):
            yield ("read_screen", {})
            SYSTEM_CLOCK.sleep(0.01)

    stage.limits = Limits(max_turns=1000, budget_seconds=60.0)
    result = stage.run_lazily(answers())
    assert result.reason is EndReason.YIELDED
    assert "touching the phone" in result.message
    assert len(stage.happened("tap")) == touched[0]


def test_what_moved_while_the_model_thought_is_touched_where_it_is_now(stage):
    stage.show("settings", "home")
    seen = stage.phone.observe()
    target = [each for each in seen.elements if each.is_actionable and each.name != "Search settings"][-2]
    stage.phone.scroll("down")
    now = stage.phone.observe().element_named(target.name)
    assert now is not None
    assert now.node.bounds != target.node.bounds
    assert old(stage, click(target.name), seen).outcome.code == "done"
    (touched,) = stage.happened("tap")
    assert now.node.bounds.contains(Point(x=touched["x"], y=touched["y"]))


def test_what_is_gone_when_the_model_has_thought_is_not_touched(stage):
    stage.show("settings", "home")
    seen = stage.phone.observe()
    stage.show("settings", "network")
    executed = old(stage, click("Network & internet"), seen)
    assert (executed.outcome.tier, executed.outcome.code) == (Tier.TRANSIENT, "stale")
    assert stage.happened("tap") == []
    assert executed.after is not None
    assert executed.after.title != seen.title


def test_a_look_that_is_still_true_costs_nothing_but_a_look(stage):
    stage.show("settings", "home")
    executed = old(stage, click("Network & internet"), stage.phone.observe())
    assert executed.outcome.code == "done"
    assert executed.effect is not None
    assert executed.effect.title


def test_another_app_that_nobody_here_opened_makes_the_run_yield(stage):
    stage.show("settings", "home")
    seen = stage.phone.observe()
    stage.show("clock", "home")
    with pytest.raises(PersonPresent, match="Clock came to the front though Genie did nothing"):
        old(stage, click("Network & internet"), seen)
    assert stage.happened("tap") == []


def test_a_question_of_the_system_is_no_person(stage):
    stage.show("settings", "home")
    seen = stage.phone.observe()
    stage.server.call(lambda phone: phone.world.ask_permission("camera", [], []))
    check_same_app(seen, stage.phone.observe())
    executed = old(stage, click("Network & internet"), seen)
    assert executed.outcome.code == "stale"


def test_a_finger_that_was_asked_for_is_no_person(stage):
    stage.person.says = True
    deadline = Deadline.after(1.0)

    def meanwhile():
        stage.server.call(lambda phone: tap(Listener(phone), {"x": 540, "y": 20}))
        while not deadline.is_over:
            SYSTEM_CLOCK.sleep(0.05)

    stage.person.meanwhile = meanwhile
    stage.phone.watch_for_person()
    stage.show("messages", "home")
    seen = stage.phone.observe()
    executed = executor(stage).execute(
        ToolCall(call_id="call-1", tool_name="get_clipboard", arguments={}), seen, "read the clipboard"
    )
    assert stage.person.asked
    assert executed.outcome.code == "done"
