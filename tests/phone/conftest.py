"""Our driver on the private adb server and a simulated phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import Patience
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer
from genie_host.simphone.server import SimServer
from tests.conftest import PrivateAdb, put_u2_jar

PATIENT = Patience(
    call_seconds=10.0,
    dump_seconds=10.0,
    shell_seconds=10.0,
    foreground_seconds=10.0,
    ping_seconds=5.0,
    start_seconds=20.0,
    reconnect_seconds=10.0,
    settle_seconds=10.0,
    settle_interval_seconds=0.01,
    after_action_seconds=0.0,
    app_start_seconds=10.0,
    focus_seconds=10.0,
    silent_seconds=2.0,
    beat_seconds=10.0,
)
"""A simulated phone answers within milliseconds, but the machine it shares with the tests may be busy."""

Hurry = Callable[..., None]


@pytest.fixture
def adb(adb_server: PrivateAdb) -> AdbServer:
    return AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)


@pytest.fixture
def phone(sim: SimServer, adb: AdbServer) -> Iterator[AdbPhone]:
    """The driver, connected to a healthy phone."""
    sim.call(put_u2_jar)
    connected = AdbPhone.connect(sim.serial, adb=adb, patience=PATIENT)
    yield connected
    connected.close()


@pytest.fixture
def link(sim: SimServer, adb: AdbServer) -> DeviceLink:
    return DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=PATIENT)


@pytest.fixture
def shell(link: DeviceLink) -> Shell:
    return Shell(link)


@pytest.fixture
def server(sim: SimServer, link: DeviceLink, shell: Shell) -> Iterator[AutomationServer]:
    """The automation server, running."""
    sim.call(put_u2_jar)
    running = AutomationServer(link, shell)
    running.ensure_running()
    yield running
    running.close()


@pytest.fixture
def rpc(link: DeviceLink, server: AutomationServer) -> Iterator[RpcClient]:
    client = RpcClient(link, server)
    yield client
    client.close()


@pytest.fixture
def hurry(request: pytest.FixtureRequest) -> Hurry:
    """Shortens some of the waits of the phone or link under test, once it is set up: for what will not come."""

    def shorten(**seconds: float) -> None:
        link = request.getfixturevalue("phone")._link if "phone" in request.fixturenames else None
        link = link or request.getfixturevalue("link")
        link.patience = replace(link.patience, **seconds)

    return shorten


def commands(sim: SimServer) -> list[str]:
    """Shell commands that were run on a phone, once ``noting_commands`` was called for it."""
    entries = sim.call(lambda phone: phone.world.log.entries)
    return [entry["command"] for entry in entries if entry.get("fault") == "shell_delay"]


def noting_commands(sim: SimServer) -> None:
    """The phone's own log has commands only when they were delayed."""
    sim.call(lambda phone: setattr(phone.faults, "shell_delay_seconds", 1e-6))


@pytest.fixture
def kinds(sim: SimServer) -> Callable[..., list[str]]:
    """Names of the events that the phone has written down, of some kinds or of all."""

    def read(*wanted: str) -> list[str]:
        names: list[str] = sim.call(lambda phone: [entry["kind"] for entry in phone.world.log.entries])
        return [name for name in names if not wanted or name in wanted]

    return read
