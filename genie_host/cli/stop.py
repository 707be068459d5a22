"""Ctrl-C: the first sets the cancel token, so that everything is closed in order; the second ends the process."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from genie_host.core.cancel import CancelToken


class StopButton:
    """Turns signals into a cancelled token while it is held."""

    def __init__(self) -> None:
        self.token = CancelToken()
        self._is_asking = False

    @contextmanager
    def held(self) -> Iterator[CancelToken]:
        """Answer Ctrl-C, a polite kill and a closed terminal for as long as the block runs."""
        if threading.current_thread() is not threading.main_thread():
            yield self.token
            return
        numbers = [signal.SIGINT, signal.SIGTERM]
        if sys.platform != "win32":
            numbers.append(signal.SIGHUP)
        before = [signal.signal(number, self._pressed) for number in numbers]
        try:
            yield self.token
        finally:
            for number, handler in zip(numbers, before, strict=True):
                signal.signal(number, handler)

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a person is asked something: reading a line goes on after a signal unless the handler raises."""
        self._is_asking = True
        try:
            yield
        finally:
            self._is_asking = False

    def _pressed(self, _number: int, _frame: FrameType | None) -> None:
        is_second = self.token.is_cancelled
        self.token.cancel()
        if is_second or self._is_asking:
            raise KeyboardInterrupt
