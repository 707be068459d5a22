"""The time of a block, whatever the sound server does to it on the way."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.capture.stamps import Stamps

BLOCK = 0.1


def test_steady_blocks_are_a_block_apart() -> None:
    stamps = Stamps(BLOCK)
    assert [stamps.stamp(5 + n * BLOCK) for n in range(20)] == pytest.approx([5 + n * BLOCK for n in range(20)])


def test_blocks_that_come_together_are_spread_over_the_time_in_which_they_were_said() -> None:
    stamps = Stamps(BLOCK)
    seen = [1.0, 1.1, 1.5, 1.5, 1.5, 1.5, 1.6]  # a burst after a pause of the server's
    assert [stamps.stamp(at) for at in seen] == pytest.approx([1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6], abs=0.005)


def test_lost_blocks_leave_a_gap() -> None:
    stamps = Stamps(BLOCK)
    assert [stamps.stamp(at) for at in (1.0, 1.1, 9.0, 9.1)] == pytest.approx([1.0, 1.1, 9.0, 9.1])


def test_first_block_that_came_late_is_forgotten_soon() -> None:
    stamps = Stamps(BLOCK)
    stamps.stamp(1.3)  # said at 1.0
    assert [stamps.stamp(1.0 + n * BLOCK) for n in range(1, 10)][-1] == pytest.approx(1.9)


@pytest.mark.parametrize("drift", [-0.002, 0.002])
def test_device_with_a_clock_of_its_own_is_followed(drift: float) -> None:
    stamps, jitter = Stamps(BLOCK), random.Random(7)
    for n in range(5_000):
        said = n * BLOCK * (1 + drift)
        stamp = stamps.stamp(said + jitter.random() * 0.05)
        assert n < 10 or -0.001 <= stamp - said < 0.06


@settings(deadline=None)
@given(st.lists(st.floats(0, 3), min_size=2, max_size=60))
def test_stamps_grow_whatever_comes(gaps: list[float]) -> None:
    stamps = Stamps(BLOCK)
    given_out = [stamps.stamp(at) for at in itertools.accumulate(gaps)]
    assert all(earlier < later for earlier, later in itertools.pairwise(given_out))
