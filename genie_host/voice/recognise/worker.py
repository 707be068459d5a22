"""The child process: takes sound block by block, says what it heard, and ends when its parent does."""

from __future__ import annotations

import collections
import contextlib
import faulthandler
import os
import signal
import sys
import threading
import traceback
from multiprocessing.connection import Connection

from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import Block
from genie_host.voice.hearing import Mode
from genie_host.voice.recognise.engines import build_ears
from genie_host.voice.recognise.local_ears import LocalEars
from genie_host.voice.recognise.messages import (
    Alive,
    Close,
    Failed,
    FromChild,
    Listen,
    Ready,
    Said,
    ToChild,
    decode_to_child,
    encode_from_child,
)
from genie_host.voice.recognise.spec import EarsSpec

_ALIVE_SECONDS = 0.5
_ALIVE_RECORDS = 5
_MOST_WAITING_BLOCKS = 20
"""2 s behind, nobody wants to know any more whether the wake phrase was said then ..."""
_KEPT_BLOCKS = 10
"""... so what is heard next is the newest second."""
_MOST_WAITING_COMMAND_BLOCKS = 300
"""A command is decoded whole, however slowly: 30 s."""


def serve(connection: Connection, spec: EarsSpec, log_path: str) -> None:
    """Load, listen until told to close, then end the process. Does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what it means
    _send_output_to(log_path)
    faulthandler.enable()  # a native crash leaves a trace in the log
    exit_code = 1
    try:
        _Worker(connection).run(spec)
        exit_code = 0
    except OSError:
        exit_code = 0  # the parent is gone
    except Exception:
        traceback.print_exc()  # into the log
    finally:
        os._exit(exit_code)  # the native library is not asked to clean up half a gigabyte


class Inbox:
    """What has come and is not yet dealt with. Sound that came before a change of mode is let go."""

    def __init__(self) -> None:
        self._waiting: collections.deque[ToChild] = collections.deque()
        self._condition = threading.Condition()
        self._limit = _MOST_WAITING_BLOCKS
        self._kept = _KEPT_BLOCKS
        self.dropped_blocks = 0
        self._received_blocks = 0

    def put(self, record: ToChild) -> None:
        with self._condition:
            if isinstance(record, Listen):
                self._waiting.clear()
                self._received_blocks = 0
                is_command = record.mode is Mode.COMMAND
                self._limit = _MOST_WAITING_COMMAND_BLOCKS if is_command else _MOST_WAITING_BLOCKS
                self._kept = self._limit if is_command else _KEPT_BLOCKS
            self._received_blocks += isinstance(record, Block)
            self._waiting.append(record)
            if len(self._waiting) > self._limit:
                self._drop()
            self._condition.notify()

    def take(self, timeout_seconds: float) -> ToChild | None:
        """The next record; None when there was none in time."""
        with self._condition:
            self._condition.wait_for(lambda: bool(self._waiting), timeout_seconds)
            return self._waiting.popleft() if self._waiting else None

    def alive(self, epoch: int) -> Alive:
        """How things stand."""
        with self._condition:
            # A new mode that waits to be taken has begun the count anew, so what is counted belongs to that one.
            is_current = not any(isinstance(record, Listen) for record in self._waiting)
            return Alive(
                epoch=epoch,
                heard_blocks=self._received_blocks - len(self._waiting) if is_current else 0,
                dropped_blocks=self.dropped_blocks,
            )

    @property
    def is_empty(self) -> bool:
        return not self._waiting

    def _drop(self) -> None:
        orders = [record for record in self._waiting if not isinstance(record, Block)]
        blocks = [record for record in self._waiting if isinstance(record, Block)]
        kept = blocks[-self._kept :]
        self.dropped_blocks += len(blocks) - len(kept)
        self._waiting = collections.deque([*orders, *kept])


class _Worker:
    """Decodes on the main thread; another one takes in what comes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._inbox = Inbox()
        self._epoch = 0

    def run(self, spec: EarsSpec) -> None:
        threading.Thread(target=self._take_in, name="inbox", daemon=True).start()
        try:
            ears = build_ears(spec)
        except RecogniserUnavailable as exc:
            self._send(Failed(reason=str(exc)))
            return
        self._send(Ready(engine=ears.engine))
        records = 0
        while not isinstance(record := self._inbox.take(_ALIVE_SECONDS), Close):
            if record is not None:
                records += 1
                self._hear(ears, record)
            if self._inbox.is_empty or records % _ALIVE_RECORDS == 0:
                self._send(self._inbox.alive(self._epoch))

    def _hear(self, ears: LocalEars, record: Listen | Block) -> None:
        if isinstance(record, Listen):
            self._epoch = record.epoch
            ears.listen(record.mode)
            return
        ears.feed(record)
        for heard in ears.poll():
            self._send(Said(epoch=self._epoch, heard=heard))

    def _take_in(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                self._inbox.put(decode_to_child(self._connection.recv_bytes()))
        os._exit(0)  # the parent is gone, and with it everyone who could want to know

    def _send(self, record: FromChild) -> None:
        self._connection.send_bytes(encode_from_child(record))


def _send_output_to(log_path: str) -> None:
    """Native code writes to the descriptors, not to ``sys.stderr``; the user's terminal is no place for it."""
    log = os.open(log_path, os.O_WRONLY | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os.dup2(log, 1)
    os.dup2(log, 2)
    with contextlib.suppress(OSError):  # Windows does not let go of it; elsewhere no kill can leave it behind now
        os.unlink(log_path)
