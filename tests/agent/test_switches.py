"""Which switches a goal may be about, and when one that is to be moved was looked after."""

import pytest

from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.agent.switches import is_untouched, may_be_meant, stands_against
from genie_host.core.calls import Outcome, Tier, ToolCall
from tests.agent.simulated_screen import look

SWITCHES = {
    element.name: element
    for page in ("network", "display")
    for element in look("settings", page).elements
    if element.is_checked is not None
}


def test_where_a_switch_is_named_in_full_no_other_is_meant():
    assert may_be_meant(Goal("my mobile internet is gone, turn the Wi-Fi on"), SWITCHES) == ["Wi-Fi"]


def test_a_switch_called_otherwise_may_be_any_but_one_that_only_begins_alike():
    assert may_be_meant(Goal("stop the net"), SWITCHES) == list(SWITCHES)
    others = [name for name in SWITCHES if name != "Auto-rotate screen"]
    assert may_be_meant(Goal("auto-correction off"), SWITCHES) == others


def step(tool_name: str, **arguments: str) -> Step:
    outcome = Outcome(tier=Tier.OK, code="done", message="")
    return Step(call=ToolCall(call_id="1", tool_name=tool_name, arguments=arguments), outcome=outcome)


@pytest.mark.parametrize(
    ("goal", "steps", "expected"),
    [
        ("turn Bluetooth off", [], True),
        ("turn Bluetooth off", [step("open_app", name="Settings")], True),
        ("turn Bluetooth off", [step("switch_on", target="Bluetooth")], True),
        ("turn Bluetooth off", [step("switch_off", target="Bluetooth")], False),
        ("tell Mum to turn Bluetooth off", [], False),
        ("note: turn Bluetooth off", [step("type_text", field="Note", text="turn Bluetooth off")], False),
        ("is Bluetooth off?", [], False),
    ],
)
def test_an_order_to_switch_is_not_done_before_a_switch_was_looked_after(goal, steps, expected):
    assert is_untouched(Goal(goal), steps) is expected


@pytest.mark.parametrize(
    ("goal", "stands"),
    [
        ("turn off the 6:45 alarm", True),
        ("turn off the 9:00 alarm", False),
        ("turn off the 9:00 alarm and set one for 6:45", False),
    ],
)
def test_one_of_two_alarms_may_be_as_wanted_and_the_other_not(goal, stands):
    assert (stands_against(Goal(goal), look("clock", "home")) is not None) is stands
