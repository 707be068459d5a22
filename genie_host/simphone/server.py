"""Puts a simulated phone on a loopback port, in a thread of its own, where the real adb finds it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

from genie_host.core.errors import SimulatorError
from genie_host.simphone.listener import HOST, LOWEST_PORT, Listener
from genie_host.simphone.phone import SimPhone

__all__ = ["HOST", "LOWEST_PORT", "SimServer"]

T = TypeVar("T")


class SimServer:
    """A phone that can be reached. All access to the phone goes through ``call`` while the server runs."""

    def __init__(self, phone: SimPhone, port: int = 0) -> None:
        self._phone = phone
        self._listener = Listener(phone, port)
        self._started: Future[int] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
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

        return self.finish(run())

    def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the phone's thread and give its result; not to be called on that thread."""
        if self._loop is None or not self._thread.is_alive():
            work.close()
            raise SimulatorError("the simulated phone is not running")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def drop(self) -> None:
        """Cut all connections, as a pulled cable does; the host may come back."""
        self.call(lambda phone: self._listener.drop())

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
            self.finish(kill())

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
        self._listener.open()
        self._started.set_result(self._listener.port)
        await self._stop.wait()
        await self._listener.close()
