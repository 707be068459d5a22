"""The port at which a phone was last reached over Wi-Fi: worth a try, and never more than that."""

from __future__ import annotations

import json
from pathlib import Path

from genie_host.phone.state_folder import state_folder

_KEPT = 50


def known_port(host: str, *, folder: Path | None = None) -> int | None:
    """None when that phone was never reached."""
    return _read(folder).get(host)


def remember_port(host: str, port: int, *, folder: Path | None = None) -> None:
    """For the next time; a folder that cannot be written loses nothing but time."""
    ports = _read(folder)
    ports.pop(host, None)
    ports[host] = port
    path = _path(folder)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(dict(list(ports.items())[-_KEPT:])), encoding="utf-8")
    except OSError:
        return


def _path(folder: Path | None) -> Path:
    return (folder or state_folder()) / "ports.json"


def _read(folder: Path | None) -> dict[str, int]:
    try:
        ports = json.loads(_path(folder).read_text(encoding="utf-8"))
        return {str(host): int(port) for host, port in ports.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
