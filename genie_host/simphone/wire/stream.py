"""One of the many streams inside a transport: what a service on the phone reads from and writes to.

Flow control is the protocol's: one unacknowledged WRTE in each direction. What the host sends is acknowledged when the
service takes it, so a slow service slows the host down.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol


class StreamClosed(Exception):
    """The host closed the stream, or its transport is gone."""


class Link(Protocol):
    """What a stream needs of its transport."""

    @property
    def max_payload(self) -> int:
        """Most bytes in one WRTE."""
        ...

    def send_okay(self, stream: Stream) -> None: ...

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None: ...

    def send_close(self, stream: Stream) -> None: ...


class Stream:
    """Bytes to and from the host."""

    def __init__(self, link: Link, *, local_id: int, remote_id: int) -> None:
        self.local_id = local_id
        self.remote_id = remote_id
        self._link = link
        self._incoming: deque[bytes] = deque()
        self._buffer = bytearray()
        self._changed = asyncio.Event()
        self._may_send = asyncio.Event()
        self._may_send.set()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def feed(self, data: bytes) -> None:
        """The transport received a WRTE."""
        self._incoming.append(data)
        self._changed.set()

    def acknowledged(self) -> None:
        """The transport received an OKAY."""
        self._may_send.set()

    def closed_by_peer(self) -> None:
        """The transport received a CLSE, or died."""
        self._is_closed = True
        self._changed.set()
        self._may_send.set()

    async def read(self) -> bytes:
        """What has arrived, at least one byte; empty at the end."""
        while not self._buffer:
            if not await self._take():
                return b""
        data = bytes(self._buffer)
        self._buffer.clear()
        return data

    async def read_exactly(self, count: int) -> bytes:
        """So many bytes; raises StreamClosed when the end comes first."""
        while len(self._buffer) < count:
            if not await self._take():
                raise StreamClosed
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        return data

    async def read_until(self, separator: bytes, *, limit: int = 65536) -> bytes:
        """Everything up to and with a separator; raises StreamClosed at the end, or past the limit."""
        while (found := self._buffer.find(separator)) < 0:
            if len(self._buffer) > limit or not await self._take():
                raise StreamClosed
        end = found + len(separator)
        data = bytes(self._buffer[:end])
        del self._buffer[:end]
        return data

    async def write(self, data: bytes) -> None:
        """Send all of it; raises StreamClosed when the host is not there to take it."""
        view = memoryview(data)
        step = self._link.max_payload
        for start in range(0, len(view), step):
            await self._may_send.wait()
            if self._is_closed:
                raise StreamClosed
            self._may_send.clear()
            self._link.send_data(self, view[start : start + step])

    async def flushed(self) -> None:
        """Wait until the host has acknowledged the last WRTE, or is gone."""
        await self._may_send.wait()

    def close(self) -> None:
        """Tell the host that nothing more will come; harmless when already closed."""
        if not self._is_closed:
            self._is_closed = True
            self._link.send_close(self)
        self._changed.set()
        self._may_send.set()

    async def _take(self) -> bool:
        while not self._incoming:
            if self._is_closed:
                return False
            self._changed.clear()
            await self._changed.wait()
        self._buffer += self._incoming.popleft()
        if not self._is_closed:
            self._link.send_okay(self)
        return True


Service = Callable[[Stream], Awaitable[None]]
"""Serves one stream from OPEN to close."""
