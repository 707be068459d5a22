"""Our driver on the private adb server and a simulated phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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

QUICK = Patience(
    call_seconds=0.4,
    dump_seconds=0.4,
    shell_seconds=0.6,
    foreground_seconds=0.3,
    ping_seconds=0.4,
    start_seconds=10.0,
    reconnect_seconds=2.5,
    settle_seconds=0.3,
    settle_interval_seconds=0.01,
    after_action_seconds=0.0,
    app_start_seconds=0.4,
    focus_seconds=0.2,
)
"""A simulated phone answers within milliseconds, so failing tests need not wait for long."""


@pytest.fixture
def adb(adb_server: PrivateAdb) -> AdbServer:
    return AdbServer.bundled(port=adb_server.port, environment=adb_server.environment)


@pytest.fixture
def phone(sim: SimServer, adb: AdbServer) -> Iterator[AdbPhone]:
    """The driver, connected to a healthy phone."""
    sim.call(put_u2_jar)
    connected = AdbPhone.connect(sim.serial, adb=adb, patience=QUICK)
    yield connected
    connected.close()


@pytest.fixture
def link(sim: SimServer, adb: AdbServer) -> DeviceLink:
    return DeviceLink(sim.serial, adb, cancel=CancelToken(), patience=QUICK)


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
def kinds(sim: SimServer) -> Callable[..., list[str]]:
    """Names of the events that the phone has written down, of some kinds or of all."""

    def read(*wanted: str) -> list[str]:
        names: list[str] = sim.call(lambda phone: [entry["kind"] for entry in phone.world.log.entries])
        return [name for name in names if not wanted or name in wanted]

    return read
