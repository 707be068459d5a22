"""A private adb server and simulated phones attached to it: the real adb, adbutils and uiautomator2 against both."""

from __future__ import annotations

import importlib.resources
import logging
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import adbutils
import pytest
import uiautomator2

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.shell import interpreter
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App

U2_JAR = "/data/local/tmp/u2.jar"


@dataclass(frozen=True)
class PrivateAdb:
    """An adb server of our own: not the user's, and gone at the end."""

    adb: Path
    port: int
    home: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "HOME": str(self.home),
            "ANDROID_ADB_SERVER_PORT": str(self.port),
            # Nothing is attached by itself, so that real phones and emulators stay out of the tests; and without
            # USB the server need not wait three seconds for a bus that a container does not have.
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
            "ADB_MDNS": "0",
            "ADB_USB": "0",
        }

    def run(self, *arguments: str, check: bool = True, data: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
        """One adb command."""
        return subprocess.run(
            [str(self.adb), *arguments],
            env=self.environment,
            input=data,
            stdin=subprocess.DEVNULL if data is None else None,
            capture_output=True,
            check=check,
            timeout=30,
        )

    def connect(self, serial: str) -> str:
        return self.run("connect", serial).stdout.decode()

    def disconnect(self, serial: str) -> None:
        self.run("disconnect", serial, check=False)

    @property
    def client(self) -> adbutils.AdbClient:
        return adbutils.AdbClient(host=HOST, port=self.port)


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for what happens in another process or thread; fails when it does not in half a minute."""
    deadline = Deadline.after(30)
    while not condition():
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.02)


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    return wait_until


class UnknownCommands(logging.Handler):
    """Hears of every shell command that a simulated phone of this process did not know."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.commands: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith("unknown command"):
            self.commands.append(record.getMessage())


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "unknown_commands: a phone is meant to meet commands that it does not know")


@pytest.fixture(autouse=True)
def unknown_commands(request: pytest.FixtureRequest) -> Iterator[UnknownCommands]:
    """A test in which a phone met a command that it should have known fails, whatever else it found."""
    logger, handler = logging.getLogger(interpreter.__name__), UnknownCommands()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(level)
    if handler.commands and request.node.get_closest_marker("unknown_commands") is None:
        pytest.fail(f"the simulated phone met {handler.commands}", pytrace=False)


def bundled_adb() -> Path:
    """adb 36 out of the adbutils wheel, whatever adb the PATH has."""
    return Path(str(importlib.resources.files("adbutils"))) / "binaries" / "adb"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def adb_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PrivateAdb]:
    server = PrivateAdb(bundled_adb(), free_port(), tmp_path_factory.mktemp("home"))
    server.run("start-server")
    yield server
    server.run("kill-server", check=False)


@pytest.fixture(scope="session")
def bundled_apps() -> tuple[App, ...]:
    """The app files, read once."""
    return tuple(World.from_bundled_apps().apps.values())


@pytest.fixture
def sim_phone(bundled_apps: tuple[App, ...]) -> SimPhone:
    """A healthy phone with the bundled apps, its launcher in front; nobody is attached."""
    return SimPhone(World(bundled_apps))


@pytest.fixture
def sim(adb_server: PrivateAdb, sim_phone: SimPhone) -> Iterator[SimServer]:
    """The same, attached."""
    with SimServer(sim_phone) as server:
        adb_server.connect(server.serial)
        yield server
        adb_server.disconnect(server.serial)


@pytest.fixture
def sim_serial(sim: SimServer) -> str:
    return sim.serial


@pytest.fixture
def device(adb_server: PrivateAdb, sim: SimServer) -> adbutils.AdbDevice:
    """The phone as adbutils sees it."""
    return adb_server.client.device(sim.serial)


def put_u2_jar(phone: SimPhone) -> None:
    """Spare a test the push of 3.7 MB: the phone has the very file that uiautomator2 would push."""
    jar = importlib.resources.files("uiautomator2") / "assets" / "u2.jar"
    phone.files.write(U2_JAR, jar.read_bytes(), mode=0o755)


@pytest.fixture
def u2_device(device: adbutils.AdbDevice, sim: SimServer) -> Iterator[uiautomator2.Device]:
    """Unmodified uiautomator2, connected."""
    sim.call(put_u2_jar)
    connected = uiautomator2.connect(device)
    yield connected
    connected.stop_uiautomator(wait=False)
