"""What the model sees of the past."""

from genie_host.agent.history import WINDOW, History
from genie_host.core.calls import Outcome, Tier, ToolCall


def step(history, tool, tier, number=0):
    call = ToolCall(call_id=f"call-{number}", tool_name=tool, arguments={})
    history.add(call, Outcome(tier=tier, code="done" if tier is Tier.OK else "timed_out", message=""))


def test_the_window_is_the_last_nine_steps():
    history = History()
    for number in range(12):
        step(history, f"tool{number}", Tier.OK, number)
    assert [shown.call.tool_name for shown in history.window()] == [f"tool{number}" for number in range(3, 12)]
    assert len(history.window()) == WINDOW


def test_a_transient_error_is_forgotten_once_the_tool_succeeded():
    history = History()
    step(history, "open_app", Tier.TRANSIENT)
    step(history, "click", Tier.OK)
    step(history, "open_app", Tier.OK)
    assert [(shown.call.tool_name, shown.outcome.tier) for shown in history.steps] == [
        ("click", Tier.OK),
        ("open_app", Tier.OK),
    ]


def test_a_logic_error_stays_for_the_model_to_learn_from():
    history = History()
    step(history, "click", Tier.LOGIC)
    step(history, "click", Tier.OK)
    assert [shown.outcome.tier for shown in history.steps] == [Tier.LOGIC, Tier.OK]
