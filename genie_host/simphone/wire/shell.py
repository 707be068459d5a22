"""The ``shell`` and ``exec`` services: one command or an interactive shell, raw or in shell v2's frames."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from collections import deque
from enum import IntEnum

from genie_host.simphone.faults.passages import before_shell
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams
from genie_host.simphone.wire.stream import Service, Stream, StreamClosed

_FRAME_DATA = 64 * 1024
_PROMPT = b"simphone:/ $ "


class FrameId(IntEnum):
    """Kinds of shell v2 frames. Source: AOSP ``shell_protocol.h``."""

    STDIN = 0
    STDOUT = 1
    STDERR = 2
    EXIT = 3
    CLOSE_STDIN = 4
    WINDOW_SIZE = 5


class FramedInput:
    """Standard input out of the host's frames. They are drained while a command runs, wanted or not."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._chunks: deque[bytes] = deque()
        self._has_ended = False
        self._changed = asyncio.Event()

    async def read(self) -> bytes:
        while not self._chunks and not self._has_ended:
            self._changed.clear()
            await self._changed.wait()
        return self._chunks.popleft() if self._chunks else b""

    async def drain(self) -> None:
        """Take frames until the host closes the stream."""
        with contextlib.suppress(StreamClosed):
            while True:
                frame_id, length = struct.unpack("<BI", await self._stream.read_exactly(5))
                data = await self._stream.read_exactly(length)
                if frame_id == FrameId.STDIN and data:
                    self._chunks.append(data)
                elif frame_id == FrameId.CLOSE_STDIN:
                    self._has_ended = True
                self._changed.set()
        self._has_ended = True
        self._changed.set()


def shell_service(phone: SimPhone, options: list[str], command: str) -> Service:
    """``shell[,v2][,TERM=...][,raw|pty]:COMMAND``; without a command it is interactive."""
    has_terminal = "pty" in options or (not command and "raw" not in options)

    async def serve(stream: Stream) -> None:
        await before_shell(phone, command)
        if "v2" in options:
            await _serve_framed(phone, stream, command, has_terminal=has_terminal)
        else:
            streams = Streams(stdin=stream, stdout=stream.write, stderr=stream.write)
            await _run(phone, streams, command, has_terminal=has_terminal)

    return serve


def exec_service(phone: SimPhone, command: str) -> Service:
    """``exec:COMMAND``: raw bytes both ways."""
    return shell_service(phone, ["raw"], command)


async def _serve_framed(phone: SimPhone, stream: Stream, command: str, *, has_terminal: bool) -> None:
    async def write(frame_id: FrameId, data: bytes) -> None:
        for start in range(0, len(data), _FRAME_DATA):
            chunk = data[start : start + _FRAME_DATA]
            await stream.write(struct.pack("<BI", frame_id, len(chunk)) + chunk)

    async def stdout(data: bytes) -> None:
        await write(FrameId.STDOUT, data)

    async def stderr(data: bytes) -> None:
        await write(FrameId.STDERR, data)

    stdin = FramedInput(stream)
    draining = asyncio.create_task(stdin.drain())
    try:
        streams = Streams(stdin=stdin, stdout=stdout, stderr=stdout if has_terminal else stderr)
        status = await _run(phone, streams, command, has_terminal=has_terminal)
        await write(FrameId.EXIT, bytes([status]))
        await stream.flushed()
    finally:
        draining.cancel()


async def _run(phone: SimPhone, streams: Streams, command: str, *, has_terminal: bool) -> int:
    shell = Shell(phone, COMMANDS)
    if command:
        return await shell.run(command, streams)
    pending = b""
    await streams.stdout(_PROMPT if has_terminal else b"")
    while data := await streams.stdin.read():
        if has_terminal:
            data = data.replace(b"\r", b"\n")
            await streams.stdout(data.replace(b"\n", b"\r\n"))  # the terminal echoes what is typed
        *lines, pending = (pending + data).split(b"\n")
        for line in lines:
            await shell.run(line.decode(errors="replace"), streams)
            if shell.has_exited:
                return shell.status
            await streams.stdout(_PROMPT if has_terminal else b"")
    return await shell.run(pending.decode(errors="replace"), streams)
