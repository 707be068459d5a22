"""``genie listen`` as a user has it: the real command in a process of its own, its events read as they come."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK, Deadline

ROOT = Path(__file__).parents[3]
WAKE = "하모니카"
"""What stands for "hey gemma": a word that the only Vosk model to be had from PyPI tells from others."""
WIFI, READ_VERSION = "라디오", "아나운서"
SHORTCUTS = {WIFI: "turn on Wi-Fi", READ_VERSION: "send hi to Mum"}
_LONG_SECONDS = 400.0
"""Generous: the machine may be busy with anything."""

Told = dict[str, Any]


class Listening:
    """The process, everything that it has told so far, and what is still to come."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "cli.py"), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            cwd=ROOT,
            env={**os.environ, **environment},
        )
        self.events: list[tuple[float, Told]] = []
        self.errors = ""
        self._change = threading.Condition()
        self._threads = [
            threading.Thread(target=target, daemon=True) for target in (self._read_events, self._read_errors)
        ]
        for thread in self._threads:
            thread.start()

    def _read_events(self) -> None:
        for line in self.process.stdout:
            with self._change:
                self.events.append((SYSTEM_CLOCK.now(), json.loads(line)))
                self._change.notify_all()
        with self._change:
            self._change.notify_all()

    def _read_errors(self) -> None:
        for line in self.process.stderr:
            self.errors += line

    def mark(self) -> int:
        """From where on ``wait_for`` may look."""
        with self._change:
            return len(self.events)

    def wait_for(
        self, what: Callable[[Told], bool], since: int = 0, *, seconds: float = _LONG_SECONDS
    ) -> tuple[float, Told]:
        """The first event of the kind, and when it came."""

        def found() -> tuple[float, Told] | None:
            return next(((at, told) for at, told in self.events[since:] if what(told)), None)

        deadline = Deadline.after(seconds)
        with self._change:
            while (event := found()) is None:
                is_over = self.process.poll() is not None or deadline.is_over
                assert not is_over, f"it never came; {self.tail()}"
                self._change.wait(0.5)
        return event

    def tail(self) -> str:
        told = [f"{at - self.events[0][0]:.2f} {event['kind']} {event['data']}" for at, event in self.events[-40:]]
        return "\n".join([*told, self.errors, f"exit code {self.process.poll()}"])

    def wait_for_state(self, state: str, since: int = 0) -> float:
        return self.wait_for(is_state(state), since)[0]

    def type(self, line: str) -> None:
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def of_kind(self, kind: str, since: int = 0) -> list[Told]:
        with self._change:
            return [told["data"] for _, told in self.events[since:] if told["kind"] == kind]

    def children(self) -> list[int]:
        """The ids of the process's own children."""
        ids = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(id) for task in (tasks if ids.exists() else ()) for id in task.read_text().split()]

    def ears_process(self) -> int:
        """The child that hears: the one with a speech model in memory."""
        for id in self.children():
            try:
                if b"libvosk" in (Path(f"/proc/{id}/maps")).read_bytes():
                    return id
            except OSError:
                continue
        raise AssertionError("no child of it has loaded Vosk")

    def leave(self) -> int:
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(60)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            stream.close()


def is_state(state: str) -> Callable[[Told], bool]:
    return lambda told: told["kind"] == "voice_state" and told["data"]["state"] == state


def is_kind(kind: str, /, **data: Any) -> Callable[[Told], bool]:
    return lambda told: told["kind"] == kind and data.items() <= told["data"].items()


def says(words: str) -> Callable[[Told], bool]:
    return lambda told: told["kind"] == "notice" and words in told["data"]["message"]


def settings(folder: Path, model: Path, **more: object) -> dict[str, str]:
    """A state folder for the Korean model; the environment that leads to it."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        f"model = {json.dumps(str(model))}",
        'language = "ko"',
        f'phrase = "{WAKE}"',
        *(f"{name} = {json.dumps(value)}" for name, value in more.items()),
        "[commands]",
        *(f'"{said}" = "{goal}"' for said, goal in SHORTCUTS.items()),
    ]
    (folder / "voice.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {"GENIE_STATE_DIR": str(folder)}


@contextmanager
def listening(
    folder: Path, model: Path, *arguments: str, adb_port: int | None = None, **more: object
) -> Iterator[Listening]:
    """``genie listen --json`` and more, with these voice settings."""
    environment = settings(folder, model, **more)
    if adb_port is not None:
        environment["ANDROID_ADB_SERVER_PORT"] = str(adb_port)
    talk = Listening(("listen", "--json", *arguments), environment)
    try:
        yield talk
    finally:
        talk.close()
