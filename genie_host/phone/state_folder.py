"""Where Genie keeps what it must remember about phones between runs: leases, journals, ports."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path

FOLDER_VARIABLE = "GENIE_STATE_DIR"


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """``GENIE_STATE_DIR``, or the user's own folder for such things. Nothing is created yet."""
    if configured := environment.get(FOLDER_VARIABLE):
        return Path(configured)
    if sys.platform == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "genie"
    base = environment.get("XDG_STATE_HOME", "")
    # The specification says to ignore a relative path.
    return (Path(base) if base and Path(base).is_absolute() else Path.home() / ".local" / "state") / "genie"


def file_name(phone: str) -> str:
    """A phone's name as a file name on every system: ``192.168.1.5:5555`` becomes ``192.168.1.5_5555``."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", phone)[:120] or "_"
