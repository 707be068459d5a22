"""What was said just before."""

from __future__ import annotations

import pytest

from genie_host.voice.audio import BLOCK_BYTES, Block
from genie_host.voice.capture.ring import RingBuffer


def blocks(count: int) -> list[Block]:
    return [Block(pcm=bytes([number]) * BLOCK_BYTES, ended_at=10 + number / 10) for number in range(count)]


def test_ring_keeps_two_seconds() -> None:
    ring, all_blocks = RingBuffer(), blocks(50)
    for block in all_blocks:
        ring.add(block)
    assert ring.since(0.0) == all_blocks[-20:]


@pytest.mark.parametrize(("at", "count"), [(0.0, 10), (10.45, 5), (10.9, 0), (99.0, 0)])
def test_since_gives_what_ended_later_oldest_first(at: float, count: int) -> None:
    ring, all_blocks = RingBuffer(), blocks(10)
    for block in all_blocks:
        ring.add(block)
    assert ring.since(at) == all_blocks[len(all_blocks) - count :]


def test_cleared_ring_is_empty() -> None:
    ring = RingBuffer()
    ring.add(blocks(1)[0])
    ring.clear()
    assert ring.since(0.0) == []
