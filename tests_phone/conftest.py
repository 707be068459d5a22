"""The phone under test, and a simulated one of the same Android version beside it.

make test-phone SERIAL=R58M123ABC                        read only
make test-phone SERIAL=R58M123ABC ARGS="--act"           also taps, types and opens apps
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import DEFAULT_PROFILE
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from tests_phone.differences import Differences
from tests_phone.kit import Kit, opened

_TOLD = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--serial`` and ``--act``."""
    group = parser.getgroup("phone under test")
    group.addoption("--serial", default=os.environ.get("ANDROID_SERIAL"), help="the phone, as `genie devices` lists it")
    group.addoption("--act", action="store_true", help="also run the checks that touch the phone")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", "acts: touches the phone; left out unless --act is given")
    config.stash[_TOLD] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Read only unless told otherwise."""
    if not config.getoption("--act"):
        skip = pytest.mark.skip(reason="touches the phone: give --act")
        for item in items:
            if item.get_closest_marker("acts") is not None:
                item.add_marker(skip)


@pytest.fixture(scope="session")
def kit(pytestconfig: pytest.Config) -> Iterator[Kit]:
    """The phone under test, on the adb server that the environment names."""
    serial = pytestconfig.getoption("--serial")
    if not serial:
        pytest.exit("which phone? make test-phone SERIAL=..., as `genie devices` lists it", returncode=2)
    with opened(serial, AdbServer.bundled()) as connected:
        yield connected


@pytest.fixture(scope="session")
def simulated() -> Iterator[Kit]:
    """A simulated phone on an adb server of its own."""
    with ExitStack() as stack:
        home = stack.enter_context(TemporaryDirectory(prefix="genie-phone-", ignore_cleanup_errors=True))
        server = stack.enter_context(SimServer(SimPhone(World.from_bundled_apps())))
        adb = AdbServer.bundled(port=free_port(), environment=_private(Path(home)))
        stack.callback(adb.stop_if_own)
        adb.connect(server.serial)
        yield stack.enter_context(opened(server.serial, adb, SIMULATED_PATIENCE))


@pytest.fixture
def differences(request: pytest.FixtureRequest, kit: Kit, simulated: Kit) -> Iterator[Differences]:
    """Asks both; what differed is printed under the check's name at the end."""
    both = Differences(kit, simulated)
    yield both
    request.config.stash[_TOLD].extend(f"{request.node.name}: {line}" for line in both.lines)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """What differs from the simulated phone."""
    told = config.stash[_TOLD]
    terminalreporter.section(f"what differs from the simulated phone ({DEFAULT_PROFILE})")
    for line in told or ["nothing"]:
        terminalreporter.write_line(line)


def _private(home: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ADB_", "ANDROID_"))}
    own = {"HOME": str(home), "USERPROFILE": str(home), "ANDROID_ADB_LOG_PATH": str(home / "adb.log")}
    return {**kept, **own, "ADB_USB": "0", "ADB_MDNS": "0", "ADB_EMU": "0"}
