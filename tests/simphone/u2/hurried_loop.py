"""An event loop whose time stands still while there is work, and jumps to the next deadline when there is none."""

from __future__ import annotations

import asyncio
import selectors
from typing import Any


class _Hurried(selectors.DefaultSelector):  # type: ignore[misc, valid-type]  # which class it is depends on the system
    """Never waits; what it would have waited for is added up."""

    def __init__(self) -> None:
        super().__init__()
        self.waited = 0.0

    def select(self, timeout: float | None = None) -> Any:
        ready = super().select(0)
        if not ready and timeout is not None and timeout > 0:
            self.waited += timeout
        return ready


class HurriedLoop(asyncio.SelectorEventLoop):
    """For coroutines that sleep and have deadlines, but no sockets."""

    def __init__(self) -> None:
        self._hurried = _Hurried()
        super().__init__(self._hurried)

    def time(self) -> float:
        return self._hurried.waited
