"""A thread with an event loop that serves sockets: the ports of phones, their control socket, their page."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Sequence
from concurrent.futures import Future
from typing import Any, Protocol, TypeVar

from genie_host.core.errors import SimulatorError

T = TypeVar("T")


class Service(Protocol):
    """What is open while the thread runs."""

    async def open(self) -> None:
        """Listen; raises SimulatorError when that is not possible."""
        ...

    async def close(self) -> None:
        """Harmless when not open."""
        ...


class ServiceThread:
    """Opens services in their order, serves them all on one loop, closes them the other way round."""

    def __init__(self, services: Sequence[Service], *, name: str = "simphone") -> None:
        self._services = services
        self._started: Future[None] = Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    @property
    def is_current(self) -> bool:
        """Whether the caller is on this very thread."""
        return threading.current_thread() is self._thread

    def start(self) -> None:
        """Open everything; raises SimulatorError when a port is taken."""
        self._thread.start()
        self._started.result()

    def stop(self) -> None:
        """Close everything and end the thread; harmless when not running."""
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the thread and give its result; not to be called on that thread."""
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
        opened: list[Service] = []
        try:
            for service in self._services:
                await service.open()
                opened.append(service)
            self._started.set_result(None)
            await self._stop.wait()
        finally:
            for service in reversed(opened):
                await service.close()
