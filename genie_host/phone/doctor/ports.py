"""Which program of this computer listens on a port."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_LISTENING = "0A"
_LOOK_SECONDS = 5.0


@dataclass(frozen=True, kw_only=True)
class Listener:
    """A program that listens."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def listener_on(port: int) -> Listener | None:
    """Who listens on a TCP port; None when nobody does, or it is another user's program that may not be looked at."""
    if sys.platform == "linux":
        return _from_proc(port)
    if sys.platform == "win32":
        return _from_netstat(port, _output("netstat", "-ano", "-p", "TCP"))
    return from_lsof(_output("lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"))


def inodes_listening(table: str, port: int) -> set[str]:
    """Sockets that listen on a port, from the text of ``/proc/net/tcp`` or ``tcp6``. Pure."""
    rows = [line.split() for line in table.splitlines()[1:]]
    return {row[9] for row in rows if len(row) > 9 and row[3] == _LISTENING and row[1].endswith(f":{port:04X}")}


def from_lsof(text: str) -> Listener | None:
    """Read ``lsof -Fpc``: a line ``p123``, then a line ``cname``. Pure."""
    fields = {line[0]: line[1:] for line in reversed(text.splitlines()) if line}
    if not fields.get("p", "").isdecimal():
        return None
    return Listener(pid=int(fields["p"]), name=fields.get("c", "a program"))


def _from_proc(port: int) -> Listener | None:
    inodes: set[str] = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        if table.exists():
            inodes |= inodes_listening(table.read_text(encoding="ascii", errors="replace"), port)
    wanted = {f"socket:[{inode}]" for inode in inodes}
    for process in Path("/proc").iterdir() if wanted else ():
        if process.name.isdecimal() and wanted & _links(process / "fd"):
            return Listener(pid=int(process.name), name=_name(process))
    return None


def _links(folder: Path) -> set[str]:
    """Where the open files of a process lead; none when it is somebody else's, or just ended."""
    found = set()
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found.add(os.readlink(entry.path))
    except OSError:
        pass
    return found


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip() or "a program"
    except OSError:
        return "a program"


def _from_netstat(port: int, text: str) -> Listener | None:
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 5 and words[1].endswith(f":{port}") and words[-1].isdecimal() and "LISTEN" in line.upper():
            listed = _output("tasklist", "/FI", f"PID eq {words[-1]}", "/FO", "CSV", "/NH")
            name = listed.split(",")[0].strip().strip('"') or "a program"
            return Listener(pid=int(words[-1]), name=name)
    return None


def _output(*command: str) -> str:
    """What a program of the system prints; nothing when it is not there."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=_LOOK_SECONDS, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", errors="replace")
