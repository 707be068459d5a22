"""In which order a microphone is tried, and with what it is opened."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import MicrophoneUnavailable
from genie_host.voice.capture.devices import SERVER_DEVICES
from genie_host.voice.capture.framing import Framer
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.capture.opening import OpenMicrophone, Tally, Way, open_microphone, ways_to
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.waiting import WaitingRoom
from genie_host.voice.level import level_of
from genie_host.voice.portaudio import sound_library
from tests.voice import rig as rig_module
from tests.voice.capture.sounds import tone
from tests.voice.rig import SoundRig

ROOT = Path(__file__).parents[3]


def library(*names: str, default: int = 0, rate_hz: float = 44_100.0, channels: int = 2) -> Any:
    """PortAudio's answers on a machine with these devices."""
    entries = [
        {"index": index, "name": name, "max_input_channels": channels, "default_samplerate": rate_hz}
        for index, name in enumerate(names)
    ]
    speaker = {"index": 99, "name": "speaker", "max_input_channels": 0, "default_samplerate": 48_000.0}
    default_device = SimpleNamespace(device=[default, 99])
    return SimpleNamespace(query_devices=lambda: [*entries, speaker], default=default_device)


def tried(ways: list[Way]) -> list[tuple[str, int, int]]:
    return [(way.name, way.rate_hz, way.channels) for way in ways]


def test_sound_server_at_our_rate_comes_first_then_the_rates_of_the_device() -> None:
    ways = ways_to(library("USB (hw:1,0)", "pulse", "default"), "")
    assert tried(ways) == [
        ("pulse", 16_000, 1),
        ("pulse", 44_100, 1),
        ("pulse", 44_100, 2),
        ("default", 16_000, 1),
        ("default", 44_100, 1),
        ("default", 44_100, 2),
        ("USB (hw:1,0)", 16_000, 1),
        ("USB (hw:1,0)", 44_100, 1),
        ("USB (hw:1,0)", 44_100, 2),
    ]
    assert [way.through_server for way in ways] == [True] * 6 + [False] * 3


def test_device_of_portaudio_can_be_chosen_and_no_other_is_tried() -> None:
    ways = ways_to(library("Front", "Rear", "pulse"), "Rear")
    assert {way.name for way in ways} == {"Rear"}
    assert not any(way.through_server for way in ways)


def test_source_of_the_server_is_asked_for_through_the_server_only() -> None:
    assert {way.name for way in ways_to(library("Front", "pulse", "default"), "alsa_input.usb")} == set(SERVER_DEVICES)


def test_chosen_source_is_not_replaced_when_there_is_no_server() -> None:
    assert ways_to(library("Front", "default"), "alsa_input.usb", is_served=False) == []


def test_without_a_server_its_own_device_is_left_alone() -> None:
    assert {way.name for way in ways_to(library("Front", "pulse", "default"), "", is_served=False)} == {
        "default",
        "Front",
    }


def test_machine_without_a_sound_server_uses_the_default_device() -> None:
    assert {way.name for way in ways_to(library("Front", "Rear", default=1), "")} == {"Rear"}


def test_default_that_does_not_exist_is_replaced_by_the_first() -> None:
    assert {way.name for way in ways_to(library("Front", "Rear", default=-1), "")} == {"Front"}


def test_no_device_no_way() -> None:
    assert ways_to(library(), "") == []


def test_machine_without_portaudio_says_what_to_install_and_runs_what_is_text(tmp_path: Path) -> None:
    """As sounddevice itself ends there: with OSError, while it is imported."""
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')\n", encoding="utf-8")
    program = (
        "from genie_host.cli.main import app\n"
        "from genie_host.voice.capture.live import SoundDeviceSource\n"
        "source = SoundDeviceSource()\n"
        "while not source.health.trouble: source.read(0.05)\n"
        "print(source.health.trouble)\n"
        "source.close()\n"
    )
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "PortAudio is not installed" in ran.stdout
    assert "libportaudio2" in ran.stdout


@pytest.mark.sound
@pytest.mark.parametrize(("rate_hz", "channels"), [(44_100, 1), (48_000, 2)])
def test_device_with_a_rate_of_its_own_is_resampled(rig: SoundRig, tmp_path: Path, rate_hz: int, channels: int) -> None:
    library = sound_library()
    index = next(entry["index"] for entry in library.query_devices() if entry["name"] == "pulse")
    room = WaitingRoom()
    way = Way(index, "pulse", rate_hz, channels, through_server=True)
    microphone = OpenMicrophone(way, room, Tally(), SYSTEM_CLOCK)
    player = rig.start_playing(rig_module.write_wav(tmp_path / "tone.wav", tone(1.5)))
    framer, blocks = Framer(rate_hz, channels), []
    while len(blocks) < 25:
        captured = room.get(30.0)
        assert captured is not None
        assert (captured.rate_hz, captured.channels) == (rate_hz, channels)
        blocks += framer.push(captured.pcm, captured.ended_at)
    player.wait()
    microphone.close()
    loud = [level_of(block.pcm).rms_dbfs for block in blocks if level_of(block.pcm).rms_dbfs > -40]
    assert 12 <= len(loud) <= 18
    assert max(loud) == pytest.approx(
        level_of(tone(0.1)).rms_dbfs, abs=4.0
    )  # servers mix channels in ways of their own


@pytest.mark.sound
def test_no_server_is_told_apart_from_no_such_microphone(rig: SoundRig) -> None:
    def refusal(wished: str) -> str:
        with pytest.raises(MicrophoneUnavailable) as raised:
            open_microphone(wished, SoundServer(), WaitingRoom(), Tally(), SYSTEM_CLOCK)
        return str(raised.value)

    rig.kill_server()
    assert "sound server" in refusal("")
    assert "sound server" in refusal("vmic")


@pytest.mark.sound
def test_closed_microphone_leaves_no_thread_and_no_program(rig: SoundRig) -> None:
    before = set(threading.enumerate())
    from_before = children()
    for _ in range(3):
        source = SoundDeviceSource()
        while source.read(0.2) is None:
            pass
        source.close()
    assert {thread.name for thread in set(threading.enumerate()) - before if "Dummy" not in thread.name} == set()
    assert children() == from_before


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split())
