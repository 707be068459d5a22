"""``genie listen`` whole: real sound server, real Vosk, real voice, a simulated phone; one process for all of it.

What is measured is printed. The machine may be busy with anything, so nothing is judged by the clock on the wall but
what the product promises, and that generously.
"""

from __future__ import annotations

import array
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from genie_host.core.clock import SYSTEM_CLOCK
from tests.voice.figures import Figures
from tests.voice.rig import SoundRig, spoken
from tests.voice.session.listening import WAKE, WIFI, Listening, is_kind, is_state, listening, says

pytestmark = pytest.mark.sound

STOP, WAIT, GO_ON = "그만", "기다려", "계속"
RECOVERS_SECONDS = 5.0


@pytest.fixture(scope="module")
def talk(sound_server: SoundRig, korean_model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    """The process, listening, on a phone of its own."""
    with listening(tmp_path_factory.mktemp("state"), korean_model) as process:
        process.wait_for(is_state("idle"))
        yield process
        assert process.leave() == 130, process.tail()
        assert "Traceback" not in process.errors


@pytest.fixture
def say(rig: SoundRig, tmp_path: Path) -> Callable[..., float]:
    """Into the microphone; the answer is when the last of it was played."""

    def spoken_now(*parts: str | float) -> float:
        rig.play(spoken(tmp_path / "said.wav", 0.3, *parts))
        return SYSTEM_CLOCK.now()

    return spoken_now


@pytest.fixture(autouse=True)
def at_rest(talk: Listening, rig: SoundRig) -> None:
    """Wi-Fi is off, nothing is under way and the wake phrase is waited for."""
    talk.type("stop")
    last = talk.mark()
    if talk.of_kind("voice_state")[-1]["state"] != "idle":
        talk.wait_for_state("idle", max(0, last - 1))


def loudest(pcm: bytes) -> int:
    return max(array.array("h", pcm), default=0)


def test_a_spoken_wish_is_done_on_the_phone_and_the_answer_is_spoken(
    talk: Listening, rig: SoundRig, say: Callable[..., float], figures: Figures
) -> None:
    since = talk.mark()
    recording = rig.record()
    said_at = say(WAKE, 1.6, WIFI, 0.2)
    heard_at, _ = talk.wait_for(is_kind("heard", what="command", is_final=True, text="turn on Wi-Fi"), since)
    effect = talk.wait_for(is_kind("effect", kind="switch_changed", name="Wi-Fi", value=True), since)
    speaking_at = talk.wait_for_state("speaking", since)
    before = len(recording.pcm)
    talk.wait_for_state("idle", talk.mark() - 1)
    answer = recording.stop()[before:]
    figures("end of speech to goal", heard_at - said_at)
    figures("goal to answer", speaking_at - heard_at)
    assert effect[1]["data"]["app"] == "settings"
    assert "Wi-Fi" in talk.wait_for(is_kind("notice", is_reply=True), since)[1]["data"]["message"]
    assert loudest(answer) > 1000
    states = [state["state"] for state in talk.of_kind("voice_state", since)]
    assert [state for state in ("listening", "thinking", "acting", "speaking", "idle") if state in states] == [
        "listening",
        "thinking",
        "acting",
        "speaking",
        "idle",
    ]
    assert states.count("listening") == 1, "its own voice woke it"


def test_a_word_holds_a_run_another_lets_it_go_on_and_stop_ends_it(
    talk: Listening, say: Callable[..., float], figures: Figures
) -> None:
    since = talk.mark()
    talk.type("turn on Bluetooth")
    talk.wait_for(is_kind("observed"), since)
    said_at = say(WAIT, 0.2)
    held_at, _ = talk.wait_for(lambda told: told["kind"] == "voice_state" and told["data"]["is_waiting"], since)
    figures("wait heard after it was said", held_at - said_at)
    # What was under way ends; then nothing more is done.
    SYSTEM_CLOCK.sleep(2.0)
    waiting = talk.mark()
    SYSTEM_CLOCK.sleep(3.0)
    assert talk.of_kind("acted", waiting) == []
    say(GO_ON, 0.2)
    talk.wait_for(says("Going on"), waiting)
    talk.wait_for(lambda told: told["kind"] in ("acted", "episode_ended"), waiting)
    said_at = say(STOP, 0.2)
    stopped_at, _ = talk.wait_for(is_kind("heard", what="word", text="stop"), waiting)
    figures("stop heard after it was said", stopped_at - said_at)
    ended = talk.wait_for(is_kind("episode_ended"), since)[1]["data"]
    assert ended["reason"] in ("cancelled", "finished")


def test_stop_silences_the_answer(talk: Listening, rig: SoundRig, say: Callable[..., float], figures: Figures) -> None:
    since = talk.mark()
    talk.type("what Android version is this")
    talk.wait_for_state("speaking", since)
    recording = rig.record()
    say(STOP)
    heard_at, _ = talk.wait_for(is_kind("heard", what="word", text="stop"), since)
    idle_at = talk.wait_for_state("idle", since)
    SYSTEM_CLOCK.sleep(0.5)
    pcm = recording.stop()
    figures("stop word to rest", idle_at - heard_at)
    assert loudest(pcm[-8000:]) < 200


def test_a_microphone_that_is_pulled_out_is_told_and_found_again(
    talk: Listening, rig: SoundRig, figures: Figures
) -> None:
    since = talk.mark()
    rig.unload_source()
    talk.wait_for(is_kind("voice_state", hears="deaf"), since)
    # It did not go on in silence with the speaker's own sound.
    assert talk.of_kind("notice", since)
    plugged_at = SYSTEM_CLOCK.now()
    rig.load_source()
    found_at, _ = talk.wait_for(says("Listening to"), since)
    figures("microphone back after it was plugged in", found_at - plugged_at)
    talk.wait_for_state("idle", since)


def test_a_sound_server_that_dies_is_told_and_found_again(talk: Listening, rig: SoundRig, figures: Figures) -> None:
    since = talk.mark()
    rig.kill_server()
    talk.wait_for(is_kind("voice_state", hears="deaf"), since)
    rig.start_server()
    started_at = SYSTEM_CLOCK.now()
    found_at, _ = talk.wait_for(says("Listening to"), since)
    figures("microphone back after the server started", found_at - started_at)
    talk.wait_for_state("idle", since)


def test_ears_that_are_killed_are_told_and_replaced(
    talk: Listening, say: Callable[..., float], figures: Figures
) -> None:
    since = talk.mark()
    killed_at = SYSTEM_CLOCK.now()
    os.kill(talk.ears_process(), signal.SIGKILL)
    told_at, _ = talk.wait_for(is_kind("voice_state", state="no_microphone"), since)
    ready_at, _ = talk.wait_for(says("Ready to hear"), since)
    figures("ears lost, told after", told_at - killed_at)
    figures("ears back after", ready_at - killed_at)
    talk.wait_for_state("idle", since)
    again = talk.mark()
    say(WAKE, 0.5)
    talk.wait_for_state("listening", again)


def test_typed_goals_are_done_while_the_microphone_is_muted(talk: Listening) -> None:
    since = talk.mark()
    talk.type("/mute")
    talk.wait_for_state("muted", since)
    talk.type("turn on Wi-Fi")
    assert talk.wait_for(is_kind("episode_ended"), since)[1]["data"]["reason"] == "finished"
    talk.type("/unmute")
    talk.wait_for_state("idle", since)
