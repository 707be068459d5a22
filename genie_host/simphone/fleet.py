"""Many phones in one process: one event loop, one thread, a port for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from genie_host.core.errors import SimulatorError
from genie_host.simphone.listener import Listener
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.service_thread import Service, ServiceThread

T = TypeVar("T")


class Fleet:
    """Phones that are reached together. All access to them goes through ``call`` while the fleet runs."""

    def __init__(self, phones: Sequence[SimPhone], *, first_port: int = 0) -> None:
        self.listeners = [
            Listener(phone, first_port + number if first_port else 0) for number, phone in enumerate(phones)
        ]
        self._thread: ServiceThread | None = None

    @property
    def serials(self) -> list[str]:
        """adb's names for the phones."""
        return [listener.serial for listener in self.listeners]

    @contextmanager
    def running(self, *services: Service) -> Iterator[Fleet]:
        """Serve the phones, and whatever else belongs to them, for as long as the block runs."""
        thread = self._thread = ServiceThread([*self.listeners, *services])
        thread.start()
        try:
            yield self
        finally:
            thread.stop()
            self._thread = None

    def call(self, number: int, function: Callable[[SimPhone], T]) -> T:
        """Run a function on a phone's thread and give its result."""
        thread, phone = self._thread, self.listeners[number].phone
        if thread is None:
            raise SimulatorError("the simulated phones are not running")
        if thread.is_current:
            return function(phone)

        async def run() -> T:
            return function(phone)

        return thread.finish(run())
