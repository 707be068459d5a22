"""Hears of it within milliseconds when the sound server moves a stream, or something is plugged in or out."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
import weakref

_END_SECONDS = 2.0
_OURS = re.compile(rb" on (source|source-output|server) #")
"""Whoever asks the server makes events of clients; those say nothing."""


def plain_environment() -> dict[str, str]:
    """``pactl`` translates its events, and writes numbers into its JSON with the comma of some languages."""
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    environment.pop("LANGUAGE", None)
    return environment


class Changes:
    """Runs ``pactl subscribe`` and sets an event when something happened to a source or to a stream from one."""

    def __init__(self, program: str, changed: threading.Event) -> None:
        """Raises OSError when the program does not start."""
        self._process = subprocess.Popen(
            [program, "subscribe"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=plain_environment(),
        )
        self._changed = changed
        self._end = weakref.finalize(self, _end, self._process)
        self._thread = threading.Thread(target=self._listen, name="sound-server-changes", daemon=True)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """False when the server is gone, or the program cannot do it."""
        return self._thread.is_alive()

    def close(self) -> None:
        self._process.kill()
        self._thread.join(_END_SECONDS)
        self._end()

    def _listen(self) -> None:
        stdout = self._process.stdout
        with contextlib.suppress(OSError, ValueError):
            for line in stdout or ():
                if _OURS.search(line):
                    self._changed.set()
        self._changed.set()  # the end is news too


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_END_SECONDS)
    if process.stdout is not None:
        with contextlib.suppress(OSError):
            process.stdout.close()
