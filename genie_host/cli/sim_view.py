"""``genie sim view``: a web page of this computer that shows a running phone and lets a person touch it."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from genie_host.cli.sim_control import Device, phone_called
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE
from genie_host.core.errors import Cancelled
from genie_host.simphone.view.server import ViewServer

_LOOK_SECONDS = 3600.0


def add_to(app: typer.Typer) -> None:
    """Make this command part of ``genie sim``."""
    app.command("view")(view)


def view(
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1; 0 takes a free one.", min=0, max=65535)] = 0,
    device: Device = "",
) -> None:
    """Show a running phone on a web page until Ctrl-C."""
    phone = phone_called(device)
    with StopButton().held() as stop, ViewServer(phone.client, port) as server:
        CONSOLE.print(f"{phone.serial} is shown at {server.url}", markup=False, soft_wrap=True)
        with suppress(Cancelled):
            while True:
                stop.wait(_LOOK_SECONDS)
