"""Which simulated phones run on this computer: one small file per process, readable by its user alone."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from genie_host.simphone.control.client import ControlClient
from genie_host.simphone.control.server import ControlServer
from genie_host.simphone.listener import HOST, Listener

FOLDER_VARIABLE = "GENIE_STATE_DIR"
_PROBE_SECONDS = 2.0


@dataclass(frozen=True, kw_only=True)
class Running:
    """One phone that runs, and how to reach it."""

    serial: str
    model: str
    control_port: int
    token: str
    pid: int
    view_url: str = ""

    @classmethod
    def of(cls, phone: Listener, control: ControlServer) -> Running:
        """A phone of this process, by the control socket that serves it."""
        return cls(
            serial=phone.serial,
            model=phone.phone.properties["ro.product.model"],
            control_port=control.port,
            token=control.token,
            pid=os.getpid(),
        )

    def shown_at(self, url: str) -> Running:
        """The same with its page."""
        return replace(self, view_url=url)

    @property
    def client(self) -> ControlClient:
        """A way to give it orders."""
        return ControlClient(port=self.control_port, token=self.token, phone=self.serial)


def state_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the files lie: ``GENIE_STATE_DIR``, or the user's own folder for such things."""
    if configured := environment.get(FOLDER_VARIABLE):
        return Path(configured) / "simphone"
    if sys.platform == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "genie" / "simphone"
    base = environment.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "genie" / "simphone"


class Registry:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def enter(self, phones: Sequence[Running]) -> Path:
        """Write down the phones of this process; the file is to be deleted at their end."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self._folder / f"{os.getpid()}.json"
        part = path.with_suffix(".part")
        # The token lets one do anything with the phone: nobody else may read it, at no moment.
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump([asdict(phone) for phone in phones], file)
        os.replace(part, path)
        return path

    def running(self) -> list[Running]:
        """Phones that answer, by port; files of those that do not are cleared away."""
        found: list[Running] = []
        for path in sorted(self._folder.glob("*.json")):
            phones = _read(path)
            if phones and _is_listening(phones[0].control_port):
                found += phones
            else:
                path.unlink(missing_ok=True)
        return sorted(found, key=lambda phone: int(phone.serial.rpartition(":")[2]))


def _read(path: Path) -> list[Running]:
    try:
        entries: Any = json.loads(path.read_text(encoding="utf-8"))
        return [Running(**entry) for entry in entries]
    except (OSError, ValueError, TypeError):
        return []


def _is_listening(port: int) -> bool:
    try:
        with socket.create_connection((HOST, port), timeout=_PROBE_SECONDS):
            return True
    except OSError:
        return False
