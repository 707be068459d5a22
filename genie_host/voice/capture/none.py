"""No microphone: nothing is heard, and it is said why."""

from __future__ import annotations

import threading

from genie_host.voice.audio import Block, SourceHealth


class NullSource:
    """An AudioSource without sound; text goes on."""

    def __init__(self, reason: str) -> None:
        self._reason = reason
        self._closed = threading.Event()

    def read(self, timeout_seconds: float) -> Block | None:
        """None, after as long as a microphone would have taken."""
        self._closed.wait(max(0.0, timeout_seconds))
        return None

    @property
    def health(self) -> SourceHealth:
        return SourceHealth(device="", is_open=False, trouble=self._reason)

    def close(self) -> None:
        self._closed.set()
