"""A line on the phone that says what Genie hears and answers: a notification, between runs only.

During a run it would lie over what the run looks at, and the run itself can be watched on the phone anyway.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from genie_host.core.errors import GenieError
from genie_host.core.events import Event

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 5.0
_MOST_WAITING = 4


class Overlay:
    """An event sink that posts notifications on a thread of its own; what the phone will not show is let be."""

    def __init__(self, post: Callable[[str], None]) -> None:
        """``post`` shows a line, or raises GenieError."""
        self._post = post
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_WAITING)
        self._thread = threading.Thread(target=self._work, name="voice-overlay", daemon=True)
        self._thread.start()

    def emit(self, event: Event) -> None:
        """Take in one event; most are not for the phone."""
        line = ""
        if event.kind == "voice_state" and event.data.get("state") == "listening":
            line = "Listening…"
        elif event.kind == "notice" and event.data.get("is_reply"):
            line = str(event.data.get("message", ""))
        if line:
            self._put(line)

    def close(self) -> None:
        """What waits is still shown, if that is quick."""
        self._put(None)
        self._thread.join(_CLOSE_SECONDS)

    def _put(self, line: str | None) -> None:
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            logger.debug("the phone shows lines too slowly; one is left out")

    def _work(self) -> None:
        while (line := self._lines.get()) is not None:
            try:
                self._post(line)
            except GenieError as error:
                logger.info("the phone shows no line: %s", error)
