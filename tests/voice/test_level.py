"""The loudness of known sounds."""

from __future__ import annotations

import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.level import FLOOR_DBFS, level_of, meter
from tests.voice.capture.sounds import tone


def test_full_scale_sine_is_three_decibels_below_full_scale() -> None:
    level = level_of(tone(0.1, amplitude=32_767))
    assert level.rms_dbfs == pytest.approx(-3.01, abs=0.02)
    assert level.peak_dbfs == pytest.approx(0.0, abs=0.01)


def test_half_the_amplitude_is_six_decibels_less() -> None:
    loud, soft = level_of(tone(0.1, amplitude=20_000)), level_of(tone(0.1, amplitude=10_000))
    assert loud.rms_dbfs - soft.rms_dbfs == pytest.approx(6.02, abs=0.02)


@pytest.mark.parametrize("pcm", [b"", b"\0", bytes(3_200)])
def test_silence_and_nothing_are_at_the_floor(pcm: bytes) -> None:
    level = level_of(pcm)
    assert (level.rms_dbfs, level.peak_dbfs, level.is_clipped) == (FLOOR_DBFS, FLOOR_DBFS, False)


@pytest.mark.parametrize(("sample", "is_clipped"), [(32_767, True), (-32_768, True), (32_000, False)])
def test_clipping_is_a_sample_at_the_end_of_the_scale(sample: int, is_clipped: bool) -> None:
    assert level_of(array.array("h", [0, sample, 0]).tobytes()).is_clipped is is_clipped


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_level_of_anything_lies_within_the_scale(pcm: bytes) -> None:
    level = level_of(pcm)
    assert FLOOR_DBFS <= level.rms_dbfs <= level.peak_dbfs + 1e-9 <= 1e-6


@settings(deadline=None)
@given(st.floats(allow_nan=False), st.integers(0, 60))
def test_meter_is_as_wide_as_asked_for(dbfs: float, width: int) -> None:
    assert len(meter(dbfs, width)) == width


def test_meter_grows_with_the_level() -> None:
    filled = [meter(dbfs).count("█") for dbfs in (-90, -60, -45, -30, -15, 0)]
    assert filled == [0, 0, 5, 10, 15, 20]
