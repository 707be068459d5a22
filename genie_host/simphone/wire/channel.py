"""Where a transport's packets come from and go to: a socket, plain or, later in its life, inside TLS."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Protocol


class ChannelClosed(Exception):
    """The host is gone."""


class Channel(Protocol):
    """Bytes both ways."""

    async def read(self, limit: int) -> bytes:
        """What has arrived, at least one byte; raises ChannelClosed at the end."""
        ...

    async def read_exactly(self, count: int) -> bytes:
        """So many bytes; raises ChannelClosed when the end comes first."""
        ...

    def write(self, data: bytes) -> None:
        """Send, later; never fails."""
        ...

    async def drained(self) -> None:
        """Wait until not too much is left to send; raises ChannelClosed when the host is gone."""
        ...

    def abort(self) -> None:
        """Cut it, as a pulled cable does."""
        ...

    async def closed(self) -> None:
        """Wait until nothing of it is left."""
        ...


class PlainChannel:
    """A socket as it is."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def read(self, limit: int) -> bytes:
        try:
            data = await self._reader.read(limit)
        except ConnectionError as error:
            raise ChannelClosed from error
        if not data:
            raise ChannelClosed
        return data

    async def read_exactly(self, count: int) -> bytes:
        try:
            return await self._reader.readexactly(count)
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            raise ChannelClosed from error

    def write(self, data: bytes) -> None:
        if not self._writer.is_closing():
            self._writer.write(data)

    async def drained(self) -> None:
        try:
            await self._writer.drain()
        except ConnectionError as error:
            raise ChannelClosed from error

    def abort(self) -> None:
        self._writer.transport.abort()

    async def closed(self) -> None:
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()
