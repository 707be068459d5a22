"""The phone's end of one adb transport: greeting, authorisation, and the streams inside it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.packet import (
    HEADER_SIZE,
    MAX_PAYLOAD_BEFORE_GREETING,
    VERSION_CHECKSUMS,
    VERSION_NO_CHECKSUMS,
    Command,
    Header,
    PacketError,
    checksum_of,
    encode,
)
from genie_host.simphone.wire.stream import Service, Stream, StreamClosed

_LOG = logging.getLogger(__name__)
_AUTH_TOKEN, _AUTH_SIGNATURE, _AUTH_PUBLIC_KEY = 1, 2, 3
_FROZEN_POLL_SECONDS = 0.02

Resolve = Callable[[bytes], Service | None]
"""From the destination of an OPEN to the service behind it; None when there is none."""


class Transport:
    """One host connection. ``serve`` returns when it is over."""

    def __init__(
        self, phone: SimPhone, resolve: Resolve, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.max_payload = MAX_PAYLOAD_BEFORE_GREETING
        self._phone = phone
        self._resolve = resolve
        self._reader = reader
        self._writer = writer
        self._version = VERSION_CHECKSUMS
        self._negotiated: tuple[int, int] | None = None
        self._is_online = False
        self._token = b""
        self._streams: dict[int, Stream] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._last_id = 0

    async def serve(self) -> None:
        try:
            while True:
                header = Header.parse(await self._reader.readexactly(HEADER_SIZE))
                payload = await self._reader.readexactly(header.length)
                if not self._is_intact(header, payload):
                    raise PacketError("wrong checksum")
                await self._thawed()
                self._receive(header, payload)
                await self._writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            _LOG.debug("transport is gone: %r", error)
        except PacketError as error:
            _LOG.warning("transport closed: %s", error)
        finally:
            await self._end()

    def abort(self) -> None:
        """Cut the connection, as a pulled cable does."""
        self._writer.transport.abort()

    def send_okay(self, stream: Stream) -> None:
        self._send(Command.OKAY, stream.local_id, stream.remote_id)

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None:
        self._send(Command.WRTE, stream.local_id, stream.remote_id, data)

    def _is_intact(self, header: Header, payload: bytes) -> bool:
        """A host that reconnects by itself greets with the checksum of its last version: none."""
        if self._version == VERSION_NO_CHECKSUMS or (header.command == Command.CNXN and header.checksum == 0):
            return True
        return header.checksum == checksum_of(payload)

    def send_close(self, stream: Stream) -> None:
        if self._streams.pop(stream.local_id, None) is not None:
            self._send(Command.CLSE, stream.local_id, stream.remote_id)

    def _send(self, command: Command, arg0: int, arg1: int, payload: bytes | memoryview = b"") -> None:
        if not self._writer.is_closing():
            with_checksum = self._version == VERSION_CHECKSUMS
            self._writer.write(encode(command, arg0, arg1, payload, with_checksum=with_checksum))

    async def _thawed(self) -> None:
        if self._phone.faults.freeze:
            self._phone.fault_fired("freeze")
        while self._phone.faults.freeze:
            await asyncio.sleep(_FROZEN_POLL_SECONDS)

    def _receive(self, header: Header, payload: bytes) -> None:
        stream = self._streams.get(header.arg1)
        match header.command:
            case Command.CNXN:
                self._greeted(header, payload)
            case Command.AUTH:
                self._authenticate(header.arg0, payload)
            case Command.OPEN if self._is_online:
                self._open(header.arg0, payload)
            case Command.OKAY if stream is not None:
                stream.acknowledged()
            case Command.WRTE if stream is not None:
                stream.feed(payload)
            case Command.WRTE:
                self._send(Command.CLSE, header.arg1, header.arg0)  # data for a stream that is gone
            case Command.CLSE if stream is not None:
                self._closed_by_host(stream)
            case _:
                _LOG.debug("packet ignored: %#010x", header.command)

    def _greeted(self, header: Header, payload: bytes) -> None:
        if self._phone.faults.offline:
            self._phone.fault_fired("offline")
            return
        _LOG.debug("greeted by %s", payload.rstrip(b"\0").decode(errors="replace"))
        self._negotiated = (min(header.arg0, self._phone.protocol_version), min(header.arg1, self._phone.max_payload))
        if self._phone.auth.is_required:
            self._ask_for_signature()
        else:
            self._go_online()

    def _ask_for_signature(self) -> None:
        self._token = self._phone.auth.new_token()
        self._send(Command.AUTH, _AUTH_TOKEN, 0, self._token)

    def _authenticate(self, kind: int, payload: bytes) -> None:
        if kind == _AUTH_SIGNATURE:
            if self._phone.auth.is_signed(self._token, payload):
                self._go_online()
            else:
                self._ask_for_signature()
        elif kind == _AUTH_PUBLIC_KEY:
            self._phone.auth.prompt(payload.rstrip(b"\0").decode(errors="replace"), self._go_online)

    def _go_online(self) -> None:
        if self._negotiated is None:
            return  # an AUTH answer to a question that was never asked
        version, max_payload = self._negotiated
        # The greeting itself still has a checksum: the host knows our version only after it.
        self._send(Command.CNXN, self._phone.protocol_version, self._phone.max_payload, self._phone.banner)
        self._version = VERSION_NO_CHECKSUMS if version >= VERSION_NO_CHECKSUMS else VERSION_CHECKSUMS
        self.max_payload = max_payload
        self._is_online = True

    def _open(self, remote_id: int, payload: bytes) -> None:
        service = self._resolve(payload.rstrip(b"\0"))
        if service is None:
            self._send(Command.CLSE, 0, remote_id)
            return
        self._last_id += 1
        stream = Stream(self, local_id=self._last_id, remote_id=remote_id)
        self._streams[stream.local_id] = stream
        self.send_okay(stream)
        task = asyncio.create_task(self._run(service, stream))
        self._tasks[stream.local_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(stream.local_id, None))

    async def _run(self, service: Service, stream: Stream) -> None:
        try:
            await service(stream)
            await stream.flushed()
        except StreamClosed:
            _LOG.debug("stream %d ended by the host", stream.local_id)
        except Exception:
            _LOG.exception("service failed")
        finally:
            stream.close()

    def _closed_by_host(self, stream: Stream) -> None:
        # adbd echoes the close, and pure Python hosts wait for it.
        self.send_close(stream)
        stream.closed_by_peer()
        task = self._tasks.get(stream.local_id)
        if task is not None:
            task.cancel()

    async def _end(self) -> None:
        self._phone.auth.withdraw(self._go_online)
        for stream in list(self._streams.values()):
            stream.closed_by_peer()
        self._streams.clear()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.abort()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()
