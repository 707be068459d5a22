"""Puts a simulated phone on a loopback port, in a thread of its own, where the real adb finds it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import struct
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from functools import partial
from types import TracebackType
from typing import Any, TypeVar

from genie_host.core.errors import SimulatorError
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.services import resolve_service
from genie_host.simphone.wire.transport import Transport

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
HOST = "127.0.0.1"
LOWEST_PORT = 5600
"""adb attaches by itself, as an emulator, to what listens on the ports below."""
_READ_BUFFER = 4 * 1024 * 1024
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class SimServer:
    """A phone that can be reached. All access to the phone goes through ``call`` while the server runs."""

    def __init__(self, phone: SimPhone, port: int = 0) -> None:
        if port and port < LOWEST_PORT:
            raise SimulatorError(f"choose a port from {LOWEST_PORT} up: adb takes the ones below for emulators")
        self._phone = phone
        self._wanted_port = port
        self._started: Future[int] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._transports: set[Transport] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="simphone", daemon=True)

    @property
    def port(self) -> int:
        """The port it listens on."""
        return self._started.result(timeout=0)

    @property
    def serial(self) -> str:
        """adb's name for the phone."""
        return f"{HOST}:{self.port}"

    def start(self) -> None:
        """Listen; raises SimulatorError when the port is taken."""
        self._thread.start()
        self._started.result()

    def stop(self) -> None:
        """Cut all connections and end the thread; harmless when not running."""
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    def __enter__(self) -> SimServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def call(self, function: Callable[[SimPhone], T]) -> T:
        """Run a function on the phone's thread and give its result."""
        if threading.current_thread() is self._thread:
            return function(self._phone)

        async def run() -> T:
            return function(self._phone)

        return self._finish(run())

    def drop(self) -> None:
        """Cut all connections, as a pulled cable does; the host may come back."""

        def abort_all(phone: SimPhone) -> None:
            for transport in self._transports:
                transport.abort()

        self.call(abort_all)

    def kill_u2(self) -> None:
        """Kill the automation server on the phone; its connections are closed on return."""

        async def kill() -> None:
            automation = self._phone.automation
            if automation is not None:
                automation.kill()
                await automation.gone()

        if threading.current_thread() is self._thread:
            self._phone.kill_u2()
        else:
            self._finish(kill())

    def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        if self._loop is None or not self._thread.is_alive():
            work.close()
            raise SimulatorError("the simulated phone is not running")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _run(self) -> None:
        try:
            # The selector loop on every system: Windows' own cannot tell when a listening socket is ready.
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
                runner.run(self._main())
        except Exception as error:
            if self._started.done():
                raise
            self._started.set_exception(error)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        with self._listener() as listener:
            # Accepting by hand: asyncio's own server loses connections that arrive while it is being closed.
            self._loop.add_reader(listener, self._accept, listener)
            self._started.set_result(listener.getsockname()[1])
            await self._stop.wait()
            self._loop.remove_reader(listener)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _listener(self) -> socket.socket:
        try:
            listener = socket.create_server((HOST, self._wanted_port))
        except OSError as error:
            reason = error.strerror or error
            raise SimulatorError(f"port {self._wanted_port} cannot be used for a simulated phone: {reason}") from error
        listener.setblocking(False)
        return listener

    def _accept(self, listener: socket.socket) -> None:
        try:
            connection, _ = listener.accept()
        except (BlockingIOError, ConnectionError):
            return  # the host thought better of it
        if self._phone.faults.refuse:
            self._phone.fault_fired("refuse")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
            connection.close()
            return
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = asyncio.create_task(self._serve(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: connection.close())

    async def _serve(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection, limit=_READ_BUFFER)
        transport = Transport(self._phone, partial(resolve_service, self._phone), reader, writer)
        self._transports.add(transport)
        try:
            await transport.serve()
        except Exception:
            _LOG.exception("a transport failed")
        finally:
            transport.abort()  # also when stopped in the middle of its own tidying up
            self._transports.discard(transport)
