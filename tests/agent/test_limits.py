"""What ends an episode that does not end by itself."""

from genie_host.agent.limits import MAX_FAILURES_IN_A_ROW, MAX_UNKNOWN_IN_A_ROW, MAX_WITHOUT_PROGRESS, Breakers
from genie_host.core.calls import Outcome, Tier, ToolCall

OK = Outcome(tier=Tier.OK, code="done", message="")
NO_CHANGE = Outcome(tier=Tier.OK, code="no_change", message="")
FAILED = Outcome(tier=Tier.LOGIC, code="failed", message="")
UNKNOWN = Outcome(tier=Tier.LOGIC, code="unknown_tool", message="")


def call(name="click", **arguments):
    return ToolCall(call_id="call-1", tool_name=name, arguments=arguments)


def notes(breakers, outcomes):
    return [breakers.note(call(target=f"{n}"), outcome, f"screen {n}") for n, outcome in enumerate(outcomes)]


def test_five_failures_in_a_row_trip():
    said = notes(Breakers(), [FAILED] * MAX_FAILURES_IN_A_ROW)
    assert said[:-1] == [None] * (MAX_FAILURES_IN_A_ROW - 1)
    assert "5 steps in a row failed" in said[-1]


def test_a_success_starts_the_count_of_failures_anew():
    assert notes(Breakers(), [FAILED] * 4 + [OK] + [FAILED] * 4) == [None] * 9


def test_the_same_unknown_tool_three_times_trips():
    breakers = Breakers()
    said = [breakers.note(call("fly"), UNKNOWN, "screen") for _ in range(MAX_UNKNOWN_IN_A_ROW)]
    assert said[:-1] == [None, None]
    assert "does not exist" in said[-1]


def test_different_unknown_tools_do_not_trip_so_soon():
    breakers = Breakers()
    assert [breakers.note(call(name), UNKNOWN, name) for name in ("fly", "swim", "dive")] == [None] * 3


def test_steps_that_change_nothing_trip():
    said = notes(Breakers(), [NO_CHANGE] * MAX_WITHOUT_PROGRESS)
    assert said[-2] is None
    assert "no longer changed anything" in said[-1]


def test_going_round_in_a_circle_trips_though_every_step_changes_the_screen():
    breakers = Breakers()
    circle = [(call(target="there"), "here"), (call("go_back"), "there")]
    said = [breakers.note(*circle[n % 2][:1], OK, circle[n % 2][1]) for n in range(6)]
    assert said[-1] is not None


def test_answers_that_are_no_calls_count_as_failures():
    breakers = Breakers()
    assert [breakers.note_invalid() is None for _ in range(5)] == [True] * 4 + [False]
