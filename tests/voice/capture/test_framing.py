"""Sound of any kind becomes blocks of one kind."""

from __future__ import annotations

import array
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, Block
from genie_host.voice.capture.framing import Framer
from genie_host.voice.level import level_of
from tests.voice.capture.sounds import tone


def framed(pcm: bytes, rate_hz: int, channels: int = 1) -> list[Block]:
    framer = Framer(rate_hz, channels)
    return framer.push(pcm, 10.0) + framer.finish(10.0)


def test_sound_of_our_own_kind_passes_unchanged() -> None:
    pcm = tone(0.5)
    assert b"".join(block.pcm for block in framed(pcm, 16_000)) == pcm


@settings(deadline=None)
@given(st.lists(st.integers(0, 9_000).map(lambda count: count * 2), max_size=8))
def test_cutting_does_not_depend_on_how_sound_arrives(sizes: list[int]) -> None:
    pcm, framer, at = tone(sum(sizes) / 32_000), Framer(16_000), 0
    blocks = []
    for size in sizes:
        blocks += framer.push(pcm[at : at + size], 0.0)
        at += size
    blocks += framer.finish(0.0)
    assert b"".join(block.pcm for block in blocks)[: len(pcm)] == pcm
    assert {len(block.pcm) for block in blocks} <= {BLOCK_BYTES}


def test_each_block_ended_when_its_last_sample_did() -> None:
    times = [block.ended_at for block in Framer(16_000).push(bytes(int(2.55 * BLOCK_BYTES) // 2 * 2), 10.0)]
    assert times == pytest.approx([10 - 0.155, 10 - 0.055], abs=0.001)


@pytest.mark.parametrize("rate_hz", [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_other_rates_and_channels_keep_length_pitch_and_loudness(rate_hz: int, channels: int) -> None:
    mono = array.array("h", tone(1.0, rate_hz=rate_hz))
    pcm = array.array("h", (sample for sample in mono for _ in range(channels))).tobytes()
    blocks = framed(pcm, rate_hz, channels)
    assert 1.0 <= len(blocks) * BLOCK_SECONDS <= 1.11
    middle = array.array("h", b"".join(block.pcm for block in blocks[2:8]))
    ups = sum(before < 0 <= after for before, after in itertools.pairwise(middle))
    assert abs(ups - 440 * 0.6) <= 2
    assert level_of(middle.tobytes()).rms_dbfs == pytest.approx(level_of(tone(0.6)).rms_dbfs, abs=0.2)


def test_what_no_telephone_hears_is_filtered_and_not_folded_down() -> None:
    blocks = framed(tone(1.0, hz=15_000, rate_hz=48_000), 48_000)
    assert level_of(b"".join(block.pcm for block in blocks[2:8])).rms_dbfs < -70


def test_channels_are_mixed_not_interleaved() -> None:
    left_only = array.array("h", (value for sample in array.array("h", tone(0.5)) for value in (sample, 0))).tobytes()
    blocks = framed(left_only, 16_000, channels=2)
    assert len(blocks) == 5
    expected = level_of(tone(0.5)).rms_dbfs - 6.02
    assert level_of(b"".join(block.pcm for block in blocks)).rms_dbfs == pytest.approx(expected, abs=0.1)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([8_000, 44_100, 48_000]), st.lists(st.integers(1, 5_000), min_size=1, max_size=6))
def test_resampling_does_not_depend_on_how_sound_arrives(rate_hz: int, counts: list[int]) -> None:
    pcm = tone(sum(counts) / rate_hz, rate_hz=rate_hz)
    framer, blocks, at = Framer(rate_hz), [], 0
    for count in counts:
        blocks += framer.push(pcm[at : at + count * 2], 0.0)
        at += count * 2
    blocks += framer.finish(0.0)
    whole = framed(pcm, rate_hz)
    assert len(blocks) == len(whole)
    for block, expected in zip(blocks, whole, strict=True):  # soxr dithers: the last bit is noise
        pairs = zip(array.array("h", block.pcm), array.array("h", expected.pcm), strict=True)
        assert all(abs(one - other) <= 2 for one, other in pairs)
