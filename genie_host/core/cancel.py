"""The user's *stop* and *wait*: said from any thread, heeded before every device call and model turn."""

from __future__ import annotations

import threading

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import Cancelled

_LOOK_AGAIN_SECONDS = 0.05


class CancelToken:
    """One run's stop button, and the one beside it that lets the run wait."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._waiting = threading.Event()
        self._held_seconds = 0.0

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

    def pause(self) -> None:
        """Nothing more is to be touched until ``resume``."""
        self._waiting.set()

    def resume(self) -> None:
        self._waiting.clear()

    @property
    def is_paused(self) -> bool:
        return self._waiting.is_set()

    @property
    def held_seconds(self) -> float:
        """How long the run has waited so far; no budget counts it."""
        return self._held_seconds

    def hold(self, clock: Clock = SYSTEM_CLOCK) -> float:
        """Wait for as long as the user wants the run to, and say how long that was. Raises Cancelled."""
        self.check()
        if not self.is_paused:
            return 0.0
        started = clock.now()
        try:
            while self.is_paused:
                self.wait(_LOOK_AGAIN_SECONDS)
        finally:
            held = clock.now() - started
            self._held_seconds += held
        return held
