"""Samples for a device that takes another rate."""

from __future__ import annotations

import itertools
import math
from array import array

import pytest

from genie_host.voice.speak.player import at_rate


def tone(rate_hz: int, seconds: float = 1.0) -> bytes:
    return array(
        "h", [round(8_000 * math.sin(2 * math.pi * 440 * at / rate_hz)) for at in range(int(rate_hz * seconds))]
    ).tobytes()


def test_rate_of_the_voice_is_left_alone() -> None:
    assert list(at_rate([b"ab", b"cd"], 22_050, 22_050)) == [b"ab", b"cd"]


@pytest.mark.parametrize("piece_bytes", [333, 4_096, 1_000_000])
@pytest.mark.parametrize("device_rate_hz", [16_000, 44_100, 48_000])
def test_other_rate_keeps_length_loudness_and_pitch(device_rate_hz, piece_bytes) -> None:
    whole = tone(22_050)
    pieces = [whole[at : at + piece_bytes] for at in range(0, len(whole), piece_bytes)]
    sound = array("h", b"".join(at_rate(pieces, 22_050, device_rate_hz)))
    assert len(sound) == pytest.approx(device_rate_hz, rel=0.01)
    assert max(sound[1_000:-1_000]) == pytest.approx(8_000, rel=0.03)
    middle = sound[1_000:-1_000]
    crossings = sum(1 for one, other in itertools.pairwise(middle) if one < 0 <= other)
    assert crossings / (len(middle) / device_rate_hz) == pytest.approx(440, rel=0.02)
