"""``genie devices``: the phones adb knows, now or as they come and go, and what to do about one that is not ready."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from genie_host.cli.phones import REMEDY, lone_name
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_program import ADB_VARIABLE
from genie_host.phone.device_state import DeviceEntry, error_of_state

AdbOption = Annotated[
    Path | None,
    typer.Option("--adb", envvar=ADB_VARIABLE, help="The adb to use instead of the one that comes with Genie."),
]


def list_devices(
    adb: AdbOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
    is_watching: Annotated[
        bool, typer.Option("--watch", help="Go on, and print a line for each change, until Ctrl-C.")
    ] = False,
) -> None:
    """List the phones adb knows, and what to do about one that is not ready."""
    server = AdbServer.bundled(adb=adb)
    if is_watching:
        watch(server, as_json=as_json)
        return
    devices = server.devices()
    if as_json:
        print_json(rows(devices))
        return
    if not devices:
        CONSOLE.print(REMEDY, markup=False, soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("serial", "state", "model", "what to do"):
        table.add_column(heading, overflow="fold")
    for cells in rows(devices):
        table.add_row(*(shown(cells[name]) for name in ("serial", "state", "model", "remedy")))
    CONSOLE.print(table, markup=False)


def watch(server: AdbServer, *, as_json: bool) -> None:
    """One line for each phone whose state changed; ``gone`` for one that left. Ends by Cancelled."""
    stop = StopButton()
    before: dict[str, dict[str, str]] = {}
    with stop.held():
        for devices in server.track(stop.token):
            now = {cells["name"]: cells for cells in rows(devices)}
            gone = [{**cells, "state": "gone", "remedy": ""} for name, cells in before.items() if name not in now]
            for cells in [*gone, *(cells for name, cells in now.items() if before.get(name) != cells)]:
                if as_json:
                    print_json(cells)
                else:
                    words = (shown(cells[key]) for key in ("name", "state", "model", "remedy"))
                    CONSOLE.print("  ".join(word for word in words if word), markup=False, soft_wrap=True)
            before = now


def rows(devices: Iterable[DeviceEntry]) -> list[dict[str, str]]:
    """All phones; one that shares its serial with another is named by where it is plugged in."""
    listed = list(devices)
    return [row(device, name=lone_name(device, listed)) for device in listed]


def row(device: DeviceEntry, name: str = "") -> dict[str, str]:
    """One phone; the remedy is empty when it is ready, the name is what ``--device`` takes."""
    error = error_of_state(device.serial, device.state)
    remedy = str(error) if error is not None else ""
    if name and name != device.serial and not remedy:
        remedy = f"Another phone has the same serial. Use --device {name}"
    return {
        "name": name or device.serial,
        "serial": device.serial,
        "state": device.state,
        "model": device.model,
        "remedy": remedy,
    }
