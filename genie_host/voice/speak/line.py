"""Who waits to be spoken, and who gives way to whom. Pure; the queue holds its lock around every call."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.core.cancel import CancelToken
from genie_host.voice.speaking import Channel

NARRATION_SECONDS = 4.0
"""Narration that has waited longer tells of the past."""
MOST_WAITING = 200
"""Utterances; one more is not taken, since nobody would listen to it in an hour."""


@dataclass(order=True)
class Item:
    """An utterance on its way; the order is that of speaking."""

    channel: Channel
    id: int
    parts: deque[str] = field(compare=False)
    """The sentences not spoken yet."""
    language: str = field(compare=False)
    put_at: float = field(compare=False)
    """Monotonic seconds."""
    is_begun: bool = field(compare=False, default=False)
    cancel: CancelToken = field(compare=False, default_factory=CancelToken)

    def silence(self) -> None:
        """Not another word of it."""
        self.parts.clear()
        self.cancel.cancel()

    def is_stale(self, now: float) -> bool:
        """Is it no longer worth beginning?"""
        return self.channel is Channel.NARRATION and not self.is_begun and now - self.put_at > NARRATION_SECONDS


class Line:
    """Items that wait, the one to speak next in front."""

    def __init__(self) -> None:
        self._items: list[Item] = []

    def __len__(self) -> int:
        return len(self._items)

    def put(self, item: Item) -> list[Item]:
        """Take it in; the answer are those that will not be spoken for it, itself when the line is full.

        Narration gives way to anything better and to newer narration.
        """
        dropped = (
            self.drop(lambda other: other.channel is Channel.NARRATION) if item.channel <= Channel.NARRATION else []
        )
        if len(self._items) >= MOST_WAITING:
            return [*dropped, item]
        heapq.heappush(self._items, item)
        return dropped

    def put_back(self, item: Item) -> None:
        """One whose turn is not over."""
        heapq.heappush(self._items, item)

    def take(self) -> Item:
        """The next."""
        return heapq.heappop(self._items)

    def drop(self, is_meant: Callable[[Item], bool]) -> list[Item]:
        """Leave some out; the answer are those, in order."""
        dropped = sorted(item for item in self._items if is_meant(item))
        self._items = [item for item in self._items if not is_meant(item)]
        heapq.heapify(self._items)
        return dropped
