"""Which adb to run: the one inside the adbutils wheel, unless the user names another. Never whatever is on PATH."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from genie_host.core.errors import AdbMissing, UsageError

ADB_VARIABLE = "GENIE_ADB"
PORT_VARIABLE = "ANDROID_ADB_SERVER_PORT"
DEFAULT_PORT = 5037


def bundled_adb() -> Path:
    """The adb 36 that the adbutils wheel carries for Linux, macOS and Windows on the usual processors."""
    return Path(str(files("adbutils") / "binaries")) / ("adb.exe" if sys.platform == "win32" else "adb")


def choose_adb(named: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """The adb to run: ``named``, else $GENIE_ADB, else the bundled one. Raises AdbMissing when it is not there."""
    from_environment = environment.get(ADB_VARIABLE)
    chosen = named or (Path(from_environment) if from_environment else None)
    if chosen is None:
        chosen = bundled_adb()
        if not chosen.is_file():
            raise AdbMissing(
                "The adbutils package brings no adb for this system. "
                "Install Android's platform-tools and name its adb with --adb or GENIE_ADB."
            )
    elif not chosen.is_file():
        raise AdbMissing(
            "The adb named by --adb or GENIE_ADB does not exist. "
            "Correct the name, or leave it out to use the one that comes with Genie."
        )
    if not os.access(chosen, os.X_OK):
        raise AdbMissing("The adb program may not be executed. Make it executable, or name another with --adb.")
    return chosen.absolute()


def choose_port(environment: Mapping[str, str] = os.environ) -> int:
    """The adb server's port: $ANDROID_ADB_SERVER_PORT, as every adb tool reads it, else 5037."""
    text = environment.get(PORT_VARIABLE, "") or str(DEFAULT_PORT)
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise UsageError(f"{PORT_VARIABLE} must be a port number between 1 and 65535.")
    return int(text)
