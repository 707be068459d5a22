"""The phone's log, as ``logcat`` reads it: a ring of lines that apps, the system and the shell write to."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from datetime import datetime

from genie_host.simphone.world.engine import World
from genie_host.simphone.world.events import Entry

SYSTEM_PID = 1423
_CAPACITY = 1000
_RUNTIME_TAG = "AndroidRuntime"
_MANAGER_TAG = "ActivityManager"


@dataclass(frozen=True, kw_only=True, slots=True)
class LogLine:
    """One line of one buffer."""

    number: int
    at: datetime
    level: str
    """``V``, ``D``, ``I``, ``W``, ``E`` or ``F``."""
    tag: str
    content: str | Entry
    """Text, or what the event log has of it: written out only when somebody reads it."""
    pid: int = SYSTEM_PID
    buffer: str = "main"
    """``main``, ``system``, ``crash`` or ``events``."""

    @property
    def message(self) -> str:
        """What the line says."""
        if isinstance(self.content, str):
            return self.content
        data = {name: value for name, value in self.content.items() if name != "seq"}
        return json.dumps(data, ensure_ascii=False, default=str)


class Logcat:
    """The newest lines of one phone. What the world's event log says is among them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._lines: deque[LogLine] = deque(maxlen=_CAPACITY)
        self._count = 0
        self._waiting: set[asyncio.Event] = set()
        self.write("I", "SimPhone", "boot completed", buffer="system")
        world.log.listen(self._take)

    def write(self, level: str, tag: str, message: str, *, pid: int = SYSTEM_PID, buffer: str = "main") -> None:
        """Add one line for each line of the message."""
        for text in message.splitlines() or [""]:
            self._add(level, tag, text, pid, buffer)

    def since(self, number: int) -> list[LogLine]:
        """Lines after the one with this number."""
        return [line for line in self._lines if line.number > number]

    def clear(self) -> None:
        """Forget all lines."""
        self._lines.clear()

    async def more(self, number: int, given_up: asyncio.Event | None = None) -> None:
        """Wait for a line after this one, or until ``given_up`` is set."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        waits = [asyncio.create_task(event.wait()) for event in (changed, given_up) if event is not None]
        try:
            if self._count <= number:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._waiting.discard(changed)
            for task in waits:
                task.cancel()

    @property
    def last_number(self) -> int:
        """Number of the newest line."""
        return self._count

    def _take(self, entry: Entry) -> None:
        """What the system would have logged about something that happened; all else as data under one tag."""
        package = str(entry.get("package", ""))
        pid = self._world.pid_of(package) or SYSTEM_PID
        match entry["kind"]:
            case "app_started":
                self._started(package, pid)
            case "app_crashed":
                self._crashed(package, str(entry["message"]), int(entry.get("pid", 0)) or pid)
            case "app_not_responding":
                self.write(
                    "E",
                    _MANAGER_TAG,
                    f"ANR in {package} ({package}/.MainActivity)\nPID: {pid}\n"
                    "Reason: Input dispatching timed out (Waited 5001ms for MotionEvent)",
                    buffer="system",
                )
            case "app_installed" | "app_uninstalled":
                verb = "added" if entry["kind"] == "app_installed" else "removed"
                self.write("I", "PackageManager", f"package {verb}: {package}", buffer="system")
            case "toast":
                self.write("I", "Toast", f"{package}: {entry.get('text', '')}", pid=pid)
            case "notification_posted":
                self.write("I", "NotificationService", f"enqueue {package}: {entry.get('title', '')}", buffer="system")
        self._add("D", "SimPhone", entry, SYSTEM_PID, "main")

    def _add(self, level: str, tag: str, content: str | Entry, pid: int, buffer: str) -> None:
        self._count += 1
        at = self._world.date_time
        self._lines.append(
            LogLine(number=self._count, at=at, level=level, tag=tag, content=content, pid=pid, buffer=buffer)
        )
        for event in self._waiting:
            event.set()

    def _started(self, package: str, pid: int) -> None:
        app = self._world.apps[package]
        name = app.activity if app.activity.startswith(".") else f"/{app.activity}"
        user = f"u0a{100 + pid % 900}"
        component = f"{package}/{name.lstrip('/')}"
        self.write("I", "ActivityTaskManager", f"START u0 {{cmp={component}}} from uid 2000", buffer="system")
        self.write("I", _MANAGER_TAG, f"Start proc {pid}:{package}/{user} for next-top-activity {{{component}}}")
        self.write("I", "ActivityTaskManager", f"Displayed {component} for user 0: +187ms", buffer="system")

    def _crashed(self, package: str, message: str, pid: int) -> None:
        trace = (
            f"FATAL EXCEPTION: main\nProcess: {package}, PID: {pid}\n{message}\n"
            f"\tat {package}.MainActivity.onClick(MainActivity.java:42)\n"
            "\tat android.os.Handler.dispatchMessage(Handler.java:106)"
        )
        self.write("E", _RUNTIME_TAG, trace, pid=pid, buffer="crash")
        self.write("I", _MANAGER_TAG, f"Process {package} (pid {pid}) has died: fg  TOP", buffer="system")
