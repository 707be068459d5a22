"""What flows in and out of commands: sources, sinks, and pipes between two commands that run side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

_PIPE_BYTES = 64 * 1024
_MOST_BYTES = 4 * 1024 * 1024


class BrokenPipe(Exception):
    """Whoever read the output is gone."""


class Source(Protocol):
    """Standard input: empty bytes are its end."""

    async def read(self) -> bytes: ...


Sink = Callable[[bytes], Awaitable[None]]
"""Standard output or error."""


class NoInput:
    """``/dev/null``."""

    async def read(self) -> bytes:
        return b""


class BytesInput:
    """Standard input that is known already."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def read(self) -> bytes:
        data, self._data = self._data, b""
        return data


class Lookahead:
    """A source of which one reader takes lines and leaves the rest to the next, as ``read`` in a loop does."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._held = b""

    async def read(self) -> bytes:
        if self._held:
            data, self._held = self._held, b""
            return data
        return await self._source.read()

    async def line(self) -> bytes | None:
        """One line without its end; None when there is nothing more."""
        while b"\n" not in self._held:
            data = await self._source.read()
            if not data:
                rest, self._held = self._held, b""
                return rest or None
            self._held += data
        line, _, self._held = self._held.partition(b"\n")
        return line


async def discard(data: bytes) -> None:
    """The sink ``/dev/null``."""


def into(buffer: bytearray) -> Sink:
    """A sink that keeps what it gets, until it is too much: then whoever writes is told that nobody reads."""

    async def write(data: bytes) -> None:
        if len(buffer) + len(data) > _MOST_BYTES:
            raise BrokenPipe
        buffer.extend(data)
        await asyncio.sleep(0)  # a writer that never waits would let nobody else run

    return write


class Pipe:
    """Holds a little; a fast writer waits for the reader, and one without a reader is told so."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._changed = asyncio.Event()
        self._has_ended = False
        self.reader_gone = asyncio.Event()

    async def write(self, data: bytes) -> None:
        """Raises BrokenPipe."""
        while len(self._buffer) >= _PIPE_BYTES and not self.reader_gone.is_set():
            self._changed.clear()
            await self._changed.wait()
        if self.reader_gone.is_set():
            raise BrokenPipe
        self._buffer += data
        self._changed.set()
        await asyncio.sleep(0)  # a writer that never waits would starve its reader

    async def read(self) -> bytes:
        while not self._buffer and not self._has_ended:
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._buffer)
        self._buffer.clear()
        self._changed.set()
        return data

    def close_writer(self) -> None:
        self._has_ended = True
        self._changed.set()

    def close_reader(self) -> None:
        self.reader_gone.set()
        self._changed.set()


@dataclass(frozen=True, kw_only=True)
class Streams:
    """The three standard streams."""

    stdin: Source
    stdout: Sink
    stderr: Sink
    reader_gone: asyncio.Event | None = None
    """Set when nobody reads standard output any more; for commands that wait for something to tell."""
