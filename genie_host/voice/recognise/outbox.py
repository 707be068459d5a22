"""Sound on its way to the child: never waited for by who brings it, never older than anybody wants it."""

from __future__ import annotations

import collections
import threading

from genie_host.voice.audio import Block
from genie_host.voice.hearing import Mode
from genie_host.voice.recognise.messages import Listen

_MOST_WAITING_BLOCKS = 100
_MOST_WAITING_COMMAND_BLOCKS = 300
"""A command may be played back faster than it was said."""
_KEPT_AT_START_BLOCKS = 20


class Outbox:
    """The current mode and the blocks that wait. Filled by one thread, emptied by another."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._blocks: collections.deque[Block] = collections.deque()
        self._order = Listen(epoch=0, mode=Mode.DEAF)
        self._is_order_due = True
        self.dropped_blocks = 0
        self.sent_blocks = 0
        """Of the current mode, to the current child."""

    @property
    def waiting_blocks(self) -> int:
        return len(self._blocks)

    @property
    def epoch(self) -> int:
        """Of the current mode."""
        return self._order.epoch

    @property
    def mode(self) -> Mode:
        return self._order.mode

    def listen(self, mode: Mode) -> None:
        """A new mode; blocks of the old one are let go."""
        with self._condition:
            self._order = Listen(epoch=self._order.epoch + 1, mode=mode)
            self._is_order_due = True
            self._blocks.clear()
            self.sent_blocks = 0
            self._condition.notify()

    def put(self, block: Block) -> None:
        """A block more; the oldest is dropped when too many wait. Nothing is kept that nobody listens to."""
        if self._order.mode is Mode.DEAF:
            return
        with self._condition:
            self._blocks.append(block)
            is_command = self._order.mode is Mode.COMMAND
            while len(self._blocks) > (_MOST_WAITING_COMMAND_BLOCKS if is_command else _MOST_WAITING_BLOCKS):
                self._blocks.popleft()
                self.dropped_blocks += 1
            self._condition.notify()

    def begin_again(self) -> None:
        """For a new child: it is told the mode, and hears the last two seconds."""
        with self._condition:
            self._is_order_due = True
            self.sent_blocks = 0
            while len(self._blocks) > _KEPT_AT_START_BLOCKS:
                self._blocks.popleft()
                self.dropped_blocks += 1

    def take(self, timeout_seconds: float) -> Listen | Block | None:
        """What to send next; None when there was nothing in time."""
        with self._condition:
            self._condition.wait_for(lambda: self._is_order_due or bool(self._blocks), timeout_seconds)
            if self._is_order_due:
                self._is_order_due = False
                return self._order
            if not self._blocks:
                return None
            self.sent_blocks += 1
            return self._blocks.popleft()
