"""One phone, one run: a lock file per phone that names whoever holds it.

The lock is the operating system's, so it is gone when its process is gone, however that ended; what is written in the
file is for people alone.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from genie_host.core.clock import wall_seconds
from genie_host.core.errors import AutomationBusy, PhoneUnavailable
from genie_host.phone.state_folder import file_name, state_folder

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_LOCKED_BYTE = 1 << 30
"""Windows locks bytes, also against reading: one far behind the text."""


@dataclass(frozen=True, kw_only=True)
class Holder:
    """Who holds a phone."""

    what: str
    """As the user would call it: ``genie run``."""
    pid: int
    since: float
    """Seconds since 1970."""

    def __str__(self) -> str:
        clock = datetime.fromtimestamp(self.since).astimezone().strftime("%H:%M")
        return f"{self.what} (process {self.pid}, since {clock})"


class Lease:
    """A phone held by this process until ``release``."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    @classmethod
    def take(cls, phone: str, what: str, *, folder: Path | None = None) -> Lease:
        """Hold a phone. Raises AutomationBusy with the holder's name, or PhoneUnavailable when no file can be kept."""
        path = _path(phone, folder)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        except OSError as error:
            raise PhoneUnavailable(
                "Genie cannot note that it uses the phone. Make its state folder writable, or name another with "
                "GENIE_STATE_DIR."
            ) from error
        try:
            _lock(file)
        except OSError as error:
            holder = _read(file)
            file.close()
            raise AutomationBusy(
                f"The phone {phone} is in use by {holder or 'another run'}. Wait for it to end, or stop it."
            ) from error
        _write(file, Holder(what=what, pid=os.getpid(), since=wall_seconds()))
        return cls(file)

    def release(self) -> None:
        """Let go; harmless when that was done before."""
        if not self._file.closed:
            with suppress(OSError):
                # The file stays: taking it away would let two runs lock two files of one name.
                self._file.truncate(0)
            self._file.close()


def holder_of(phone: str, *, folder: Path | None = None) -> Holder | None:
    """Who holds a phone now; None when it is free."""
    try:
        file = _path(phone, folder).open("r+b")
    except OSError:
        return None
    with file:
        try:
            _lock(file)
        except OSError:
            return _read(file) or Holder(what="another run", pid=0, since=0.0)
    return None


def _path(phone: str, folder: Path | None) -> Path:
    return (folder or state_folder()) / "leases" / f"{file_name(phone)}.lock"


def _lock(file: BinaryIO) -> None:
    """Raises OSError when somebody else has it."""
    if sys.platform == "win32":
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        file.seek(0)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _read(file: BinaryIO) -> Holder | None:
    try:
        file.seek(0)
        data = json.loads(file.read(4096))
        return Holder(what=str(data["what"])[:80], pid=int(data["pid"]), since=float(data["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write(file: BinaryIO, holder: Holder) -> None:
    file.seek(0)
    file.truncate(0)
    file.write(json.dumps(asdict(holder)).encode())
    file.flush()
