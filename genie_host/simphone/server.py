"""Puts a simulated phone on a loopback port, in a thread of its own, where the real adb finds it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.listener import HOST, LOWEST_PORT, Listener
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.service_thread import ServiceThread

__all__ = ["HOST", "LOWEST_PORT", "SimServer"]

T = TypeVar("T")


class SimServer:
    """A phone that can be reached. All access to the phone goes through ``call`` while the server runs."""

    def __init__(self, phone: SimPhone, port: int = 0) -> None:
        self._phone = phone
        self._listener = Listener(phone, port)
        self._thread = ServiceThread([self._listener])

    @property
    def listener(self) -> Listener:
        """What listens for hosts."""
        return self._listener

    @contextmanager
    def controlled(self) -> Iterator[ControlServer]:
        """Take orders from other processes too, for as long as the block runs and the server does."""
        control = ControlServer([self._listener])
        self.finish(control.open())
        try:
            yield control
        finally:
            self.finish(control.close())

    @property
    def port(self) -> int:
        """The port it listens on."""
        if not self._listener.is_open:
            raise SimulatorError("the simulated phone is not running")
        return self._listener.port

    @property
    def serial(self) -> str:
        """adb's name for the phone."""
        return f"{HOST}:{self.port}"

    def start(self) -> None:
        """Listen; raises SimulatorError when the port is taken."""
        self._thread.start()

    def stop(self) -> None:
        """Cut all connections and end the thread; harmless when not running."""
        self._thread.stop()

    def __enter__(self) -> SimServer:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.stop()

    def call(self, function: Callable[[SimPhone], T]) -> T:
        """Run a function on the phone's thread and give its result."""
        if self._thread.is_current:
            return function(self._phone)

        async def run() -> T:
            return function(self._phone)

        return self._thread.finish(run())

    def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the phone's thread and give its result; not to be called on that thread."""
        return self._thread.finish(work)

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

        if self._thread.is_current:
            self._phone.kill_u2()
        else:
            self._thread.finish(kill())
