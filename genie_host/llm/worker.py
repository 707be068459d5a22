"""The child process: takes requests one by one, honours a stop in between, and ends when its parent does."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import queue
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection

from genie_host.llm.engine import Engine, NoRoom, Stopped
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
    Ready,
    Record,
    decode,
    encode,
)

_LOG_LIMIT_BYTES = 1_000_000
_REASON_BYTES = 4_000


def serve(connection: Connection, spec: EngineSpec, log_path: str) -> None:
    """Load the model, answer until told to close, then end the process. Does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what it means
    # Where there is a real GPU beside a software renderer the engine must not pick the wrong one (Vulkan loader).
    os.environ.setdefault("VK_LOADER_DRIVERS_DISABLE", "*lvp*,*swiftshader*")
    log = _send_output_to(log_path)
    faulthandler.enable()  # a native crash leaves a trace in the log
    exit_code = 1
    try:
        _Worker(connection, log).run(spec)
        exit_code = 0
    except Exception:
        traceback.print_exc()  # into the log
    finally:
        # The native library may crash in its own destructors at a normal exit.
        os._exit(exit_code)


class _Worker:
    """The request loop on the main thread and the listener on another."""

    def __init__(self, connection: Connection, log: int) -> None:
        self._connection = connection
        self._log = log
        self._requests: queue.SimpleQueue[Record] = queue.SimpleQueue()
        self._engine: Engine | None = None
        self._current = 0
        self._stopped = 0
        self._log_start = 0
        threading.Thread(target=self._listen, name="listener", daemon=True).start()

    def run(self, spec: EngineSpec) -> None:
        try:
            engine = Engine(spec)
            self._send(Loading(step="grammar"))
            if spec.is_constraint_probed:
                engine.probe_constraint()
        except Exception as exc:
            self._send(Failed(id=0, kind="load", reason=self._reason(exc)))
            return
        self._engine = engine
        self._send(Ready(context_tokens=engine.context_tokens, constraint=engine.constraint))
        while not isinstance(request := self._requests.get(), Close):
            self._answer(engine, request)
        engine.close()

    def _answer(self, engine: Engine, request: Record) -> None:
        self._begin_log()
        if isinstance(request, Forget):
            engine.forget()
        elif isinstance(request, Count | Propose):
            self._current = request.id
            engine.begin()
            try:
                if self._stopped == request.id:
                    raise Stopped
                self._send(
                    Counted(id=request.id, tokens=engine.count_tokens(request.text))
                    if isinstance(request, Count)
                    else engine.propose(request)
                )
            except NoRoom as exc:
                self._send(Failed(id=request.id, kind="overflow", reason=str(exc)))
            except Stopped:
                self._send(Failed(id=request.id, kind="cancelled"))
            except Exception as exc:
                self._send(Failed(id=request.id, kind="answer", reason=self._reason(exc)))
            finally:
                self._current = 0

    def _listen(self) -> None:
        """Queue what comes in; act on a stop at once."""
        while True:
            try:
                record = decode(self._connection.recv_bytes())
            except (EOFError, OSError, ValueError):
                os._exit(0)  # the parent is gone, and with it everyone who could want an answer
            if isinstance(record, Cancel):
                self._stop(record.id)
                continue
            if isinstance(record, Close):
                self._stop(self._current)
            self._requests.put(record)

    def _stop(self, request_id: int) -> None:
        self._stopped = request_id  # it may still be in the queue
        if self._engine is not None and request_id and request_id == self._current:
            self._engine.stop()

    def _send(self, record: Record) -> None:
        self._connection.send_bytes(encode(record))

    def _begin_log(self) -> None:
        """Remember where the native log stands now, so that a reason is not taken from an older request."""
        self._log_start = os.fstat(self._log).st_size
        if self._log_start > _LOG_LIMIT_BYTES:
            os.ftruncate(self._log, 0)
            self._log_start = 0

    def _reason(self, exc: Exception) -> str:
        """The error and the end of the native log, where its cause usually stands."""
        start = max(self._log_start, os.fstat(self._log).st_size - _REASON_BYTES)
        os.lseek(self._log, start, os.SEEK_SET)  # writing is always at the end
        return f"{type(exc).__name__}: {exc}\n{os.read(self._log, _REASON_BYTES).decode(errors='replace')}"


def _send_output_to(log_path: str) -> int:
    """Point both standard outputs of the process at the log: native code writes where it likes.

    The parent has the file open, so its name can go now: then it is gone however the two end.
    """
    log = os.open(log_path, os.O_RDWR | os.O_APPEND)
    with contextlib.suppress(OSError):  # not on Windows, where the parent removes it
        os.unlink(log_path)
    sys.stdout.flush()
    os.dup2(log, 1)
    os.dup2(log, 2)
    return log
