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
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from tests.conftest import PrivateAdb, put_u2_jar
from tests.voice.figures import Figures
from tests.voice.rig import Player, SoundRig, espeak, silence, spoken, write_wav
from tests.voice.session.listening import WAKE, WIFI, Listening, Told, is_kind, is_state, listening, says

pytestmark = pytest.mark.sound

STOP, WAIT, GO_ON = "멈춰", "기다려", "계속"
VOICE = "ko+f2"
"""Of espeak-ng's voices the one that this model hears best."""
RECOVERS_SECONDS = 5.0


@pytest.fixture(scope="module")
def phone(adb_server: PrivateAdb, bundled_apps: tuple[App, ...]) -> Iterator[SimServer]:
    """A phone that the tests can look into, and slow down."""
    with SimServer(SimPhone(World(bundled_apps))) as server:
        server.call(put_u2_jar)
        adb_server.connect(server.serial)
        yield server
        adb_server.disconnect(server.serial)


@pytest.fixture(scope="module")
def talk(
    sound_server: SoundRig,
    korean_model: Path,
    phone: SimServer,
    adb_server: PrivateAdb,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Listening]:
    """The process, listening."""
    arguments = ("--device", phone.serial, "--model", "genie-nano")
    with listening(tmp_path_factory.mktemp("state"), korean_model, *arguments, adb_port=adb_server.port) as process:
        process.wait_for(is_state("idle"))
        yield process
        assert process.leave() == 130, process.tail()
        assert "Traceback" not in process.errors


@pytest.fixture
def slow_phone(phone: SimServer) -> Iterator[None]:
    """Every look at it takes so long that a word can be said meanwhile."""
    phone.call(lambda sim: setattr(sim.faults, "dump_delay_seconds", 3.0))
    yield
    phone.call(lambda sim: setattr(sim.faults, "dump_delay_seconds", 0.0))


@pytest.fixture
def sluggish_phone(phone: SimServer) -> Iterator[None]:
    """A run on it lasts for most of a minute: a word that is not understood at first can be said again."""
    phone.call(lambda sim: setattr(sim.faults, "dump_delay_seconds", 8.0))
    yield
    phone.call(lambda sim: setattr(sim.faults, "dump_delay_seconds", 0.0))


@pytest.fixture
def say(rig: SoundRig, tmp_path: Path) -> Callable[..., float]:
    """Into the microphone; the answer is when the last of it was played."""

    def spoken_now(*parts: str | float) -> float:
        rig.play(spoken(tmp_path / "said.wav", 0.3, *parts, voice=VOICE))
        return SYSTEM_CLOCK.now()

    return spoken_now


@pytest.fixture(autouse=True)
def at_rest(talk: Listening, rig: SoundRig, phone: SimServer) -> None:
    """Nothing is under way, the wake phrase is waited for, and the phone is where it began."""
    since = talk.mark()
    talk.type("stop")
    talk.wait_for(lambda told: says("to stop.")(told) or says("Stopped.")(told), since)
    if talk.of_kind("voice_state")[-1]["state"] != "idle":
        talk.wait_for_state("idle", since)
    phone.call(lambda sim: sim.world.go_home())


