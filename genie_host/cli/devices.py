"""``genie devices``: the phones adb knows, and what to do about one that is not ready."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from genie_host.cli.phones import REMEDY
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
) -> None:
    """List the phones adb knows, and what to do about one that is not ready."""
    devices = AdbServer.bundled(adb=adb).devices()
    if as_json:
        print_json([row(device) for device in devices])
        return
    if not devices:
        CONSOLE.print(REMEDY, markup=False, soft_wrap=True)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("serial", "state", "model", "what to do"):
        table.add_column(heading, overflow="fold")
    for device in devices:
        cells = row(device)
        table.add_row(*(shown(cells[name]) for name in ("serial", "state", "model", "remedy")))
    CONSOLE.print(table, markup=False)


def row(device: DeviceEntry) -> dict[str, str]:
    """One phone; the remedy is empty when it is ready."""
    error = error_of_state(device.serial, device.state)
    return {
        "serial": device.serial,
        "state": device.state,
        "model": device.model,
        "remedy": str(error) if error is not None else "",
    }
