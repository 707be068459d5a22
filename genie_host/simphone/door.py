"""A loopback port on the running event loop, and a task for each connection that comes in."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Coroutine
from typing import Any

from genie_host.core.errors import SimulatorError

HOST = "127.0.0.1"


class Door:
    """Accepts by hand: asyncio's own server loses connections that arrive while it is being closed."""

    def __init__(self, welcome: Callable[[socket.socket], Coroutine[Any, Any, None]]) -> None:
        self._welcome = welcome
        self._listener: socket.socket | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self, port: int) -> int:
        """Listen, 0 for any port; gives the port. Raises SimulatorError when it is taken."""
        try:
            listener = socket.create_server((HOST, port))
        except OSError as error:
            reason = error.strerror or error
            raise SimulatorError(f"port {port} cannot be used for a simulated phone: {reason}") from error
        listener.setblocking(False)
        self._listener = listener
        asyncio.get_running_loop().add_reader(listener, self._accept, listener)
        return int(listener.getsockname()[1])

    async def close(self) -> None:
        """Cut all connections and give the port back; harmless when not open."""
        if self._listener is not None:
            asyncio.get_running_loop().remove_reader(self._listener)
            self._listener.close()
            self._listener = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, _ = listener.accept()
        except (BlockingIOError, ConnectionError):
            return  # the other side thought better of it
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = asyncio.create_task(self._welcome(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Also when the task is cancelled before it begins.
        task.add_done_callback(lambda _: connection.close())
