"""What the sound server says through ``pactl``: which microphones there are, and which one a process really hears.

A PulseAudio or PipeWire server moves a stream without a word when its source is unplugged, to a speaker's monitor if
nothing else is left; then Genie would listen to itself and to the films that are watched. Only the server knows.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genie_host.voice.capture.changes import Changes, plain_environment

_PACTL_SECONDS = 1.5
"""A healthy server takes milliseconds; one that hangs must not keep its user waiting for the news."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSource:
    """One source of the sound server."""

    index: int
    name: str
    """What it is chosen by."""
    description: str
    """What people call it."""
    is_monitor: bool
    """It hears what a speaker plays, not a room."""


class SoundServer:
    """Asks the sound server. Every answer is None when it does not answer, or there is no ``pactl`` to ask with."""

    def __init__(self, program: str = "pactl", *, timeout_seconds: float = _PACTL_SECONDS) -> None:
        self._program = shutil.which(program)
        self._timeout_seconds = timeout_seconds

    @property
    def can_be_asked(self) -> bool:
        """There is a program to ask with; the server may be dead all the same."""
        return self._program is not None

    def is_there(self) -> bool | None:
        """Whether a server answers; None when nobody can be asked."""
        return None if self._program is None else self._ask("info") is not None

    def sources(self) -> list[ServerSource] | None:
        """All of them, monitors included."""
        answer = self._ask("list", "sources")
        return None if answer is None else sources_in(answer)

    def default_source(self) -> str | None:
        """The name of the system's choice."""
        answer = self._ask("info")
        return str(answer.get("default_source_name", "")) if isinstance(answer, Mapping) else None

    def source_heard(self, process_id: int) -> int | None:
        """The index of the source that a process listens to; the newest when there are several."""
        answer = self._ask("list", "source-outputs")
        return None if answer is None else source_of(answer, process_id)

    def watch(self, changed: threading.Event) -> Changes | None:
        """Have an event set whenever sources or streams from them change; close the answer in the end."""
        if self._program is None:
            return None
        try:
            return Changes(self._program, changed)
        except OSError:
            return None

    def _ask(self, *question: str) -> Any:
        if self._program is None:
            return None
        try:
            answer = subprocess.run(
                [self._program, "-f", "json", *question],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=self._timeout_seconds,
                check=False,
                env=plain_environment(),
            )
            return json.loads(answer.stdout) if answer.returncode == 0 else None
        except (OSError, subprocess.TimeoutExpired, ValueError):
            return None


def sources_in(answer: Any) -> list[ServerSource]:
    """The sources in what ``pactl -f json list sources`` printed; entries of another shape are left out."""
    return [
        ServerSource(
            index=entry["index"],
            name=str(entry.get("name", "")),
            description=str(entry.get("description") or entry.get("name", "")),
            is_monitor=_is_monitor(entry),
        )
        for entry in _entries(answer)
    ]


def source_of(answer: Any, process_id: int) -> int | None:
    """The index of the source in what ``pactl -f json list source-outputs`` printed for a process's newest stream."""
    own = [entry for entry in _entries(answer) if _process_of(entry) == str(process_id)]
    heard = max(own, key=lambda entry: int(entry["index"]), default=None)
    return heard["source"] if heard is not None and isinstance(heard.get("source"), int) else None


def _entries(answer: Any) -> Sequence[Mapping[str, Any]]:
    if not isinstance(answer, list):
        return []
    return [entry for entry in answer if isinstance(entry, Mapping) and isinstance(entry.get("index"), int)]


def _process_of(entry: Mapping[str, Any]) -> str:
    properties = entry.get("properties")
    return str(properties.get("application.process.id", "")) if isinstance(properties, Mapping) else ""


def _is_monitor(entry: Mapping[str, Any]) -> bool:
    properties = entry.get("properties")
    device_class = properties.get("device.class") if isinstance(properties, Mapping) else ""
    # Servers differ: PulseAudio names the sink, PipeWire the class, and both end the name alike.
    return (
        entry.get("monitor_source") not in (None, "", "n/a")
        or device_class == "monitor"
        or str(entry.get("name", "")).endswith(".monitor")
    )
