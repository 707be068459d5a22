"""What a person sees of a run, in a terminal and in a log."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from genie_host.cli.live import RunView
from genie_host.core.events import Event


def event(kind: str, **data: object) -> Event:
    return Event(kind=kind, data=data)


def episode(goal: str = "send hi to Mum") -> list[Event]:
    """A run of two turns, the second of which is denied."""
    return [
        event("notice", message="The model runs on the CPU: no GPU was found."),
        event("episode_started", goal=goal, serial="127.0.0.1:5601", model="genie-nano", backend="cpu", max_turns=20),
        event("observed", turn=1, app="Launcher", title="", elements=["Messages", "Notes"], seconds=0.07),
        event("decided", turn=1, tool="open_app", arguments={"name": "Messages"}, seconds=0.31),
        event("assessed", tool="open_app", ruling="allow", reasons=[], target=""),
        event("acted", tool="open_app", tier="ok", code="done", message="Opened Messages.", seconds=0.12),
        event("observed", turn=2, app="Messages", title="Mum", elements=["Send"], seconds=0.0),
        event("decided", turn=2, tool="click", arguments={"target": "Send", "index": 1}, seconds=0.4),
        event("assessed", tool="click", ruling="ask", reasons=["sends a message"], target="Send"),
        event("approval", target="Send", details={"to": "Mum"}, answer=False),
        event("acted", tool="click", tier="auth", code="denied", message="Not approved.", seconds=0.1),
        event("episode_ended", reason="stopped_by_safety", message="Not approved.", reply="", turns=2, seconds=1.25),
    ]


def drawn(events: list[Event], **options: object) -> str:
    console = Console(file=io.StringIO(), width=100, **options)
    with RunView(console) as view:
        for item in events:
            view.emit(item)
    return console.file.getvalue()


def test_log_has_one_line_for_each_turn_and_for_the_end() -> None:
    assert drawn(episode()).splitlines() == [
        "The model runs on the CPU: no GPU was found.",
        "goal     send hi to Mum",
        "phone    127.0.0.1:5601",
        "model    genie-nano on the CPU",
        'turn 1: open_app "Messages": ok: Opened Messages. (0.5 s)',
        'turn 2: click target="Send" index=1: ask (sends a message), answered no; denied: Not approved. (0.5 s)',
        "stopped by safety: Not approved.  2 turns, 1.2 s",
    ]


def test_finger_that_is_waited_for_is_told_and_is_no_time_of_the_turn() -> None:
    waiting = event("waiting_for_finger", target="Send", app="Messages", stake="send", seconds=45.0)
    lines = drawn([*episode()[:9], waiting, *episode()[9:]]).splitlines()
    assert "Look at the phone: it waits 45 s for a finger on its sensor." in lines
    assert lines[-2].endswith("(0.5 s)")


def test_log_lines_are_not_broken_however_narrow_the_output_is() -> None:
    long = "word " * 35
    lines = drawn([*episode()[:5], event("acted", tier="ok", code="done", message=long, seconds=0.1)]).splitlines()
    assert long.strip() in lines[-1]


@pytest.mark.parametrize("count", range(1, 13))
def test_panel_can_be_drawn_after_any_event(count: int) -> None:
    text = drawn(episode()[:count], force_terminal=True)
    assert "goal" in text or count < 2


def test_panel_shows_goal_turn_sight_call_verdict_outcome_and_times() -> None:
    text = drawn(episode()[:10], force_terminal=True, color_system=None)
    for word in ("send hi to Mum", "2 of 20", "Messages · Mum", "click", "answered no", "outcome", "think 0.40 s"):
        assert word in text


def test_panel_is_gone_while_a_question_is_asked_and_comes_back() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with RunView(console) as view:
        for item in episode()[:9]:
            view.emit(item)
        with view.paused():
            before = len(console.file.getvalue())
            view.emit(episode()[9])
            assert len(console.file.getvalue()) == before
        assert "of 20" in console.file.getvalue()[before:]


def test_view_lets_nothing_from_the_phone_command_the_terminal() -> None:
    hostile = "\x1b]0;owned\x07\x1b[2J[red]Mum\u202e"
    events = [*episode(goal=hostile)[:5], event("acted", tier="ok", code="done", message=hostile, seconds=0.1)]
    text = drawn(events)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[red]Mum" in text


def test_view_ignores_events_it_does_not_know() -> None:
    assert "Messages" in drawn([*episode()[:5], event("from_the_future", x=1), *episode()[5:]])


def test_view_says_what_it_waits_for_where_somebody_looks() -> None:
    waiting = [event("preparing", message="loading the model genie-nano")]
    assert "loading the model genie-nano" in drawn(waiting, force_terminal=True)
    assert drawn(waiting) == ""
