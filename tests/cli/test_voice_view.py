"""What a person watching a conversation sees, and what the phone shows of it."""

from __future__ import annotations

import io
import threading

import pytest
from rich.console import Console

from genie_host.cli.overlay import Overlay
from genie_host.cli.voice_view import VoiceView
from genie_host.core.errors import PhoneGone
from genie_host.core.events import Event
from genie_host.voice.audio import BLOCK_BYTES, Block
from genie_host.voice.machine.situation import State


def view(*, is_terminal: bool) -> tuple[VoiceView, io.StringIO]:
    out = io.StringIO()
    return VoiceView(Console(file=out, force_terminal=is_terminal, width=100, highlight=False)), out


def test_a_log_has_states_what_was_heard_and_the_answer() -> None:
    drawn, out = view(is_terminal=False)
    with drawn:
        drawn.emit(Event(kind="voice_state", data={"state": "listening", "hears": "command", "is_waiting": False}))
        drawn.emit(Event(kind="heard", data={"what": "command", "text": "turn\x1b[2J on", "is_final": False}))
        drawn.emit(Event(kind="heard", data={"what": "command", "text": "turn\x1b[2J on", "is_final": True}))
        drawn.emit(Event(kind="heard", data={"what": "command", "text": "", "is_final": True}))
        drawn.emit(Event(kind="notice", data={"message": "Done.", "is_reply": True}))
    assert out.getvalue().splitlines() == [
        "[listening]",
        "heard “turn [2J on”",
        "heard “(nothing understood)”",
        "Done.",
    ]


@pytest.mark.parametrize("state", State)
def test_every_state_has_words(state) -> None:
    drawn, out = view(is_terminal=False)
    drawn.emit(Event(kind="voice_state", data={"state": state.value, "hears": "deaf", "is_waiting": False}))
    assert out.getvalue().strip("[]\n")


def test_a_terminal_has_a_meter_that_moves_and_the_words_so_far() -> None:
    drawn, _ = view(is_terminal=True)
    with drawn:
        drawn.emit(Event(kind="voice_state", data={"state": "listening", "hears": "command", "is_waiting": False}))
        drawn.emit(Event(kind="heard", data={"what": "command", "text": "turn on", "is_final": False}))
        quiet = drawn._line().plain
        drawn.level(Block(pcm=b"\x00\x30\x00\xd0" * (BLOCK_BYTES // 4), ended_at=0.0))
        loud = drawn._line().plain
    assert "“turn on…”" in quiet
    assert "listening" in quiet
    assert loud != quiet


def test_the_phone_shows_listening_and_answers_and_its_faults_disturb_nobody() -> None:
    shown: list[str] = []
    is_shown = threading.Event()

    def post(line: str) -> None:
        shown.append(line)
        is_shown.set()
        if len(shown) == 1:
            raise PhoneGone("The phone is gone.")

    overlay = Overlay(post)
    overlay.emit(Event(kind="voice_state", data={"state": "listening"}))
    assert is_shown.wait(60)
    overlay.emit(Event(kind="voice_state", data={"state": "thinking"}))
    overlay.emit(Event(kind="notice", data={"message": "Something else."}))
    overlay.emit(Event(kind="notice", data={"message": "Wi-Fi is on.", "is_reply": True}))
    overlay.close()
    assert shown == ["Listening…", "Wi-Fi is on."]
