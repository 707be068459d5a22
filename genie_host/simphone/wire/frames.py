"""Shell v2's frames: standard input, output, errors and the exit status of a command on one stream.

Source: AOSP ``shell_protocol.h``.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections import deque
from collections.abc import Awaitable, Callable
from enum import IntEnum

from genie_host.simphone.shell.command import Sink
from genie_host.simphone.shell.interpreter import Streams
from genie_host.simphone.wire.stream import Stream, StreamClosed

_HEADER = struct.Struct("<BI")
_FRAME_DATA = 64 * 1024
_PIPEFUL = 1024 * 1024


class FrameId(IntEnum):
    """Kinds of frames."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


class FramedInput:
    """Standard input out of the host's frames. They are taken while a command runs, wanted or not, up to a pipeful."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._chunks: deque[bytes] = deque()
        self._waiting = 0
        self._has_ended = False
        self._changed = asyncio.Event()

    async def read(self) -> bytes:
        while not self._chunks and not self._has_ended:
            await self._change()
        data = self._chunks.popleft() if self._chunks else b""
        self._waiting -= len(data)
        self._changed.set()
        return data

    async def drain(self) -> None:
        """Take frames until the host closes the stream."""
        with contextlib.suppress(StreamClosed):
            while True:
                frame_id, length = _HEADER.unpack(await self._stream.read_exactly(_HEADER.size))
                await self._take(frame_id, length)
                if frame_id == FrameId.CLOSE_STDIN:
                    self._end()
        self._end()

    async def _take(self, frame_id: int, length: int) -> None:
        while length:
            data = await self._stream.read(length)
            if not data:
                raise StreamClosed
            length -= len(data)
            if frame_id == FrameId.STDIN and not self._has_ended:
                self._chunks.append(data)
                self._waiting += len(data)
                self._changed.set()
            while self._waiting > _PIPEFUL:
                await self._change()

    async def _change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    def _end(self) -> None:
        self._has_ended = True
        self._changed.set()


async def serve_framed(stream: Stream, run: Callable[[Streams], Awaitable[int]], *, has_terminal: bool = False) -> None:
    """Give a command the three streams, and the host its exit status. On a terminal all output is standard output."""
    stdin = FramedInput(stream)
    stdout = _sink(stream, FrameId.STDOUT)
    stderr = stdout if has_terminal else _sink(stream, FrameId.STDERR)
    draining = asyncio.create_task(stdin.drain())
    try:
        status = await run(Streams(stdin=stdin, stdout=stdout, stderr=stderr))
        await _sink(stream, FrameId.EXIT)(bytes([status]))
        await stream.flushed()
    finally:
        draining.cancel()


def _sink(stream: Stream, frame_id: FrameId) -> Sink:
    async def write(data: bytes) -> None:
        for start in range(0, len(data), _FRAME_DATA):
            chunk = data[start : start + _FRAME_DATA]
            await stream.write(_HEADER.pack(frame_id, len(chunk)) + chunk)

    return write
