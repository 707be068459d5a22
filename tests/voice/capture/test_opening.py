"""In which order a microphone is tried, and with what it is opened."""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.core.clock import Deadline
from genie_host.voice.capture.framing import Framer
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.capture.program import Relay, opened
from genie_host.voice.capture.ways import SERVER_DEVICES, Way, ways_to
from genie_host.voice.capture.wire import Kind, block_in, content_in, next_message
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


def test_fault_in_the_callback_is_told_and_the_next_block_is_taken() -> None:
    relay = Relay()
    times, status = SimpleNamespace(currentTime=5.2, inputBufferAdcTime=5.0), SimpleNamespace(input_overflow=False)
    relay.take(None, 1_600, times, status)
    relay.take(b"", 1_600, None, status)
    relay.take(b"ab", 1_600, times, status)
    relay.finish()
    pipe = io.BytesIO(b"".join(relay.messages.get_nowait() for _ in range(4)))
    messages = [next_message(pipe) for _ in range(4)]
    assert [message and message[0] for message in messages] == [Kind.FAULT, Kind.FAULT, Kind.BLOCK, None]
    pcm, age_seconds, is_after_loss = block_in((messages[2] or (None, b""))[1])
    assert (pcm, is_after_loss) == (b"ab", False)
    assert age_seconds == pytest.approx(0.2, abs=1e-6)


def test_block_after_those_that_the_parent_did_not_fetch_says_that_some_are_lost() -> None:
    relay = Relay()
    times, status = SimpleNamespace(currentTime=5.2, inputBufferAdcTime=5.0), SimpleNamespace(input_overflow=False)
    while not relay.messages.full():
        relay.take(b"ab", 1, times, status)
    relay.take(b"lost", 1, times, status)
    relay.messages.get_nowait()
    relay.take(b"next", 1, times, status)
    *_, last = [relay.messages.get_nowait() for _ in range(relay.messages.qsize())]
    message = next_message(io.BytesIO(last))
    assert message is not None
    assert block_in(message[1])[::2] == (b"next", True)


@settings(deadline=None)
@given(st.binary(max_size=64))
def test_whatever_is_on_the_pipe_is_a_message_or_its_end(data: bytes) -> None:
    message = next_message(io.BytesIO(data))
    assert message is None or isinstance(message[0], Kind)
    content_in(data)


@pytest.mark.sound
@pytest.mark.parametrize(("rate_hz", "channels"), [(44_100, 1), (48_000, 2)])
def test_device_with_a_rate_of_its_own_is_resampled(rig: SoundRig, tmp_path: Path, rate_hz: int, channels: int) -> None:
    """As a card that refuses 16 kHz: the real library, which is told of other devices only."""
    own, relay = StubbornLibrary(sound_library(), rate_hz, channels), Relay()
    stream, way = opened("", False, relay, library=own)
    assert (way.rate_hz, way.channels) == (rate_hz, channels)
    player = rig.start_playing(rig_module.write_wav(tmp_path / "tone.wav", tone(1.5)))
    framer, loud, deadline = Framer(rate_hz, channels), [], Deadline.after(60.0)
    while len(loud) < 8:
        assert not deadline.is_over
        message = next_message(io.BytesIO(relay.messages.get(timeout=30.0)))
        assert message is not None
        levels = [level_of(block.pcm).rms_dbfs for block in framer.push(block_in(message[1])[0], 0.0)]
        loud += [level for level in levels if level > -40]
    player.stop()
    stream.close()
    # Servers mix channels in ways of their own.
    assert max(loud) == pytest.approx(level_of(tone(0.1)).rms_dbfs, abs=4.0)


@pytest.mark.sound
def test_real_stream_goes_on_after_an_exception_in_its_callback(rig: SoundRig) -> None:
    """In the sound server's own thread, where one that gets out ends the stream without a word."""
    relay, calls, kinds = Relay(), itertools.count(), []

    def take(samples: Any, frames: int, times: Any, status: Any) -> None:
        relay.take(samples, frames, None if next(calls) == 3 else times, status)

    stream, _ = opened("", True, SimpleNamespace(take=take, finish=relay.finish))  # type: ignore[arg-type]
    while len(kinds) < 10:
        message = next_message(io.BytesIO(relay.messages.get(timeout=30.0)))
        assert message is not None, "the stream has ended"
        kinds.append(message[0])
    stream.close()
    assert kinds == [Kind.BLOCK] * 3 + [Kind.FAULT] + [Kind.BLOCK] * 6


@pytest.mark.sound
def test_closed_microphone_leaves_no_thread_and_no_program(rig: SoundRig) -> None:
    before = set(threading.enumerate())
    from_before = children()
    for _ in range(3):
        source = SoundDeviceSource()
        while source.read(0.2) is None:
            pass
        assert len(children()) == len(from_before) + 2  # the microphone's, and who tells of changes
        source.close()
    assert {thread.name for thread in set(threading.enumerate()) - before if "Dummy" not in thread.name} == set()
    assert children() == from_before


class StubbornLibrary:
    """PortAudio on a machine whose only card knows one rate and one number of channels."""

    def __init__(self, library: Any, rate_hz: int, channels: int) -> None:
        self._library, self._rate_hz, self._channels = library, rate_hz, channels
        self.PortAudioError = library.PortAudioError
        self.default = SimpleNamespace(device=[self._pulse["index"], -1])

    @property
    def _pulse(self) -> Any:
        return next(entry for entry in self._library.query_devices() if entry["name"] == "pulse")

    def query_devices(self) -> list[Any]:
        own = {"name": "Card", "default_samplerate": float(self._rate_hz), "max_input_channels": self._channels}
        return [{**self._pulse, **own}]

    def RawInputStream(self, **options: Any) -> Any:  # noqa: N802
        if (options["samplerate"], options["channels"]) != (self._rate_hz, self._channels):
            raise self.PortAudioError("Invalid sample rate", -9997)
        return self._library.RawInputStream(**options)


def children() -> set[str]:
    """Of all threads; one that has ended has none."""
    found: set[str] = set()
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found |= set((thread / "children").read_text(encoding="ascii").split())
    return found
