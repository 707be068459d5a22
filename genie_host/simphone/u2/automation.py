"""The automation process: u2.jar's server while it runs, with its listening port and what it remembers."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.u2.ui_search import Query
from genie_host.simphone.wire.stream import Service
from genie_host.simphone.world.nodes import SimNode

T = TypeVar("T")
OBJECT_SECONDS = 60.0
"""How long the server remembers an object that it gave a name."""
CONFIGURATION = {
    "actionAcknowledgmentTimeout": 500,
    "keyInjectionDelay": 0,
    "scrollAcknowledgmentTimeout": 200,
    "uiAutomationFlags": 0,
    "waitForIdleTimeout": 0,
    "waitForSelectorTimeout": 0,
}
"""Time-outs in milliseconds as the jar sets them at its start."""


class ShellRunner(Protocol):
    """Runs one command with its arguments, without a shell's syntax."""

    def __call__(self, words: Sequence[str]) -> Awaitable[tuple[str, str, int]]:
        """Standard output, standard error and exit status."""
        ...


@dataclass
class Touch:
    """A finger that injected events hold down."""

    path: list[tuple[float, float]]
    since: float
    """Seconds of the event loop's clock."""


@dataclass(frozen=True)
class Watcher:
    """When all conditions are on the screen, the action is done."""

    conditions: tuple[Query, ...]
    action: Callable[[], Awaitable[object]]


@dataclass
class Look:
    """What was on the screen at one revision of the world: laying it out again would give the same."""

    revision: int = -1
    windows: list[SimNode] | None = None
    active: list[SimNode] | None = None


@dataclass
class Memory:
    """What lives as long as the process."""

    objects: dict[str, tuple[Query, float]] = field(default_factory=dict)
    """Queries by the names the host has for them, and when each is forgotten, in seconds of the event loop's clock."""
    touch: Touch | None = None
    watchers: dict[str, Watcher] = field(default_factory=dict)
    triggered: set[str] = field(default_factory=set)
    """Names of watchers that did something."""
    is_watching: bool = False
    """A watcher is at work; others wait."""
    configuration: dict[str, int] = field(default_factory=lambda: dict(CONFIGURATION))
    look: Look = field(default_factory=Look)
    is_compressed: bool = False
    """Nodes that say nothing are left out, since the last dump asked for it."""


class Automation:
    """Holds the phone's one automation slot from ``listen`` to ``kill``."""

    def __init__(self, phone: SimPhone, port: int, run_shell: ShellRunner | None = None) -> None:
        self.phone = phone
        self.run_shell = run_shell
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

    def remember(self, query: Query) -> str:
        """Keep a query for a minute under a name that the host can use in its place."""
        name = str(uuid.uuid4())
        self.memory.objects[name] = (query, asyncio.get_running_loop().time() + OBJECT_SECONDS)
        return name

    def recall(self, name: str) -> Query | None:
        """The query of that name; None when it was never there or is forgotten."""
        return self.objects().get(name)

    def objects(self) -> dict[str, Query]:
        """All that is remembered."""
        now = asyncio.get_running_loop().time()
        kept = {name: entry for name, entry in self.memory.objects.items() if entry[1] > now}
        self.memory.objects = kept
        return {name: query for name, (query, _) in kept.items()}
