"""Files that a simulated phone writes: what happened to it, and how it is now."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from genie_host.cli.dumps import read_bytes
from genie_host.cli.terminal import say_error
from genie_host.core.clock import wall_seconds
from genie_host.core.errors import UsageError
from genie_host.simphone.world.engine import World


class EventFile:
    """Appends events to a file, one JSON object a line, each on disk before the next."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> EventFile:
        if self._path is not None:
            try:
                self._file = self._path.open("a", encoding="utf-8")
            except OSError as error:
                raise UsageError(f"{self._path} cannot be written: {error.strerror}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def append(self, entry: Mapping[str, Any]) -> None:
        """Write one event, with the time it happened in seconds since 1970."""
        if self._file is None:
            return
        try:
            self._file.write(json.dumps({**entry, "at": round(wall_seconds(), 3)}) + "\n")
            self._file.flush()
        except OSError as error:
            self._file = None
            say_error(f"the events cannot be written any more: {error.strerror}")


class StateFile:
    """The apps' variables as JSON: app id to name to value."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._world: World | None = None
        self._written = ""

    def read(self) -> Mapping[str, Any] | None:
        """What the file says, None when there is none yet. Raises UsageError when it is something else."""
        if not self._path.exists():
            return None
        try:
            state = json.loads(read_bytes(self._path, str(self._path)))
        except ValueError as error:
            raise UsageError(f"{self._path} is not JSON.") from error
        if not isinstance(state, dict) or not all(isinstance(variables, dict) for variables in state.values()):
            raise UsageError(f"{self._path} must hold an object of apps, each an object of variables.")
        return state

    def follow(self, world: World) -> None:
        """Write the state now; ``changed`` writes it again."""
        self._world = world
        try:
            self._write()
        except OSError as error:
            raise UsageError(f"{self._path} cannot be written: {error.strerror}.") from error

    def changed(self) -> None:
        """Something happened on the phone, whose thread this is: write the state when that is over."""
        if self._world is not None:
            asyncio.get_running_loop().call_soon(self._write_or_say)

    def _write_or_say(self) -> None:
        try:
            self._write()
        except OSError as error:
            self._world = None
            say_error(f"the state cannot be written any more: {error.strerror}")

    def _write(self) -> None:
        """In one step, so that a reader never sees half a file."""
        if self._world is None:
            return
        text = json.dumps(self._world.state, indent=2, ensure_ascii=False) + "\n"
        if text != self._written:
            part = self._path.with_name(f"{self._path.name}.part")
            part.write_text(text, encoding="utf-8")
            os.replace(part, self._path)
            self._written = text
