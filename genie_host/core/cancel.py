"""The user's *stop*: set once from any thread, checked before every device call and model turn."""

from __future__ import annotations

import threading

from genie_host.core.errors import Cancelled


class CancelToken:
    """One run's stop button."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def cancel(self) -> None:
        self._event.set()

    @property
    def is_cancelled(self) -> bool:
        return self._event.is_set()

    def check(self) -> None:
        """Raise Cancelled when the user said stop."""
        if self._event.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> None:
        """Sleep, but wake and raise Cancelled at once when the user says stop."""
        if self._event.wait(max(0.0, seconds)):
            raise Cancelled