@pytest.fixture
def keep_saying(rig: SoundRig, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """Again and again, until the player is stopped: who wants to be heard repeats it."""
    players = []

    def begun(word: str, voice: str = VOICE) -> Player:
        pcm, rate_hz = espeak(word, voice)
        again = (pcm + silence(1.3, rate_hz)) * 60
        wav = write_wav(tmp_path / f"{len(players)}.wav", again, rate_hz)
        players.append(rig.start_playing(wav))
        return players[-1]

    yield begun
    for player in players:
        player.stop()


def loudest(pcm: bytes) -> int:
    return max(array.array("h", pcm), default=0)


def test_a_spoken_wish_is_done_on_the_phone_and_the_answer_is_spoken(
    talk: Listening, phone: SimServer, rig: SoundRig, say: Callable[..., float], figures: Figures
) -> None:
    since = talk.mark()
    recording = rig.record()
    said_at = say(WAKE, 1.6, WIFI, 0.2)
    heard_at, _ = talk.wait_for(is_kind("heard", what="command", is_final=True, text="turn on Wi-Fi"), since)
    speaking_at = talk.wait_for_state("speaking", since)
    before = len(recording.pcm)
    talk.wait_for_state("idle", talk.mark() - 1)
    answer = recording.stop()[before:]
    figures("end of speech to goal", heard_at - said_at)
    figures("goal to answer", speaking_at - heard_at)
    changed = phone.call(lambda sim: [(entry["kind"], entry.get("name")) for entry in sim.world.log.effects])
    assert ("switch_changed", "Wi-Fi") in changed
    assert phone.call(lambda sim: sim.world.state["settings"]["wifi"]) is True
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


def is_stop(told: Told) -> bool:
    """Stop and cancel come to the same, and this model mistakes one for the other now and then."""
    return is_kind("heard", what="word", is_final=True)(told) and told["data"]["text"] in ("stop", "cancel")


def is_held(told: Told) -> bool:
    return told["kind"] == "voice_state" and told["data"]["is_waiting"] is True


@pytest.mark.usefixtures("slow_phone")
def test_a_word_holds_a_run_and_another_lets_it_go_on(
    talk: Listening, phone: SimServer, keep_saying: Callable[..., Player]
) -> None:
    since = talk.mark()
    player = keep_saying(WAIT)
    talk.type("turn on Bluetooth")
    talk.wait_for(is_held, since)
    player.stop()
    # A step that was under way ends; then nothing more is done.
    SYSTEM_CLOCK.sleep(4.0)
    waiting = talk.mark()
    SYSTEM_CLOCK.sleep(4.0)
    assert talk.of_kind("acted", waiting) == []
    assert phone.call(lambda sim: sim.world.state["settings"]["bluetooth"]) is False
    player = keep_saying(GO_ON)
    talk.wait_for(says("Going on"), waiting)
    player.stop()
    assert talk.wait_for(is_kind("episode_ended"), since)[1]["data"]["reason"] == "finished"
    assert phone.call(lambda sim: sim.world.state["settings"]["bluetooth"]) is True


@pytest.mark.usefixtures("sluggish_phone")
def test_stop_said_in_the_midst_of_a_run_ends_it(
    talk: Listening, phone: SimServer, keep_saying: Callable[..., Player], figures: Figures
) -> None:
    since = talk.mark()
    player = keep_saying(STOP)
    talk.type("turn on dark theme")
    heard_at, told = talk.wait_for(lambda told: is_stop(told) or is_state("idle")(told), since)
    heard = talk.mark()
    assert is_stop(told), talk.tail()
    ended_at, ended = talk.wait_for(is_kind("episode_ended"), since)
    player.stop()
    assert ended["data"]["reason"] == "cancelled", talk.tail()
    assert talk.of_kind("decided", heard) == []
    figures("stop word heard to end of the run", ended_at - heard_at)


@pytest.fixture
def long_answer(phone: SimServer) -> Iterator[None]:
    """The phone's version takes so long to say that a word is heard meanwhile, however busy the machine is."""
    version = phone.call(lambda sim: sim.world.state["settings"]["android_version"])
    lengthy = f"{version}, " + ", ".join(f"patch {number} of the month" for number in range(1, 25))
    phone.call(lambda sim: sim.world.state["settings"].update(android_version=lengthy))
    yield
    phone.call(lambda sim: sim.world.state["settings"].update(android_version=version))


@pytest.mark.usefixtures("long_answer")
def test_stop_silences_the_answer(
    talk: Listening, rig: SoundRig, keep_saying: Callable[..., Player], figures: Figures
) -> None:
    since = talk.mark()
    talk.type("what Android version is this")
    talk.wait_for_state("speaking", since)
    recording = rig.record()
    player = keep_saying(STOP)
    heard_at, _ = talk.wait_for(is_stop, since)
    idle_at = talk.wait_for_state("idle", since)
    player.stop()
    quiet = len(recording.pcm)
    SYSTEM_CLOCK.sleep(1.0)
    figures("stop word heard to rest", idle_at - heard_at)
    assert loudest(recording.stop()[quiet:]) < 200


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
    talk: Listening, keep_saying: Callable[..., Player], figures: Figures
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
    player = keep_saying(WAKE, "ko")
    talk.wait_for_state("listening", again)
    player.stop()


def test_typed_goals_are_done_while_the_microphone_is_muted(talk: Listening) -> None:
    since = talk.mark()
    talk.type("/mute")
    talk.wait_for_state("muted", since)
    talk.type("turn on Wi-Fi")
    assert talk.wait_for(is_kind("episode_ended"), since)[1]["data"]["reason"] == "finished"
    talk.type("/unmute")
    talk.wait_for_state("idle", since)
