"""pytest fixtures for anybody's ADB tools: simulated phones behind a real adb server that is the test's own.

Loaded by itself where Genie is installed; ``docs/testing-with-the-simulated-phone.md`` shows it at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from genie_host.simphone.attached import AttachedPhone, attached_phones, recipe_of
from genie_host.simphone.private_adb import PrivateAdb, private_adb

MARKER = "sim(profile, locale, seed, state, apps, faults, time_scale): what the simulated phones of this test are like"


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--sim-adb PATH``."""
    group = parser.getgroup("simulated phone")
    group.addoption("--sim-adb", type=Path, default=None, metavar="PATH", help="adb to use with simulated phones")


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture(scope="session")
def sim_adb(pytestconfig: pytest.Config) -> Iterator[PrivateAdb]:
    """An adb server on a free port with a home folder of its own; real phones are not seen by it."""
    with private_adb(pytestconfig.getoption("--sim-adb")) as server:
        yield server


@pytest.fixture
def sim_phones(request: pytest.FixtureRequest, sim_adb: PrivateAdb) -> Iterator[Callable[[int], list[AttachedPhone]]]:
    """``sim_phones(3)`` gives three phones that are attached until the end of the test."""
    marker = request.node.get_closest_marker("sim")
    recipe = recipe_of(marker.kwargs if marker is not None else {})
    with ExitStack() as stack:
        yield lambda count: stack.enter_context(attached_phones(recipe, count, sim_adb))


@pytest.fixture
def sim_phone(sim_phones: Callable[[int], list[AttachedPhone]], monkeypatch: pytest.MonkeyPatch) -> AttachedPhone:
    """One phone, attached. Programs that the test starts find it, and no other, by their environment."""
    phone = sim_phones(1)[0]
    for name in ("ANDROID_ADB_SERVER_PORT", "ANDROID_SERIAL"):
        monkeypatch.setenv(name, phone.environment[name])
    return phone
