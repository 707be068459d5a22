"""Reads a hierarchy dump that the user names, for the commands that look at one."""

from __future__ import annotations

import sys
from pathlib import Path

from genie_host.core.errors import UsageError
from genie_host.core.screen import Observation
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.observation import build_observation

MAX_BYTES = 64 * 1024 * 1024


def observation_from(path: Path) -> Observation:
    """What Genie makes of the dump in a file, or on standard input for ``-``. Raises UsageError when it is none."""
    name = "standard input" if str(path) == "-" else str(path)
    dump = decode_dump(read_bytes(path, name))
    if "<hierarchy" not in dump:
        raise UsageError(
            f"{name} is not a hierarchy dump: it has no <hierarchy> in it. Make one with: "
            "adb shell uiautomator dump /sdcard/screen.xml && adb pull /sdcard/screen.xml"
        )
    return build_observation(dump)


def read_bytes(path: Path, name: str) -> bytes:
    """The bytes of a file; raises UsageError in words a person can use."""
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        raise UsageError(f"There is no file {name}.") from error
    except IsADirectoryError as error:
        raise UsageError(f"{name} is a folder, not a file.") from error
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.") from error
    if len(data) > MAX_BYTES:
        raise UsageError(f"{name} is larger than {MAX_BYTES // 1024 // 1024} MB; that is no hierarchy dump.")
    return data
