"""One adb of some version, one phone of some age, attached to each other; and things that listen at both ends."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.wire.features import FEATURES, FEATURES_2017, FEATURES_2020
from genie_host.simphone.wire.stream import Stream
from tests.conftest import PrivateAdb, bundled_adb

PATIENCE_SECONDS = 60


@dataclass(frozen=True)
class BurstAdb(PrivateAdb):
    """An adb server with more in its environment: ``ADB_BURST_MODE`` makes adb 36 offer delayed acknowledgements."""

    extra: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        return {**super().environment, **self.extra}


@dataclass(frozen=True)
class Kind:
    """What is attached to what."""

    adb: Callable[[], Path | None]
    features: tuple[str, ...]
    extra: dict[str, str] = field(default_factory=dict)

    def __contains__(self, feature: str) -> bool:
        return feature in self.features


def path_adb() -> Path | None:
    """The adb that the system's package manager brought; None when there is none."""
    found = shutil.which("adb")
    return Path(found) if found is not None else None


KINDS = {
    "wheel-today": Kind(bundled_adb, FEATURES),
    "wheel-today-burst": Kind(bundled_adb, FEATURES, {"ADB_BURST_MODE": "1"}),
    "wheel-2020": Kind(bundled_adb, FEATURES_2020),
    "wheel-2017": Kind(bundled_adb, FEATURES_2017),
    "wheel-nothing": Kind(bundled_adb, ()),
    "path-today": Kind(path_adb, FEATURES),
    "path-2020": Kind(path_adb, FEATURES_2020),
    "path-2017": Kind(path_adb, FEATURES_2017),
    "path-nothing": Kind(path_adb, ()),
}


@dataclass(frozen=True)
class Bench:
    """The pair."""

    kind: Kind
    server: PrivateAdb
    sim: SimServer

    def adb(self, *arguments: str, check: bool = True, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        """One adb command for the phone."""
        return self.server.run("-s", self.sim.serial, *arguments, check=check, data=data)

    @contextmanager
    def following(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """An adb command that goes on by itself."""
        command = [str(self.server.adb), "-s", self.sim.serial, *arguments]
        with subprocess.Popen(command, env=self.server.environment, stdout=subprocess.PIPE) as process:
            try:
                yield process
            finally:
                process.kill()


async def echo(stream: Stream) -> None:
    """A service of the phone: everything comes back."""
    while data := await stream.read():
        await stream.write(data)


def listen(phone: SimPhone) -> None:
    """Put the echo on two sockets of the phone."""
    phone.sockets["tcp:7007"] = echo
    phone.sockets["localabstract:echo"] = echo


def said_by_echo(port: int, data: bytes) -> bytes:
    """What comes back from a port of this machine that leads to an echo."""
    received = bytearray()
    with socket.create_connection((HOST, port), timeout=PATIENCE_SECONDS) as connection:
        sender = threading.Thread(target=connection.sendall, args=(data,))
        sender.start()
        while len(received) < len(data):
            piece = connection.recv(1 << 16)
            if not piece:
                break
            received += piece
        sender.join()
    return bytes(received)


@contextmanager
def host_port(answer: bytes) -> Iterator[int]:
    """A port of this machine that says one thing to the first who connects, and hangs up."""
    with socket.create_server((HOST, 0)) as listener:
        listener.settimeout(PATIENCE_SECONDS)

        def serve() -> None:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        yield listener.getsockname()[1]
        listener.close()
        thread.join()
