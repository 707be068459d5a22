"""The transport inside TLS, as phones with wireless debugging have it: the phone is the server.

What the host sent right behind its last plain packet has been read already when TLS begins, so asyncio's own
``start_tls`` would miss the beginning of the handshake.
"""

from __future__ import annotations

import functools
import ssl
import tempfile
from pathlib import Path

from genie_host.simphone.wire.certificate import self_signed
from genie_host.simphone.wire.channel import Channel, ChannelClosed
from genie_host.simphone.wire.packet import HEADER_SIZE, STLS_FIRST_BYTE

_RECORD = 64 * 1024


class TlsChannel:
    """A channel inside another one."""

    def __init__(self, plain: Channel, context: ssl.SSLContext) -> None:
        self._plain = plain
        self._from_host = ssl.MemoryBIO()
        self._to_host = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._from_host, self._to_host, server_side=True)
        self._buffer = bytearray()

    async def handshake(self, beginning: bytes) -> None:
        """Agree on keys; ``beginning`` is what was read of the host's part. Raises ChannelClosed when it fails."""
        self._from_host.write(beginning)
        while True:
            try:
                self._tls.do_handshake()
            except ssl.SSLWantReadError:
                await self._receive()
            except ssl.SSLError as error:
                raise ChannelClosed from error
            else:
                self._send()
                return

    async def read(self, limit: int) -> bytes:
        while not self._buffer:
            try:
                data = self._tls.read(_RECORD)
            except ssl.SSLWantReadError:
                await self._receive()
            except ssl.SSLError as error:
                raise ChannelClosed from error
            else:
                if not data:
                    raise ChannelClosed
                self._buffer += data
        data = bytes(self._buffer[:limit])
        del self._buffer[:limit]
        return data

    async def read_exactly(self, count: int) -> bytes:
        data = bytearray()
        while len(data) < count:
            data += await self.read(count - len(data))
        return bytes(data)

    def write(self, data: bytes) -> None:
        if data:
            self._tls.write(data)
            self._send()

    async def drained(self) -> None:
        await self._plain.drained()

    def abort(self) -> None:
        self._plain.abort()

    async def closed(self) -> None:
        await self._plain.closed()

    def _send(self) -> None:
        self._plain.write(self._to_host.read())

    async def _receive(self) -> None:
        self._send()
        self._from_host.write(await self._plain.read(_RECORD))


async def secured(plain: Channel) -> TlsChannel:
    """Change over to TLS, the phone's STLS having been sent; raises ChannelClosed when the host does not follow.

    adb 36.0.0 answers with an STLS packet and begins the handshake, or, when its threads happen to run the other way
    round, begins without one.
    """
    beginning = await plain.read_exactly(1)
    if beginning == STLS_FIRST_BYTE:
        await plain.read_exactly(HEADER_SIZE - 1)
        beginning = b""
    channel = TlsChannel(plain, _context())
    await channel.handshake(beginning)
    return channel


@functools.cache
def _context() -> ssl.SSLContext:
    """One certificate for all phones of this process: hosts take any, and the port is on the loopback."""
    certificate, key = self_signed("simphone")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "simphone.pem"  # ssl reads certificates from files only
        path.write_text(key + certificate, encoding="ascii")
        context.load_cert_chain(path)
    return context
