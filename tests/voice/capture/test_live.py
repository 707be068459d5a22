"""A real microphone stream through every way in which one fails."""

from __future__ import annotations

import array
import contextlib
import itertools
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from genie_host.core.clock import SYSTEM_CLOCK, Deadline, SystemClock
from genie_host.voice.audio import BLOCK_BYTES, Block, SourceHealth
from genie_host.voice.capture.devices import devices
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.watch import NOT_CHOSEN, ON_MONITOR
from tests.voice import rig as rig_module
from tests.voice.capture.sounds import tone
from tests.voice.figures import Figures
from tests.voice.rig import MICROPHONE, MICROPHONE_SINK, SoundRig

pytestmark = pytest.mark.sound

SOON_SECONDS = 30.0
"""Far more than anything takes on an idle machine; the figures are printed."""


def hear(
    source: SoundDeviceSource, until: Callable[[SourceHealth], bool], seconds: float = SOON_SECONDS
) -> list[Block]:
    """Read until the health is as wished, and give what was heard on the way."""
    deadline, heard = Deadline.after(seconds), []
    while not until(source.health):
        assert not deadline.is_over, source.health
        block = source.read(0.05)
        if block is not None:
            heard.append(block)
    return heard


def next_block(source: SoundDeviceSource, seconds: float = SOON_SECONDS) -> Block:
    deadline = Deadline.after(seconds)
    while not deadline.is_over:
        block = source.read(0.2)
        if block is not None:
            return block
    raise AssertionError(source.health)


def loud_blocks(blocks: list[Block]) -> int:
    return sum(max(map(abs, array.array("h", block.pcm))) > 500 for block in blocks)


Listen = Callable[..., SoundDeviceSource]


@pytest.fixture
def listen(rig: SoundRig) -> Iterator[Listen]:
    """Opens sources and closes them in the end, whatever happened."""
    with contextlib.ExitStack() as open_sources:

        def opened(*arguments: Any, **options: Any) -> SoundDeviceSource:
            source = SoundDeviceSource(*arguments, **options)
            open_sources.callback(source.close)
            return source

        yield opened


@pytest.fixture
def source(listen: Listen) -> SoundDeviceSource:
    opened = listen()
    next_block(opened)
    return opened


def test_what_is_said_is_heard_in_blocks_of_100_ms(source: SoundDeviceSource, rig: SoundRig, tmp_path: Path) -> None:
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(1.0)))
    blocks: list[Block] = []
    while not loud_blocks(blocks) or loud_blocks(blocks[-5:]):
        blocks.append(next_block(source))
    assert {len(block.pcm) for block in blocks} == {BLOCK_BYTES}
    assert 8 <= loud_blocks(blocks) <= 12
    assert all(earlier.ended_at < later.ended_at for earlier, later in itertools.pairwise(blocks))


def test_blocks_carry_the_time_at_which_they_were_captured(source: SoundDeviceSource) -> None:
    hear(source, lambda health: health.lag_seconds == 0.0)
    block = source.read(5.0)
    assert block is not None
    assert abs(SYSTEM_CLOCK.now() - block.ended_at) < 2.0


def test_health_of_a_healthy_microphone(source: SoundDeviceSource) -> None:
    health = source.health
    assert health.is_open
    assert health.device == "Remapped vmic_sink.monitor source"
    assert (health.trouble, health.dropped_blocks, health.reopened, health.faults) == ("", 0, 0, 0)


def test_devices_are_those_of_the_sound_server(rig: SoundRig) -> None:
    found = {device.name: device for device in devices()}
    assert found[MICROPHONE].is_default
    assert not found[MICROPHONE].is_monitor
    assert found["spk.monitor"].is_monitor


def test_chosen_microphone_is_heard_whatever_the_system_prefers(listen: Listen, rig: SoundRig, tmp_path: Path) -> None:
    rig.prefer_source("spk.monitor")
    source = listen(MICROPHONE)
    next_block(source)
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(0.5)))
    blocks: list[Block] = []
    while loud_blocks(blocks) < 3:
        blocks.append(next_block(source))


def test_monitor_is_not_heard_when_the_system_prefers_it_and_there_is_a_microphone(
    listen: Listen, rig: SoundRig
) -> None:
    rig.prefer_source("spk.monitor")
    source = listen()
    next_block(source)
    assert source.health.device == "Remapped vmic_sink.monitor source"


def test_too_slow_a_reader_loses_the_oldest_and_it_is_counted(listen: Listen, rig: SoundRig) -> None:
    source = listen(queue_blocks=5)
    deadline = Deadline.after(SOON_SECONDS)
    while source.health.dropped_blocks < 10:
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.1)
    assert source.health.lag_seconds < 2.0


def test_lag_is_measured_and_can_be_skipped(source: SoundDeviceSource) -> None:
    deadline = Deadline.after(SOON_SECONDS)
    while source.health.lag_seconds < 1.5:
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.1)
    source.skip_to_newest(0.3)
    assert source.health.lag_seconds < 1.0
    assert source.health.dropped_blocks >= 10


