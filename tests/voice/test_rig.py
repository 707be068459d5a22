"""The rig itself: what goes in comes out."""

from __future__ import annotations

import array
import math
from pathlib import Path

import pytest

from tests.voice import rig as rig_module
from tests.voice.rig import MICROPHONE, MICROPHONE_SINK, RATE_HZ, SPEAKER, SoundRig

pytestmark = pytest.mark.sound


def tone(seconds: float, hz: float = 440.0) -> bytes:
    count = int(seconds * RATE_HZ)
    return array.array("h", (int(12_000 * math.sin(2 * math.pi * hz * n / RATE_HZ)) for n in range(count))).tobytes()


def loud_seconds(pcm: bytes) -> float:
    return sum(abs(sample) > 500 for sample in array.array("h", pcm)) / RATE_HZ


@pytest.mark.parametrize("sink", [MICROPHONE_SINK, SPEAKER])
def test_what_is_played_into_a_sink_is_recorded_from_it(rig: SoundRig, tmp_path: Path, sink: str) -> None:
    recording = rig.record(sink)
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(1.0)), sink)
    assert 0.7 < loud_seconds(recording.stop()) < 1.2


def test_microphone_and_speaker_are_apart(rig: SoundRig, tmp_path: Path) -> None:
    recording = rig.record(SPEAKER)
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(0.5)), MICROPHONE_SINK)
    assert loud_seconds(recording.stop()) == 0


def test_plug_can_be_pulled_and_put_back(rig: SoundRig) -> None:
    rig.unload_source()
    assert MICROPHONE not in rig.sources()
    rig.load_source()
    assert MICROPHONE in rig.sources()


def test_server_can_be_killed_and_started_again(rig: SoundRig, tmp_path: Path) -> None:
    rig.kill_server()
    assert not rig.is_running
    rig.start_server()
    recording = rig.record(SPEAKER)
    rig.play(rig_module.write_wav(tmp_path / "tone.wav", tone(0.5)), SPEAKER)
    assert loud_seconds(recording.stop()) > 0.3


def test_espeak_speaks_texts_and_pauses(rig: SoundRig, tmp_path: Path) -> None:
    recording = rig.record(MICROPHONE_SINK)
    rig.play(rig_module.spoken(tmp_path / "speech.wav", 0.3, "하모니카", 0.3))
    assert loud_seconds(recording.stop()) > 0.1
