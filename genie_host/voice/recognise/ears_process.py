"""The parent's hold on one child process of ears: start it, hear from it, and be sure it is gone."""

from __future__ import annotations

import contextlib
import importlib
import logging
import multiprocessing
import os
import signal
import tempfile
import weakref
from collections.abc import Iterator
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import IO

from genie_host.voice.recognise.messages import (
    Close,
    Failed,
    FromChild,
    ToChild,
    decode_from_child,
    encode_from_child,
    encode_to_child,
)
from genie_host.voice.recognise.spec import EarsSpec

logger = logging.getLogger(__name__)

_CLOSE_SECONDS = 2.0
_LOG_TAIL_BYTES = 4_000


class EarsDied(Exception):
    """The child is gone."""


class EarsProcess:
    """One child from its start to its end. Hears and sends from different threads."""

    def __init__(self, spec: EarsSpec) -> None:
        context = multiprocessing.get_context("spawn")
        with _interrupts_held_back():
            # Read here for diagnosis, written there.
            self._log = tempfile.NamedTemporaryFile(prefix="genie-ears-", suffix=".log", delete=False)  # noqa: SIM115
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_enter_worker, args=(theirs, spec, self._log.name), name="genie-ears", daemon=True
            )
            self._process.start()
            theirs.close()  # so that its death is seen as the end of the stream
        self._end = weakref.finalize(self, _end, self._process, self._connection, self._log)
        self.process_id = self._process.pid or 0

    def next(self, timeout_seconds: float) -> FromChild | None:
        """What the child says next; None when it said nothing in time. Raises EarsDied."""
        try:
            if not self._connection.poll(timeout_seconds):
                return None
            return decode_from_child(self._connection.recv_bytes())
        except (EOFError, OSError, ValueError) as exc:
            self._tell_log()
            raise EarsDied from exc

    def send(self, record: ToChild) -> None:
        """Waits while the child takes nothing in; raises EarsDied when it never will."""
        try:
            self._connection.send_bytes(encode_to_child(record))
        except (OSError, ValueError) as exc:
            raise EarsDied from exc

    def kill(self) -> None:
        """End the child now; whoever waits in ``send`` or ``next`` gets EarsDied."""
        with contextlib.suppress(OSError, ValueError):
            self._process.kill()

    def close(self) -> None:
        """End the child in order, or by force when it takes too long."""
        self._end()

    def _tell_log(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._log.seek(0)
            logger.debug("the ears' process died: %s", self._log.read()[-_LOG_TAIL_BYTES:])


def _enter_worker(connection: Connection, spec: EarsSpec, log_path: str) -> None:
    """First thing in the child. The import is by name and here: the parent need not load what only the child uses."""
    try:
        serve = importlib.import_module("genie_host.voice.recognise.worker").serve
    except (ImportError, OSError):
        connection.send_bytes(encode_from_child(Failed(reason="The speech recogniser cannot be loaded here.")))
        return
    serve(connection, spec, log_path)


def _end(process: SpawnProcess, connection: Connection, log: IO[bytes]) -> None:
    """Runs once: on close, when the owner is collected, or at the interpreter's exit."""
    if process.is_alive():
        with contextlib.suppress(OSError, ValueError):
            connection.send_bytes(encode_to_child(Close()))
    process.join(_CLOSE_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
    connection.close()
    process.close()
    log.close()
    with contextlib.suppress(OSError):
        os.unlink(log.name)


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Start a child with Ctrl-C blocked: until it ignores the signal itself it would print a traceback."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its own start would let the signal through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
