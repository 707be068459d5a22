"""A speech program as a child process: text in by standard input, never in its arguments, sound out piece by piece."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Generator, Mapping, Sequence
from queue import Empty, SimpleQueue

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock, Deadline
from genie_host.core.errors import SpeechUnavailable

_LOOK_SECONDS = 0.005
"""How often sound is looked for; the user's stop wakes the wait at once."""
_SILENT_SECONDS = 60.0
"""A program that gives nothing for so long hangs; a busy machine may take half of it to load a voice."""
_END_SECONDS = 3.0
_PIECE_BYTES = 16_384
_MOST_BYTES = 64 * 1024 * 1024
"""Twenty minutes of speech; a program that gives more does not speak what it was given."""


class SpeechProgram:
    """One run of a program. Started at once, so that it can load what it needs before there is a text."""

    def __init__(
        self,
        name: str,
        argv: Sequence[str],
        *,
        clock: Clock = SYSTEM_CLOCK,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Raises SpeechUnavailable when it cannot be started."""
        self._name = name
        self._clock = clock
        try:
            self._process = subprocess.Popen(
                list(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=None if environment is None else dict(environment),
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0) if sys.platform == "win32" else 0,
            )
        except OSError as exc:
            raise SpeechUnavailable(f"{name} cannot be started.") from exc
        self._pieces: SimpleQueue[bytes | None] = SimpleQueue()
        self._end = weakref.finalize(self, _end, self._process)
        threading.Thread(target=_read, args=(self._process, self._pieces), name=f"speech-{name}", daemon=True).start()

    @property
    def is_alive(self) -> bool:
        return self._end.alive and self._process.poll() is None

    def speak(self, text: str, cancel: CancelToken) -> Generator[bytes]:
        """Hand over the text and give what comes, until the program is done.

        Raises Cancelled, and SpeechUnavailable when the program fails or hangs. The program is gone afterwards.
        """
        try:
            self._give(text)
            deadline = Deadline.after(_SILENT_SECONDS, self._clock)
            while True:
                try:
                    piece = self._pieces.get_nowait()
                except Empty:
                    if deadline.is_over:
                        raise SpeechUnavailable(f"{self._name} does not answer.") from None
                    cancel.wait(_LOOK_SECONDS)
                    continue
                cancel.check()
                if piece is None:
                    break
                yield piece
                deadline = Deadline.after(_SILENT_SECONDS, self._clock)
            if self._process.wait(_END_SECONDS):
                raise SpeechUnavailable(f"{self._name} failed.")
        except subprocess.TimeoutExpired:
            pass  # it has said all; that it does not end is dealt with below
        finally:
            self.close()

    def close(self) -> None:
        """End the program now, without waiting until it is gone."""
        self._end()

    def _give(self, text: str) -> None:
        # A program that died before it read all is met when its sound ends.
        stdin = self._process.stdin
        if stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                stdin.write(text.encode("utf-8", "replace"))
            with contextlib.suppress(OSError, ValueError):
                stdin.close()


def _read(process: subprocess.Popen[bytes], pieces: SimpleQueue[bytes | None]) -> None:
    """In a thread: a read can only be interrupted by the end of the program."""
    taken, stream = 0, process.stdout
    if stream is not None:
        with contextlib.suppress(OSError), stream:  # closed here alone: elsewhere its number could soon be another's
            while taken < _MOST_BYTES and (piece := os.read(stream.fileno(), _PIECE_BYTES)):
                taken += len(piece)
                pieces.put(piece)
    pieces.put(None)
    process.wait()  # here, so that nobody who says stop waits for the system to clear a process away


def _end(process: subprocess.Popen[bytes]) -> None:
    """Runs once: when the text has been said, on stop, when the owner is collected, or at the interpreter's exit."""
    with contextlib.suppress(OSError):
        process.kill()
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.close()
