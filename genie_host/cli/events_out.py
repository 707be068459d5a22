"""``--json``: one event per line on standard output, the last of them ``episode_ended`` with the exit code."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import TextIO

from genie_host.cli.exits import exit_code_of, exit_code_of_reason
from genie_host.core.errors import GenieError
from genie_host.core.events import Event


class JsonLines:
    """An event sink for programs, for several threads. Plain ASCII, and a line is out before the next step begins."""

    def __init__(self, stream: TextIO, on_reader_gone: Callable[[], None]) -> None:
        self._stream: TextIO | None = stream
        self._on_reader_gone = on_reader_gone
        self._lock = threading.Lock()

    def emit(self, event: Event) -> None:
        line = event.as_json()
        if event.kind == "episode_ended":
            line["data"] = {**event.data, "exit_code": int(exit_code_of_reason(event.data["reason"]))}
        with self._lock:
            if self._stream is None:
                return
            try:
                self._stream.write(json.dumps(line) + "\n")
                self._stream.flush()
            except (BrokenPipeError, ValueError):
                # Nobody follows the run any more ("| head -1"): a phone must not go on being touched unseen.
                self._stream = None
                self._on_reader_gone()

    def end_early(self, error: GenieError) -> None:
        """It never came to an episode: say why in the same form."""
        reason = exit_code_of(error).name.lower()
        data = {"reason": reason, "message": str(error), "reply": "", "turns": 0, "seconds": 0.0}
        self.emit(Event(kind="episode_ended", data=data))