def test_pulled_plug_is_said_and_the_speaker_is_not_heard_instead(
    source: SoundDeviceSource, rig: SoundRig, tmp_path: Path, figures: Figures
) -> None:
    rig.unload_source()
    before = SYSTEM_CLOCK.now()
    hear(source, lambda health: health.trouble == ON_MONITOR)
    figures("pulled plug: said after", SYSTEM_CLOCK.now() - before)
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(0.5)))
    assert [source.read(0.1) for _ in range(5)] == [None] * 5
    before = SYSTEM_CLOCK.now()
    rig.load_source()
    block = next_block(source)
    figures("plug put back: heard after", SYSTEM_CLOCK.now() - before)
    assert loud_blocks([block]) == 0  # nothing of what was said meanwhile
    hear(source, lambda health: not health.trouble)


def test_chosen_microphone_that_is_pulled_is_not_replaced_by_another(listen: Listen, rig: SoundRig) -> None:
    source = listen(MICROPHONE)
    next_block(source)
    rig.unload_source()
    hear(source, lambda health: health.trouble == NOT_CHOSEN)
    assert source.read(0.5) is None
    rig.load_source()
    next_block(source)
    assert source.health.trouble == ""


def test_killed_server_is_noticed_and_the_microphone_reopened(
    source: SoundDeviceSource, rig: SoundRig, figures: Figures
) -> None:
    before = SYSTEM_CLOCK.now()
    rig.kill_server()
    hear(source, lambda health: bool(health.trouble))
    figures("killed server: said after", SYSTEM_CLOCK.now() - before)
    assert not source.health.is_open
    rig.start_server()
    before = SYSTEM_CLOCK.now()
    hear(source, lambda health: not health.trouble)
    next_block(source)
    figures("server back: heard after", SYSTEM_CLOCK.now() - before)
    assert source.health.reopened >= 1


def test_server_that_stays_away_is_said_after_three_tries_and_tried_on(
    source: SoundDeviceSource, rig: SoundRig
) -> None:
    rig.kill_server()
    hear(source, lambda health: "3 times" in health.trouble)
    assert "sound server" in source.health.trouble
    assert "text works" in source.health.trouble
    rig.start_server()
    next_block(source)


def test_no_server_at_the_start_is_said_and_one_that_comes_later_is_used(listen: Listen, rig: SoundRig) -> None:
    rig.kill_server()
    source = listen()
    hear(source, lambda health: bool(health.trouble))
    assert "sound server" in source.health.trouble
    rig.start_server()
    next_block(source)


def test_server_that_hangs_is_dead_after_two_seconds_without_sound(
    source: SoundDeviceSource, rig: SoundRig, figures: Figures
) -> None:
    before = SYSTEM_CLOCK.now()
    rig.signal_server(signal.SIGSTOP)
    hear(source, lambda health: bool(health.trouble))
    figures("hanging server: said after", SYSTEM_CLOCK.now() - before)
    rig.signal_server(signal.SIGCONT)
    before = SYSTEM_CLOCK.now()
    next_block(source)
    figures("server goes on: heard after", SYSTEM_CLOCK.now() - before)


class FaultyClock(SystemClock):
    """A clock that fails once, where a block is taken in."""

    def __init__(self) -> None:
        self.is_armed = False

    def now(self) -> float:
        if self.is_armed and threading.current_thread().name == "microphone-reader":
            self.is_armed = False
            raise ValueError("no time")
        return super().now()


def test_fault_while_a_block_is_taken_in_is_counted_and_the_stream_goes_on(listen: Listen, rig: SoundRig) -> None:
    clock = FaultyClock()
    source = listen(clock=clock)
    next_block(source)
    clock.is_armed = True
    hear(source, lambda health: health.faults == 1)
    assert [next_block(source) for _ in range(5)]
    assert source.health.reopened == 0


def test_closing_ends_a_read_that_waits(listen: Listen, rig: SoundRig) -> None:
    rig.unload_source()
    source = listen()
    hear(source, lambda health: bool(health.trouble))
    reader = threading.Thread(target=source.read, args=(60.0,), daemon=True)
    reader.start()
    source.close()
    reader.join(SOON_SECONDS)
    assert not reader.is_alive()


def test_speaker_chosen_by_name_is_heard(listen: Listen, rig: SoundRig, tmp_path: Path) -> None:
    source = listen(f"{MICROPHONE_SINK}.monitor")
    next_block(source)
    assert source.health.trouble == ""


def test_refused_source_is_not_trusted_when_the_server_stops_answering(listen: Listen, rig: SoundRig) -> None:
    server = ForgetfulServer()
    source = listen(server=server)
    next_block(source)
    rig.unload_source()
    hear(source, lambda health: health.trouble == ON_MONITOR)
    server.answers = False
    rig.prefer_source("spk.monitor")  # news, so that it is asked
    deadline = Deadline.after(3.0)
    while not deadline.is_over:
        assert source.read(0.1) is None
        assert source.health.trouble == ON_MONITOR
    server.answers = True
    rig.load_source()
    hear(source, lambda health: not health.trouble)
    next_block(source)


class ForgetfulServer(SoundServer):
    """A busy server that does not say which source is heard."""

    answers = True

    def source_heard(self, process_id: int) -> int | None:
        return super().source_heard(process_id) if self.answers else None
