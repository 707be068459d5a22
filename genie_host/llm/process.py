"""The parent's hold on one child process: start it, ask it, stop it, and be sure it is gone.

The way out of every wait is bounded: a stop is asked for, given a short grace (a prefill does not listen), and then
the process is killed.
"""

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

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import Cancelled, ModelCrashed, ModelTimeout
from genie_host.llm.failures import loading_error
from genie_host.llm.protocol import (
    Cancel,
    Close,
    Count,
    Counted,
    EngineSpec,
    Failed,
    Forget,
    Loading,
    Propose,
    Proposed,
    Ready,
    Record,
    decode,
    encode,
)

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.02
"""How often a wait looks at the deadline and the stop button; an answer wakes it at once."""
_STOP_GRACE_SECONDS = 0.5
"""The user waits: a stop is to be over within a second."""
_DEADLINE_GRACE_SECONDS = 2.0
_CLOSE_SECONDS = 3.0
_LOG_TAIL_BYTES = 4_000


class ProbeCrashed(ModelCrashed):
    """The child died while it tried out a grammar; it can be started again without."""


class EngineProcess:
    """One child from its start to its end."""

    def __init__(self, spec: EngineSpec, *, stop_grace_seconds: float = _STOP_GRACE_SECONDS) -> None:
        self._stop_grace_seconds = stop_grace_seconds
        context = multiprocessing.get_context("spawn")  # a forked LiteRT-LM hangs
        self._is_on_gpu = spec.backend == "gpu"
        self._is_probing = False
        self._last_id = 0
        with _interrupts_held_back():
            # Read here for diagnosis, written there.
            self._log = tempfile.NamedTemporaryFile(prefix="genie-engine-", suffix=".log", delete=False)  # noqa: SIM115
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_enter_worker, args=(theirs, spec, self._log.name), name="genie-engine", daemon=True
            )
            self._process.start()
            theirs.close()  # so that its death is seen as the end of the stream
            self._end = weakref.finalize(self, _end, self._process, self._connection, self._log)
            self.process_id = self._process.pid or 0

    @property
    def is_alive(self) -> bool:
        return self._end.alive and self._process.is_alive()

    def wait_until_ready(self, deadline: Deadline, cancel: CancelToken) -> Ready:
        """Raises what stood in the way of loading; the child is gone then."""
        try:
            while not isinstance(record := self._next(deadline, cancel), Ready):
                self._is_probing = isinstance(record, Loading)
                if isinstance(record, Failed):
                    logger.debug("the model did not load: %s", record.reason)
                    raise loading_error(record.reason, is_on_gpu=self._is_on_gpu)
        except BaseException as exc:
            self.kill()
            if self._is_probing and type(exc) is ModelCrashed:
                raise ProbeCrashed(str(exc)) from exc
            raise
        return record

    def next_id(self) -> int:
        """A number for the next request."""
        self._last_id += 1
        return self._last_id

    def ask(self, request: Propose | Count, deadline: Deadline, cancel: CancelToken) -> Proposed | Counted | Failed:
        """The answer to a request; after ModelCrashed, and after Ctrl-C, the child is gone."""
        try:
            self._send(request)
            while True:
                record = self._next(deadline, cancel)
                if isinstance(record, Proposed | Counted | Failed) and record.id == request.id:
                    return record
        except Cancelled:
            self._give_up(request.id, self._stop_grace_seconds)
            raise
        except ModelTimeout:
            self._give_up(request.id, _DEADLINE_GRACE_SECONDS)
            raise
        except BaseException:
            self.kill()
            raise

    def forget(self) -> None:
        """Have the conversation dropped."""
        self._send(Forget())

    def kill(self) -> None:
        """End the child now."""
        with contextlib.suppress(OSError, ValueError):
            self._process.kill()
        self._end()

    def close(self) -> None:
        """End the child in order, or by force when it takes too long."""
        self._end()

    def _give_up(self, request_id: int, grace_seconds: float) -> None:
        """Ask for a stop; kill the child when it does not obey, as in the middle of a prefill."""
        grace = Deadline.after(grace_seconds)
        try:
            self._send(Cancel(id=request_id))
            while getattr(self._next(grace, CancelToken()), "id", None) != request_id:
                pass
        except (ModelTimeout, ModelCrashed):
            logger.debug("the engine did not stop in time and is killed")
            self.kill()
        except BaseException:
            self.kill()
            raise

    def _next(self, deadline: Deadline, cancel: CancelToken) -> Record:
        try:
            while not self._connection.poll(_LOOK_SECONDS):
                cancel.check()
                if deadline.is_over:
                    raise ModelTimeout("The language model gave no answer in time.")
            return decode(self._connection.recv_bytes())
        except (EOFError, OSError, ValueError) as exc:
            raise self._crashed() from exc

    def _send(self, record: Record) -> None:
        try:
            self._connection.send_bytes(encode(record))
        except (OSError, ValueError) as exc:
            raise self._crashed() from exc

    def _crashed(self) -> ModelCrashed:
        with contextlib.suppress(OSError, ValueError):
            self._log.seek(0)
            logger.debug("the engine process died: %s", self._log.read()[-_LOG_TAIL_BYTES:])
        return ModelCrashed("The language model's process died.")


def _enter_worker(connection: Connection, spec: EngineSpec, log_path: str) -> None:
    """First thing in the child. The import is by name and here, since the parent must never load the native library."""
    try:
        serve = importlib.import_module("genie_host.llm.worker").serve
    except (ImportError, OSError) as exc:
        connection.send_bytes(encode(Failed(id=0, kind="load", reason=f"cannot import: {exc}")))
        return
    serve(connection, spec, log_path)


def _end(process: SpawnProcess, connection: Connection, log: IO[bytes]) -> None:
    """Runs once: on close, on kill, when the owner is collected, or at the interpreter's exit."""
    with contextlib.suppress(OSError, ValueError):
        connection.send_bytes(encode(Close()))
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
