"""One of the many streams inside a transport: what a service on the phone reads from and writes to.

Flow control is the protocol's. Plain: one unacknowledged WRTE in each direction. With delayed acknowledgements: a
window of bytes that OKAYs open again. Either way what the host sends is acknowledged when the service takes it, so a
slow service slows the host down.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

RECEIVE_WINDOW = 32 * 1024 * 1024
"""Most bytes that wait for a service: what the host may send ahead with delayed acknowledgements, as in adbd."""
_LENIENCE = 4 * 1024 * 1024
"""The same without: the rule is one piece, but adb sends the rest at once when what it reads from is at its end."""


class StreamClosed(Exception):
    """The host closed the stream, or its transport is gone."""


class WindowExceeded(Exception):
    """The host sent more than it was allowed to."""


class Link(Protocol):
    """What a stream needs of its transport."""

    @property
    def max_payload(self) -> int:
        """Most bytes in one WRTE."""
        ...

    @property
    def name(self) -> str:
        """What the phone calls this host."""
        ...

    def send_okay(self, stream: Stream, taken: int) -> None:
        """So many bytes were taken."""
        ...

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None: ...

    def send_close(self, stream: Stream) -> None: ...

    async def drained(self) -> None:
        """Wait until the host's end has room."""
        ...

    async def open_to_host(self, destination: str) -> Stream:
        """A stream that the phone opens, for a port of the host; raises StreamClosed when the host refuses."""
        ...


class Stream:
    """Bytes to and from the host."""

    def __init__(self, link: Link, *, local_id: int, remote_id: int = 0, window: int | None = None) -> None:
        self.link = link
        self.local_id = local_id
        self.remote_id = remote_id
        """0 until the host has accepted a stream that the phone opened."""
        self._window = window
        """Bytes that may still be sent; None when acknowledgements are not delayed."""
        self._incoming: deque[bytes] = deque()
        self._waiting = 0
        self._buffer = bytearray()
        self._changed = asyncio.Event()
        self._may_send = asyncio.Event()
        if remote_id and (window is None or window > 0):
            self._may_send.set()
        self._is_closed = False

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def feed(self, data: bytes) -> None:
        """The transport received a WRTE; raises WindowExceeded when the host should have waited."""
        if not data:
            self.link.send_okay(self, 0)
            return
        self._waiting += len(data)
        if self._waiting > (_LENIENCE if self._window is None else RECEIVE_WINDOW):
            raise WindowExceeded(f"{self._waiting} bytes wait to be taken")
        self._incoming.append(data)
        self._changed.set()

    def acknowledged(self, taken: int | None) -> None:
        """The transport received an OKAY, with a byte count when acknowledgements are delayed."""
        if self._window is None:
            self._may_send.set()
        elif taken is not None:
            self._window += taken
            if self._window > 0:
                self._may_send.set()

    def closed_by_peer(self) -> None:
        """The transport received a CLSE, or died."""
        self._is_closed = True
        self._changed.set()
        self._may_send.set()

    async def accepted(self) -> None:
        """Wait for the host's answer to an OPEN of ours; raises StreamClosed when it refuses.

        The host may have accepted, sent all it had and closed before the one who waits gets round to it.
        """
        await self._may_send.wait()
        if not self.remote_id:
            raise StreamClosed

    async def read(self, limit: int | None = None) -> bytes:
        """What has arrived, at least one byte and at most ``limit``; empty at the end."""
        while not self._buffer:
            if not await self._take():
                return b""
        data = bytes(self._buffer[:limit])
        del self._buffer[:limit]
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
        step = self.link.max_payload
        for start in range(0, len(view), step):
            await self._may_send.wait()
            if self._is_closed:
                raise StreamClosed
            piece = view[start : start + step]
            if self._window is not None:
                self._window -= len(piece)
            if self._window is None or self._window <= 0:
                self._may_send.clear()
            self.link.send_data(self, piece)
            await self.link.drained()

    async def flushed(self) -> None:
        """Wait until the host has acknowledged the last WRTE, or is gone."""
        if self._window is None:
            await self._may_send.wait()

    def close(self) -> None:
        """Tell the host that nothing more will come; harmless when already closed."""
        if not self._is_closed:
            self._is_closed = True
            self.link.send_close(self)
        self._changed.set()
        self._may_send.set()

    async def _take(self) -> bool:
        while not self._incoming:
            if self._is_closed:
                return False
            self._changed.clear()
            await self._changed.wait()
        data = self._incoming.popleft()
        self._waiting -= len(data)
        self._buffer += data
        if not self._is_closed:
            self.link.send_okay(self, len(data))
        return True


Service = Callable[[Stream], Awaitable[None]]
"""Serves one stream from OPEN to close."""


async def pump(one: Stream, other: Stream) -> None:
    """Carry bytes both ways until either side ends; then close both."""

    async def carry(source: Stream, sink: Stream) -> None:
        try:
            while data := await source.read():
                await sink.write(data)
        except StreamClosed:
            pass

    ways = [asyncio.create_task(carry(one, other)), asyncio.create_task(carry(other, one))]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        one.close()
        other.close()
