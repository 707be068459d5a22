"""``screencap`` and ``uiautomator``: what the phone lets one see."""

from __future__ import annotations

import io
import struct

from PIL import Image

from genie_host.simphone.faults.views import dumped, pictured
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply

_KILLED = 137
_RGBA_8888, _COLOR_SPACE_UNKNOWN = 1, 0
_IDLE_MS = 10_000
"""How long the tool waits for a screen to be still. Source: AOSP, DumpCommand."""
_DEFAULT_DUMP = "/sdcard/window_dump.xml"


async def screencap(call: Call) -> Reply:
    """``screencap [-p] [-d DISPLAY] [FILE]``: PNG, or raw RGBA behind a 16-byte header."""
    paths = [argument for argument in call.arguments if argument.startswith("/")]
    png = await pictured(call.phone, call.phone.snapshots.png)
    is_png = "-p" in call.arguments or any(path.endswith(".png") for path in paths)
    data = png if is_png else _raw(png)
    if not paths:
        return Reply(data)
    return OK if call.phone.files.write(paths[0], data) else Reply(status=1, errors="Error opening file\n")


async def uiautomator(call: Call) -> Reply:
    """``uiautomator dump [--compressed] [FILE]``; only one automation may run at a time."""
    if call.arguments[:1] != ("dump",):
        return Reply(status=1, errors="Usage: uiautomator <subcommand> [options]\n")
    if call.phone.faults.u2_busy:
        call.phone.fault_fired("u2_busy")
    if call.phone.automation is not None or call.phone.faults.u2_busy:
        return Reply(status=_KILLED, errors="Killed\n")
    if call.phone.world.is_animating:
        await call.phone.hand.pause(_IDLE_MS)
        return Reply(errors="ERROR: could not get idle state.\n")
    paths = [argument for argument in call.arguments[1:] if argument.startswith("/")]
    path = paths[0] if paths else _DEFAULT_DUMP
    dump = await dumped(call.phone, "stock", lambda: call.phone.snapshots.hierarchy("stock", active_only=True))
    if path == "/dev/tty":
        return Reply(f"{dump}UI hierchary dumped to: /dev/tty\n")  # the spelling is Android's
    call.phone.files.write(path, dump.encode())
    return Reply(f"UI hierchary dumped to: {path}\n")


def _raw(png: bytes) -> bytes:
    image = Image.open(io.BytesIO(png)).convert("RGBA")
    return struct.pack("<4I", image.width, image.height, _RGBA_8888, _COLOR_SPACE_UNKNOWN) + image.tobytes()


COMMANDS: CommandTable = {"screencap": screencap, "uiautomator": uiautomator}
