"""Event lines for programs."""

from __future__ import annotations

import io
import json

import pytest

from genie_host.agent.ending import EndReason
from genie_host.cli.events_out import JsonLines
from genie_host.cli.exits import ExitCode, exit_code_of_reason
from genie_host.core.errors import PhoneGone
from genie_host.core.events import Event


class ClosedPipe(io.StringIO):
    """A reader that has gone away."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def unexpected() -> None:
    raise AssertionError("the reader is there")


def test_each_event_is_one_line_of_plain_ascii() -> None:
    stream = io.StringIO()
    JsonLines(stream, unexpected).emit(Event(kind="observed", data={"title": "Größe\n📱"}))
    assert stream.getvalue().isascii()
    assert stream.getvalue().count("\n") == 1
    assert json.loads(stream.getvalue())["data"] == {"title": "Größe\n📱"}


@pytest.mark.parametrize("reason", list(EndReason))
def test_end_of_an_episode_carries_the_exit_code(reason: EndReason) -> None:
    stream = io.StringIO()
    JsonLines(stream, unexpected).emit(Event(kind="episode_ended", data={"reason": reason.value}))
    assert json.loads(stream.getvalue())["data"]["exit_code"] == exit_code_of_reason(reason)


def test_exit_code_is_zero_only_when_the_goal_was_reached() -> None:
    codes = {reason: exit_code_of_reason(reason) for reason in EndReason}
    assert [reason for reason, code in codes.items() if code == 0] == [EndReason.FINISHED]
    assert len(set(codes.values())) == len(codes)


def test_error_before_an_episode_ends_in_the_same_event() -> None:
    stream = io.StringIO()
    JsonLines(stream, unexpected).end_early(PhoneGone("No phone."))
    ended = json.loads(stream.getvalue())
    assert ended["kind"] == "episode_ended"
    assert ended["data"]["reason"] == "phone_unavailable"
    assert ended["data"]["exit_code"] == ExitCode.PHONE_UNAVAILABLE


def test_run_is_stopped_when_nobody_reads_it_any_more() -> None:
    gone: list[bool] = []
    sink = JsonLines(ClosedPipe(), lambda: gone.append(True))
    sink.emit(Event(kind="observed"))
    sink.emit(Event(kind="observed"))
    assert gone == [True]
