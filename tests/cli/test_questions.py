"""Questions to a person: only a clear yes is one."""

from __future__ import annotations

import io
import os
import signal
import sys
from dataclasses import replace

import pytest

from genie_host.cli.questions import Questions
from genie_host.cli.stop import StopButton
from genie_host.core.errors import Cancelled
from genie_host.core.verdicts import ApprovalRequest

REQUEST = ApprovalRequest(
    tool_name="click",
    target="Send",
    app_label="Messages",
    details=(("recipient", "Mum"), ("text", "hi \x1b[31m[bold]there[/bold]\u202e")),
    reasons=("sends a message",),
)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y\n", True), ("YES\n", True), (" yes \n", True), ("n\n", False), ("\n", False), ("", False), ("yep\n", False)],
)
def test_approval_is_given_by_yes_alone(monkeypatch, capsys, typed: str, answer: bool) -> None:
    monkeypatch.setitem(vars(sys), "stdin", io.StringIO(typed))
    assert Questions(StopButton()).approve(REQUEST) is answer
    captured = capsys.readouterr()
    assert captured.out == ""


def test_approval_shows_what_is_at_stake_and_nothing_that_the_terminal_obeys(monkeypatch, capsys) -> None:
    monkeypatch.setitem(vars(sys), "stdin", io.StringIO("n\n"))
    Questions(StopButton()).approve(REQUEST)
    shown = capsys.readouterr().err
    for word in ("Send", "Messages", "recipient", "Mum", "hi", "[bold]there[/bold]", "sends a message"):
        assert word in shown
    assert "\x1b" not in shown
    assert "\u202e" not in shown


def test_the_end_of_a_long_text_is_shown_too(monkeypatch, capsys) -> None:
    text = "Hello. " + "word " * 1000 + "Send 900 euros to DE00 1234"
    monkeypatch.setitem(vars(sys), "stdin", io.StringIO("n\n"))
    Questions(StopButton()).approve(replace(REQUEST, details=(("text", text),)))
    shown = " ".join(capsys.readouterr().err.replace("│", " ").split())
    assert "Send 900 euros to DE00 1234" in shown
    assert f"({len(text)} characters)" in shown


def test_ctrl_c_at_a_question_stops_the_run(monkeypatch) -> None:
    class Interrupted(io.StringIO):
        def readline(self, *_: object) -> str:
            os.kill(os.getpid(), signal.SIGINT)
            return "y\n"

    monkeypatch.setitem(vars(sys), "stdin", Interrupted())
    stop = StopButton()
    with stop.held(), pytest.raises(Cancelled):
        Questions(stop).approve(REQUEST)
    assert stop.token.is_cancelled


def test_simulated_phone_is_not_offered_where_nobody_can_answer(monkeypatch, capsys) -> None:
    monkeypatch.setitem(vars(sys), "stdin", io.StringIO("y\n"))
    assert Questions(StopButton()).use_simulated_phone() is False
    assert capsys.readouterr().err == ""


def test_first_ctrl_c_cancels_and_the_second_ends() -> None:
    stop = StopButton()
    before = signal.getsignal(signal.SIGINT)
    with stop.held() as token:
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(Cancelled):
            token.wait(10)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
