"""Unmodified uiautomator2 makes every call of its documented table; each must give the documented shape."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import uiautomator2

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from tests.conftest import PrivateAdb, put_u2_jar
from tests.simphone.u2.calls import CALLS, of_objects, of_text_and_apps, of_the_screen, of_touch

MODULES = (of_objects, of_text_and_apps, of_the_screen, of_touch)
"""Imported for their calls."""


@pytest.fixture(scope="module")
def shared(adb_server: PrivateAdb, bundled_apps: tuple[App, ...]) -> Iterator[tuple[uiautomator2.Device, SimServer]]:
    """One phone and one connection for all calls, for making them takes a second."""
    phone = SimPhone(World(bundled_apps))
    put_u2_jar(phone)
    with SimServer(phone) as server:
        adb_server.connect(server.serial)
        device = uiautomator2.connect(adb_server.client.device(server.serial))
        device.settings["wait_timeout"] = 5
        yield device, server
        device.stop_uiautomator(wait=False)
        adb_server.disconnect(server.serial)


@pytest.fixture(scope="module")
def fresh(shared: tuple[uiautomator2.Device, SimServer]) -> dict:
    """The phone's world before the first call."""
    snapshot: dict = shared[1].call(lambda phone: phone.world.snapshot())
    return snapshot


def test_the_table_is_whole():
    assert len(CALLS) == 84
    assert all(module.__doc__ for module in MODULES)


@pytest.mark.slow
@pytest.mark.parametrize("name", CALLS)
def test_call_gives_its_documented_shape(shared, fresh, name):
    device, sim = shared
    sim.call(lambda phone: phone.world.restore(fresh))
    CALLS[name](device, sim)
