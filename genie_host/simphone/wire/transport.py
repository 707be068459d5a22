"""The phone's end of one adb transport: greeting, authorisation, and the streams inside it.

Source: AOSP ``packages/modules/adb/protocol.txt`` and, where that is silent, how ``adb.cpp`` treats a packet.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import struct
from collections.abc import Callable

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.auth import Challenge
from genie_host.simphone.wire.channel import Channel, ChannelClosed
from genie_host.simphone.wire.packet import (
    HEADER_SIZE,
    VERSION_STLS,
    Command,
    Header,
    PacketError,
    checksum_of,
    encode,
)
from genie_host.simphone.wire.stream import RECEIVE_WINDOW, Service, Stream, StreamClosed, WindowExceeded
from genie_host.simphone.wire.terms import BEFORE_GREETING, agree
from genie_host.simphone.wire.tls import secured

_LOG = logging.getLogger(__name__)
_FROZEN_POLL_SECONDS = 0.02
_MAX_STREAMS = 1024
_HIGHEST_ID = 0xFFFFFFFF
_ACKNOWLEDGED = struct.Struct("<i")

Resolve = Callable[[bytes], Service | None]
"""From the destination of an OPEN to the service behind it; None when there is none."""


class Transport:
    """One host connection. ``serve`` returns when it is over."""

    _numbers = itertools.count(1)

    def __init__(self, phone: SimPhone, resolve: Resolve, channel: Channel) -> None:
        self.name = f"host-{next(self._numbers)}"
        self._phone = phone
        self._resolve = resolve
        self._channel = channel
        self._terms = BEFORE_GREETING
        self._offered = BEFORE_GREETING
        self._is_online = False
        self._challenge = Challenge(phone.auth, self._send_auth, self._go_online)
        self._streams: dict[int, Stream] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._ids = itertools.cycle(range(1, _HIGHEST_ID + 1))

    @property
    def max_payload(self) -> int:
        return self._terms.max_payload

    async def serve(self) -> None:
        try:
            while True:
                header = Header.parse(await self._channel.read_exactly(HEADER_SIZE))
                payload = await self._channel.read_exactly(header.length) if header.length else b""
                if not self._is_intact(header, payload):
                    raise PacketError("wrong checksum")
                await self._thawed()
                await self._receive(header, payload)
                await self._channel.drained()
        except ChannelClosed:
            _LOG.debug("%s is gone", self.name)
        except (PacketError, WindowExceeded) as error:
            _LOG.warning("transport closed: %s", error)
        finally:
            await self._end()

    def abort(self) -> None:
        """Cut the connection, as a pulled cable does."""
        self._channel.abort()

    async def drained(self) -> None:
        try:
            await self._channel.drained()
        except ChannelClosed as error:
            raise StreamClosed from error

    async def open_to_host(self, destination: str) -> Stream:
        if not self._is_online:
            raise StreamClosed
        stream = self._new_stream(remote_id=0, window=0)
        self._send(Command.OPEN, stream.local_id, self._receive_window, destination.encode() + b"\0")
        try:
            await stream.accepted()
        except asyncio.CancelledError:
            self.send_close(stream)
            raise
        return stream

    def send_okay(self, stream: Stream, taken: int) -> None:
        payload = _ACKNOWLEDGED.pack(taken) if self._terms.has_delayed_acks else b""
        self._send(Command.OKAY, stream.local_id, stream.remote_id, payload)

    def send_data(self, stream: Stream, data: bytes | memoryview) -> None:
        self._send(Command.WRTE, stream.local_id, stream.remote_id, data)

    def send_close(self, stream: Stream) -> None:
        if self._streams.pop(stream.local_id, None) is not None:
            self._send(Command.CLSE, stream.local_id, stream.remote_id)

    @property
    def _receive_window(self) -> int:
        return RECEIVE_WINDOW if self._terms.has_delayed_acks else 0

    def _is_intact(self, header: Header, payload: bytes) -> bool:
        """A host that reconnects by itself greets and signs with the checksum of its last version: none."""
        if not self._terms.has_checksums or (header.command in (Command.CNXN, Command.AUTH) and header.checksum == 0):
            return True
        return header.checksum == checksum_of(payload)

    def _send(self, command: Command, arg0: int, arg1: int, payload: bytes | memoryview = b"") -> None:
        self._channel.write(encode(command, arg0, arg1, payload, with_checksum=self._terms.has_checksums))

    def _send_auth(self, kind: int, payload: bytes) -> None:
        self._send(Command.AUTH, kind, 0, payload)

    async def _thawed(self) -> None:
        if self._phone.faults.freeze:
            self._phone.fault_fired("freeze")
        while self._phone.faults.freeze:
            await asyncio.sleep(_FROZEN_POLL_SECONDS)

    async def _receive(self, header: Header, payload: bytes) -> None:
        match header.command:
            case Command.CNXN:
                await self._greeted(header, payload)
            case Command.AUTH:
                self._challenge.answer(header.arg0, payload)
            case Command.OPEN if self._is_online and header.arg0:
                self._open(header.arg0, header.arg1, payload)
            case Command.OKAY | Command.WRTE | Command.CLSE if self._is_online and header.arg1:
                self._receive_for_stream(header, payload)
            case _:
                _LOG.debug("packet ignored: %#010x", header.command)

    def _receive_for_stream(self, header: Header, payload: bytes) -> None:
        stream = self._streams.get(header.arg1)
        is_known = stream is not None and stream.remote_id in (0, header.arg0)
        match header.command:
            case Command.CLSE if stream is not None and (is_known or header.arg0 == 0):
                self._closed_by_host(stream)
            case Command.CLSE:
                pass
            case _ if stream is None or not is_known or header.arg0 == 0:
                self._send(Command.CLSE, header.arg1, header.arg0)  # for a stream that is gone
            case Command.OKAY:
                stream.remote_id = header.arg0
                is_count = len(payload) == _ACKNOWLEDGED.size
                stream.acknowledged(_ACKNOWLEDGED.unpack(payload)[0] if is_count else None)
            case Command.WRTE if stream.remote_id:
                stream.feed(payload)

    async def _greeted(self, header: Header, payload: bytes) -> None:
        self._phone.reached("connect")
        if self._phone.faults.offline:
            self._phone.fault_fired("offline")
            return
        _LOG.debug("greeted by %s", payload.rstrip(b"\0").decode(errors="replace"))
        self._go_offline()
        self._offered = agree(self._phone, version=header.arg0, max_payload=header.arg1, banner=payload)
        if self._phone.auth.uses_tls:
            self._send(Command.STLS, VERSION_STLS, 0)
            self._channel = await secured(self._channel)
            self._go_online()
        elif self._phone.auth.is_required:
            self._challenge.ask()
        else:
            self._go_online()

    def _go_offline(self) -> None:
        """A host that greets again knows nothing of what was before."""
        self._is_online = False
        self._terms = BEFORE_GREETING
        for stream in list(self._streams.values()):
            stream.closed_by_peer()
        self._streams.clear()
        for task in self._tasks.values():
            task.cancel()
        self._phone.reverses.forget(self)

    def _go_online(self) -> None:
        # The greeting itself still has a checksum: the host knows our version only after it.
        self._send(Command.CNXN, self._phone.protocol_version, self._phone.max_payload, self._phone.banner)
        self._terms = self._offered
        self._is_online = True

    def _open(self, remote_id: int, window: int, payload: bytes) -> None:
        has_room = len(self._streams) < _MAX_STREAMS and bool(window) == self._terms.has_delayed_acks
        service = self._resolve(payload.rstrip(b"\0")) if has_room else None
        if service is None:
            self._send(Command.CLSE, 0, remote_id)
            return
        stream = self._new_stream(remote_id=remote_id, window=window)
        self.send_okay(stream, RECEIVE_WINDOW)
        task = asyncio.create_task(self._run(service, stream))
        self._tasks[stream.local_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(stream.local_id, None))

    def _new_stream(self, *, remote_id: int, window: int) -> Stream:
        local_id = next(number for number in self._ids if number not in self._streams)
        stream_window = window if self._terms.has_delayed_acks else None
        stream = Stream(self, local_id=local_id, remote_id=remote_id, window=stream_window)
        self._streams[local_id] = stream
        return stream

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
        if stream.remote_id:
            self.send_close(stream)
        self._streams.pop(stream.local_id, None)
        stream.closed_by_peer()
        task = self._tasks.get(stream.local_id)
        if task is not None:
            task.cancel()

    async def _end(self) -> None:
        self._challenge.withdraw()
        tasks = list(self._tasks.values())
        self._go_offline()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.abort()
        await self._channel.closed()
