"""Where sound waits between the sound server's own thread, which must never wait, and the thread that hears."""

from __future__ import annotations

import threading
from collections import deque
from dataclasses import dataclass

QUEUE_BLOCKS = 100
"""Ten seconds: as long as a recogniser takes to load, twice over."""


@dataclass(frozen=True, slots=True)
class Captured:
    """What one call of the sound server brought."""

    pcm: bytes
    """Interleaved 16-bit samples at the stream's rate."""
    ended_at: float
    """Monotonic seconds at which its last sample was captured."""
    rate_hz: int
    channels: int
    stream: int
    """Which opening of the microphone it is from; sounds of two do not belong together."""


class WaitingRoom:
    """A queue that is never full: the oldest sound is dropped, and counted, when the hearing thread is too slow."""

    def __init__(self, size: int = QUEUE_BLOCKS) -> None:
        self._size = size
        self._waiting: deque[Captured] = deque()
        self._changed = threading.Condition()
        self._is_closed = False
        self._is_shut = False
        self.dropped = 0

    def put(self, captured: Captured) -> None:
        """Never waits for the reader."""
        with self._changed:
            if self._is_shut:
                return
            if len(self._waiting) >= self._size:
                self._waiting.popleft()
                self.dropped += 1
            self._waiting.append(captured)
            self._changed.notify()

    def get(self, timeout_seconds: float) -> Captured | None:
        """The oldest; None when there was none in time, or the room is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed, max(0.0, timeout_seconds))
            return self._waiting.popleft() if self._waiting and not self._is_closed else None

    def oldest_at(self) -> float | None:
        """When the oldest that waits was captured."""
        with self._changed:
            return self._waiting[0].ended_at if self._waiting else None

    def shut(self) -> None:
        """Forget what waits, and take nothing in, uncounted: it was not to be heard."""
        with self._changed:
            self._is_shut = True
            self._waiting.clear()

    def open(self) -> None:
        """Take sound in again."""
        with self._changed:
            self._is_shut = False

    def keep_newest(self, count: int) -> int:
        """Forget all but the newest few, count them as dropped, and say how many."""
        with self._changed:
            gone = max(0, len(self._waiting) - max(0, count))
            for _ in range(gone):
                self._waiting.popleft()
            self.dropped += gone
            return gone

    def close(self) -> None:
        """Whoever waits comes back at once."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
