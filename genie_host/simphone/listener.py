"""The port of one phone, on the event loop of whoever runs it: accepts hosts and serves their transports."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from functools import partial

from genie_host.core.errors import SimulatorError
from genie_host.simphone.door import HOST, Door
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.channel import PlainChannel
from genie_host.simphone.wire.services import resolve_service
from genie_host.simphone.wire.transport import Transport

__all__ = ["HOST", "LOWEST_PORT", "Listener"]

_LOG = logging.getLogger(__name__)
LOWEST_PORT = 5600
"""adb attaches by itself, as an emulator, to what listens on the ports below."""
_READ_BUFFER = 4 * 1024 * 1024
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
_TICK_SECONDS = 0.25
"""How often a phone on which something is pending looks at its clock."""


class Listener:
    """A phone that can be reached. ``open`` and ``close`` are called on the event loop that serves it."""

    def __init__(self, phone: SimPhone, port: int = 0) -> None:
        if port and port < LOWEST_PORT:
            raise SimulatorError(f"choose a port from {LOWEST_PORT} up: adb takes the ones below for emulators")
        self.phone = phone
        self.port = port
        """The port it listens on; before ``open`` the one wanted, 0 for any."""
        self._has_port = False
        self._door = Door(self._serve)
        self._next_tick: asyncio.TimerHandle | None = None
        self._transports: set[Transport] = set()

    @property
    def serial(self) -> str:
        """adb's name for the phone."""
        return f"{HOST}:{self.port}"

    @property
    def is_open(self) -> bool:
        """Whether it has got its port; it keeps the number when it is closed."""
        return self._has_port

    async def open(self) -> None:
        """Listen; raises SimulatorError when the port is taken."""
        self.port = self._door.open(self.port)
        self._has_port = True
        self.phone.link = self
        self._plan_tick()

    async def close(self) -> None:
        """Cut all connections and give the port back; harmless when not open."""
        if self._next_tick is not None:
            self._next_tick.cancel()
        await self._door.close()

    def drop(self) -> None:
        """Cut all connections, as a pulled cable does; the host may come back."""
        for transport in self._transports:
            transport.abort()

    def _plan_tick(self) -> None:
        # No task that sleeps: of a fleet's phones most wait for nothing, and looking has to be cheap.
        self._next_tick = asyncio.get_running_loop().call_later(_TICK_SECONDS, self._tick)

    def _tick(self) -> None:
        self._plan_tick()
        if self.phone.is_waiting:
            try:
                self.phone.tick()
            except Exception:
                _LOG.exception("what was due on the phone failed")

    async def _serve(self, connection: socket.socket) -> None:
        if self.phone.faults.refuse:
            self.phone.fault_fired("refuse")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            return
        reader, writer = await asyncio.open_connection(sock=connection, limit=_READ_BUFFER)
        transport = Transport(self.phone, partial(resolve_service, self.phone), PlainChannel(reader, writer))
        self._transports.add(transport)
        try:
            await transport.serve()
        except Exception:
            _LOG.exception("a transport failed")
        finally:
            transport.abort()  # also when stopped in the middle of its own tidying up
            self._transports.discard(transport)
