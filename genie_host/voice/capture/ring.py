"""The last two seconds of sound, so that a command said in the same breath as the wake phrase is not lost."""

from __future__ import annotations

from collections import deque

from genie_host.voice.audio import BLOCK_SECONDS, Block

RING_SECONDS = 2.0


class RingBuffer:
    """Keeps the newest blocks. For one thread."""

    def __init__(self, seconds: float = RING_SECONDS) -> None:
        self._blocks: deque[Block] = deque(maxlen=max(1, round(seconds / BLOCK_SECONDS)))

    def add(self, block: Block) -> None:
        """Take in the newest block; the oldest goes."""
        self._blocks.append(block)

    def since(self, at: float) -> list[Block]:
        """What was captured after that moment, oldest first; a block that lies across it is whole."""
        return [block for block in self._blocks if block.ended_at > at]

    def clear(self) -> None:
        self._blocks.clear()
