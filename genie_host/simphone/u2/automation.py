"""The automation process: u2.jar's server while it runs, with its listening port and what it remembers."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.u2.selectors import SelectorData
from genie_host.simphone.wire.stream import Service

T = TypeVar("T")


@dataclass
class Touch:
    """A finger that injected events hold down."""

    start: tuple[float, float]
    end: tuple[float, float]
    since: float
    """Seconds of the event loop's clock."""


@dataclass
class Memory:
    """What lives as long as the process."""

    objects: dict[str, SelectorData] = field(default_factory=dict)
    touch: Touch | None = None


class Automation:
    """Holds the phone's one automation slot from ``listen`` to ``kill``."""

    def __init__(self, phone: SimPhone, port: int) -> None:
        self.phone = phone
        self.memory = Memory()
        self._socket = f"tcp:{port}"
        self._ended = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()

    def listen(self, service: Service) -> None:
        """Take the slot and the port."""
        self.phone.sockets[self._socket] = service
        self.phone.automation = self

    def close(self) -> None:
        """Give up the slot and the port; connections and calls in progress go on."""
        if self.phone.automation is self:
            self.phone.automation = None
            self.phone.sockets.pop(self._socket, None)

    def kill(self) -> None:
        """End the process: its port is closed, its connections break, calls in progress come to nothing."""
        self.close()
        self._ended.set()
        current = asyncio.current_task()
        for task in list(self._tasks):
            if task is not current:
                task.cancel()

    async def gone(self) -> None:
        """Wait until the connections of a killed process are closed."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def survives(self) -> bool:
        """Whether a fault makes it outlive its shell and whoever asks it to stop."""
        return self.phone.faults.u2_survives

    async def ended(self) -> None:
        """Wait for the end of the process."""
        await self._ended.wait()

    @property
    def has_ended(self) -> bool:
        return self._ended.is_set()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run a part of the process: it goes on when the host hangs up, and dies with the process."""
        task = self.phone.start(work)
        self.adopt(task)
        return task

    def adopt(self, task: asyncio.Task[Any]) -> None:
        """Let a task die with the process."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def remember(self, selector: SelectorData) -> str:
        """Keep a selector under a name that the host can use in its place."""
        name = str(uuid.uuid4())
        self.memory.objects[name] = selector
        return name
