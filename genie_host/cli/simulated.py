"""A simulated phone for the length of one command, with an adb server of its own that is gone afterwards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from genie_host.core.errors import PhoneError
from genie_host.phone.adb import AdbServer, free_port
from genie_host.simphone.control.registry import Registry, Running, state_folder
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.events import EventLog

OnEntry = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class Simulated:
    """A phone that is attached, and what reaches it."""

    server: SimServer
    adb: AdbServer
    serial: str


@contextmanager
def simulated_phone(
    *,
    adb: Path | None = None,
    state: Mapping[str, Any] | None = None,
    on_entry: OnEntry | None = None,
    is_controlled: bool = False,
) -> Iterator[Simulated]:
    """Start a phone and attach it. ``on_entry`` is called with each event on the phone's own thread.

    ``is_controlled``: ``genie sim finger`` and its kind, in another window, find it.
    """
    server = SimServer(SimPhone(new_world(state, on_entry)))
    with private_adb(adb) as adb_server, server, ExitStack() as stack:
        if is_controlled:
            control = stack.enter_context(server.controlled())
            entry = Registry(state_folder()).enter([Running.of(server.listener, control)])
            stack.callback(entry.unlink, missing_ok=True)
        serial = adb_server.connect(server.serial)
        yield Simulated(server=server, adb=adb_server, serial=serial)


def new_world(state: Mapping[str, Any] | None, on_entry: OnEntry | None) -> World:
    """A phone as it comes out of the box, with some variables set; raises SimulatorError for one that is unknown."""
    world = World.from_bundled_apps(state=state)
    world.log = EventLog(sink=on_entry)
    return world


@contextmanager
def private_adb(adb: Path | None) -> Iterator[AdbServer]:
    """An adb server that knows none of the user's phones and leaves nothing behind."""
    with TemporaryDirectory(prefix="genie-adb-", ignore_cleanup_errors=True) as home:
        server = AdbServer.bundled(free_port(), adb=adb, environment=private_environment(Path(home)))
        try:
            server.start()
            yield server
        finally:
            with suppress(PhoneError):
                server.stop_if_own()


def private_environment(home: Path) -> dict[str, str]:
    """Keys of its own, and no phone by cable, network or emulator: those belong to the user's own adb server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADB_", "ANDROID_"))}
    own = {"HOME": str(home), "USERPROFILE": str(home), "ANDROID_ADB_LOG_PATH": str(home / "adb.log")}
    return {**kept, **own, "ADB_USB": "0", "ADB_EMU": "0", "ADB_MDNS": "0"}
