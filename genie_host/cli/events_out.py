"""``--json``: one event per line on standard output."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TextIO

from genie_host.core.events import Event


class JsonLines:
    """An event sink for programs. Plain ASCII, and each line is out before the next step begins."""

    def __init__(self, stream: TextIO, on_reader_gone: Callable[[], None]) -> None:
        self._stream: TextIO | None = stream
        self._on_reader_gone = on_reader_gone

    def emit(self, event: Event) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(json.dumps(event.as_json()) + "\n")
            self._stream.flush()
        except (BrokenPipeError, ValueError):
            # Nobody follows the run any more ("| head -1"): a phone must not go on being touched unseen.
            self._stream = None
            self._on_reader_gone()
