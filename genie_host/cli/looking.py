"""A phone that is only looked at: by no run, so it is not taken, woken or changed, and a run may go on meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer

from genie_host.cli.opening import close_quietly, only_serial
from genie_host.cli.phones import SIMULATED
from genie_host.cli.simulated import simulated_phone
from genie_host.cli.stop import StopButton
from genie_host.core.screen import Observation
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone

LookedAtOption = Annotated[
    str | None,
    typer.Option("--device", envvar="ANDROID_SERIAL", help="The phone to look at: a serial from `genie devices`."),
]


@contextmanager
def phone_to_look_at(device: str | None, adb: Path | None) -> Iterator[AdbPhone]:
    """The phone that is named, or the only one."""
    with StopButton().held() as cancel, ExitStack() as stack:
        server = AdbServer.bundled(adb=adb)
        serial = device or only_serial(server, lambda: False)
        if serial == SIMULATED:
            simulated = stack.enter_context(simulated_phone(adb=adb))
            server, serial = simulated.adb, simulated.serial
        phone = AdbPhone.connect(serial, adb=server, cancel=cancel)
        stack.callback(close_quietly, phone)
        yield phone


def look(device: str | None, adb: Path | None) -> Observation:
    """One look."""
    with phone_to_look_at(device, adb) as phone:
        return phone.observe()


def look_with_picture(device: str | None, adb: Path | None) -> tuple[Observation, bytes]:
    """One look, and a PNG of the same moment as far as that can be had."""
    with phone_to_look_at(device, adb) as phone:
        return phone.observe(), phone.screenshot()
