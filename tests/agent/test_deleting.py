"""What is to be deleted is neither switched off instead, nor called gone before anything was touched."""

import pytest

from genie_host.agent.deleting import is_deleting, is_undone
from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.agent.switches import SwitchGuard
from genie_host.core.calls import Outcome, Tier, ToolCall
from tests.agent.simulated_screen import look


@pytest.mark.parametrize(
    "goal",
    [
        "delete the 06:30 alarm",
        "I no longer work mornings, so please delete the alarm for school",
        "Could you get rid of my gym alarm?",
        "remove the alarm labelled Gym altogether",
    ],
)
def test_a_goal_to_delete_is_known(goal: str) -> None:
    assert is_deleting(goal)


@pytest.mark.parametrize(
    "goal",
    [
        "turn off the 06:30 alarm",
        "turn off the alarm, but don't delete it",
        "switch the gym alarm off, remove nothing",
        'write a note "delete old photos"',
        "text Sam to delete the video",
        "how do I delete an alarm?",
        "note that I must remove the snow chains",
        "open the notes",
    ],
)
def test_other_goals_are_none(goal: str) -> None:
    assert not is_deleting(goal)


def call(tool_name: str, **arguments: str) -> ToolCall:
    return ToolCall(call_id="1", tool_name=tool_name, arguments=arguments)


def step(tool_name: str, code: str = "done", **arguments: str) -> Step:
    return Step(call=call(tool_name, **arguments), outcome=Outcome(tier=Tier.OK, code=code, message=""))


@pytest.mark.parametrize("tool_name", ["click", "switch_on", "switch_off"])
def test_a_switch_is_left_alone(tool_name: str) -> None:
    screen = look("clock", "home")
    element = next(element for element in screen.elements if element.is_checked is not None)
    other_way = tool_name == "click" or (tool_name == "switch_on") is not element.is_checked
    guard = SwitchGuard(Goal(f"delete the {element.name} alarm"))
    objection = guard.objection(call(tool_name, target=element.name), screen)
    assert objection is not None
    assert objection.code == ("against_goal" if other_way else "already_so")


def test_nothing_is_gone_by_looking() -> None:
    goal = "delete the 06:30 alarm"
    looked = [step("open_app", name="Clock"), step("scroll", direction="down")]
    assert is_undone(goal, looked)
    assert is_undone(goal, [*looked, step("click", code="against_goal", target="06:30")])
    assert not is_undone(goal, [*looked, step("click", target="Delete alarm")])
    assert not is_undone("open the clock", looked)
