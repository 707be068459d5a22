"""``genie voice microphones``: what there is to listen to."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from genie_host.cli.terminal import CONSOLE, print_json, shown
from genie_host.core.errors import MicrophoneUnavailable
from genie_host.voice.capture.devices import devices


def microphones(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False) -> None:
    """List the microphones, by the names that `genie listen --microphone` takes.

    What a speaker plays can be listened to as well, by its name alone: Genie never does so by itself.
    """
    found = devices()
    if as_json:
        print_json([asdict(device) for device in found])
        return
    if not found:
        raise MicrophoneUnavailable("There is no microphone.")
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("name", "what it is", ""):
        table.add_column(heading, overflow="fold")
    for device in found:
        remark = "a speaker's sound" if device.is_monitor else "the system's choice" if device.is_default else ""
        table.add_row(Text(shown(device.name, 200), style="bold"), Text(shown(device.description, 200)), remark)
    CONSOLE.print(table, markup=False)
