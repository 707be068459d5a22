"""Failures reported of other drivers that no module's own tests stand for; docs/failures.md says which is which."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from genie_host.core.errors import PhoneUnauthorized, UsageError
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.observation import build_observation
from genie_host.phone.rpc import RpcClient
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import App
from tests.conftest import put_u2_jar
from tests.phone.conftest import PATIENT
from tests.phone.dumps import dump, node, screen


@pytest.fixture
def other(bundled_apps: tuple[App, ...], adb: AdbServer) -> Iterator[SimServer]:
    """A second phone on the same adb server, with another computer's key alone."""
    with SimServer(SimPhone(World(bundled_apps), auth=Auth(is_required=True))) as server:
        yield server
        adb.disconnect(server.serial)


def test_a_phone_that_is_not_allowed_hides_no_other(sim: SimServer, other: SimServer, adb: AdbServer) -> None:
    with pytest.raises(PhoneUnauthorized):
        adb.connect(other.serial)
    states = {entry.serial: entry.state for entry in adb.devices()}
    assert states[sim.serial] == "device"
    assert states.get(other.serial, "unauthorized") == "unauthorized"


def test_recovery_touches_no_other_phone(
    sim: SimServer, phone: AdbPhone, bundled_apps: tuple[App, ...], adb: AdbServer
) -> None:
    with SimServer(SimPhone(World(bundled_apps))) as second:
        second.call(put_u2_jar)
        adb.connect(second.serial)
        bystander = AdbPhone.connect(second.serial, adb=adb, patience=PATIENT)
        server = second.call(lambda owner: owner.automation)
        stream = bystander._rpc._stream
        sim.kill_u2()
        sim.drop()
        assert phone.observe().elements
        assert bystander.observe().elements
        assert second.call(lambda owner: owner.automation) is server
        assert stream is None or bystander._rpc._stream is stream
        bystander.close()
        adb.disconnect(second.serial)


def test_a_compressed_dump_of_somebody_else_does_not_stick(phone: AdbPhone, rpc: RpcClient) -> None:
    before = phone.observe()
    rpc.call("dumpWindowHierarchy", [True, 50])
    after = phone.observe()
    assert [element.name for element in after.elements] == [element.name for element in before.elements]
    assert sum(1 for root in after.roots for _ in root.walk()) == sum(1 for root in before.roots for _ in root.walk())


def test_what_can_be_seen_below_an_invisible_parent_is_an_element() -> None:
    inner = node("Button", (100, 400, 500, 500), text="Buy", clickable=True)
    hidden = node("WebView", (0, 200, 1080, 2000), inner).replace("<node ", '<node visible-to-user="false" ', 1)
    assert [element.name for element in build_observation(dump(screen(hidden))).elements] == ["Buy"]


@pytest.mark.slow
def test_forty_connections_leave_one_phone_as_it_was(sim: SimServer, adb: AdbServer) -> None:
    sim.call(put_u2_jar)
    before = sim.call(lambda owner: (len(owner.world.log.entries), dict(owner.world.state)))
    for _ in range(40):
        phone = AdbPhone.connect(sim.serial, adb=adb, patience=PATIENT)
        assert phone.observe().elements
        phone.close()
    assert sim.call(lambda owner: owner.automation) is None
    assert sim.call(lambda owner: (len(owner.world.log.entries), dict(owner.world.state))) == before


def test_a_touch_under_a_call_that_came_in_between_is_not_made_blindly(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda owner: owner.world.ring("+44 7700 900123", "Mum"))
    seen = phone.observe()
    assert seen.package_name != "com.android.launcher3"
    assert any("Mum" in element.reading for element in seen.elements)


def test_an_app_that_hangs_is_seen_by_its_dialog(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda owner: owner.world.anr())
    assert {"Wait", "Close app"} <= {element.name for element in phone.observe().elements}


def test_keys_outside_the_list_are_refused_before_the_phone_hears_of_them(sim: SimServer, phone: AdbPhone) -> None:
    with pytest.raises(UsageError):
        phone.press_key("power_off_now")
    assert sim.call(lambda owner: owner.world.log.of_kind("key")) == []
