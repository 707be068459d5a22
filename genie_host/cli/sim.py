"""``genie sim``: the simulated phone in the foreground, for adb, uiautomator2 or Genie in another window."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from genie_host.cli.recording import EventFile, StateFile
from genie_host.cli.simulated import OnEntry, new_world
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE
from genie_host.core.errors import Cancelled, SimulatorError, UsageError
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import LOWEST_PORT, SimServer
from genie_host.simphone.world.engine import World

_LOOK_SECONDS = 3600.0

app = typer.Typer(no_args_is_help=True, help="The simulated phone.")


@app.callback()
def sim() -> None:
    """Keeps ``start`` a sub-command while it is the only one."""


@app.command()
def start(
    port: Annotated[
        int, typer.Option(help=f"Port on 127.0.0.1, {LOWEST_PORT} or higher; 0 takes a free one.", max=65535, min=0)
    ] = 0,
    events: Annotated[
        Path | None, typer.Option(help="Append what happens to this file, one JSON object a line.")
    ] = None,
    state: Annotated[
        Path | None, typer.Option(help="Start from the state in this file, if there is one, and keep it up to date.")
    ] = None,
) -> None:
    """Run the simulated phone until Ctrl-C."""
    if 0 < port < LOWEST_PORT:
        raise UsageError(f"Choose a port from {LOWEST_PORT} up: adb takes the ones below for emulators.")
    state_file = StateFile(state) if state is not None else None
    with EventFile(events) as event_file, StopButton().held() as stop:

        def record(entry: dict[str, Any]) -> None:
            event_file.append(entry)
            if state_file is not None:
                state_file.changed()

        world = world_from(state_file, record)
        with SimServer(SimPhone(world), port) as server:
            CONSOLE.print(f"simulated phone on {server.serial}; Ctrl-C ends it", markup=False)
            CONSOLE.print(f"  adb connect {server.serial}", markup=False)
            CONSOLE.print(f'  genie run "turn on Wi-Fi" --device {server.serial}', markup=False, soft_wrap=True)
            with suppress(Cancelled):
                while True:
                    stop.wait(_LOOK_SECONDS)
    CONSOLE.print("the simulated phone has stopped")


def world_from(state_file: StateFile | None, record: OnEntry) -> World:
    """A phone in the state of the file, which from now on follows it."""
    if state_file is None:
        return new_world(None, record)
    state = state_file.read() or {}
    usual = new_world(None, None).state
    try:
        world = new_world(state, record)
    except SimulatorError as error:
        raise UsageError(f"The state file does not fit this phone: {error}.") from error
    for app_id, variables in state.items():
        for name, value in variables.items():
            if type(value) is not type(usual[app_id][name]):
                raise UsageError(f"The state file does not fit this phone: {name} of {app_id} is of another kind.")
    state_file.follow(world)
    return world
