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

import pytest

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.wire.features import Generation, generation_of
from genie_host.simphone.wire.stream import Stream
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from tests.conftest import PrivateAdb, bundled_adb, free_port

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
    age: Generation
    extra: dict[str, str] = field(default_factory=dict)

    def __contains__(self, feature: str) -> bool:
        return feature in self.age.features


def path_adb() -> Path | None:
    """The adb that the system's package manager brought; None when there is none."""
    found = shutil.which("adb")
    return Path(found) if found is not None else None


ONLY_CMD = Generation(sdk=26, features=("cmd",))
"""No phone from the shop: the one feature that makes the difference for installing."""
KINDS = {
    "wheel-today": Kind(bundled_adb, generation_of(34)),
    "wheel-today-burst": Kind(bundled_adb, generation_of(34), {"ADB_BURST_MODE": "1"}),
    "wheel-2020": Kind(bundled_adb, generation_of(30)),
    "wheel-2016": Kind(bundled_adb, generation_of(24)),
    "wheel-cmd": Kind(bundled_adb, ONLY_CMD),
    "wheel-nothing": Kind(bundled_adb, generation_of(19)),
    "path-today": Kind(path_adb, generation_of(34)),
    "path-2020": Kind(path_adb, generation_of(30)),
    "path-2016": Kind(path_adb, generation_of(24)),
    "path-cmd": Kind(path_adb, ONLY_CMD),
    "path-nothing": Kind(path_adb, generation_of(19)),
}
"""The adb of the adbutils wheel (36) and the one on the path (29, where Debian brought it); phones down to those whose
packets are small, have checksums, and know no feature at all."""


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
        """An adb command that goes on by itself; it does not outlive our patience."""
        command = [str(self.server.adb), "-s", self.sim.serial, *arguments]
        with subprocess.Popen(command, env=self.server.environment, stdout=subprocess.PIPE) as process:
            end = threading.Timer(PATIENCE_SECONDS, process.kill)
            end.start()
            try:
                yield process
            finally:
                end.cancel()
                process.kill()


@contextmanager
def attached(kind: Kind, home: Path, apps: tuple[App, ...]) -> Iterator[Bench]:
    """Such a pair for as long as it is needed; the test is skipped where there is no such adb."""
    adb = kind.adb()
    if adb is None:
        pytest.skip("there is no adb on the path")
    server = BurstAdb(adb, free_port(), home, kind.extra)
    phone = SimPhone(World(apps))
    phone.features, phone.protocol_version = kind.age.features, kind.age.version
    phone.max_payload = kind.age.max_payload
    listen(phone)
    server.run("start-server")
    try:
        with SimServer(phone) as sim:
            server.connect(sim.serial)
            yield Bench(kind, server, sim)
            server.disconnect(sim.serial)
    finally:
        server.run("kill-server", check=False)


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
