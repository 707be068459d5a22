"""The phone as the rest of Genie sees it: connecting, losing it, and letting go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import (
    AutomationBusy,
    Cancelled,
    OutcomeUnknown,
    PhoneGone,
    PhoneTimeout,
    PhoneUnauthorized,
    PhoneUnavailable,
)
from genie_host.core.geometry import Point
from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.adb_phone import AdbPhone
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.world.engine import World
from tests.conftest import PrivateAdb, put_u2_jar
from tests.phone.conftest import PATIENT, Hurry

MIDDLE = Point(x=540, y=1200)
Kinds = Callable[..., list[str]]


@pytest.fixture
def own_adb(adb_server: PrivateAdb) -> Iterator[AdbServer]:
    """A server that a test may kill."""
    server = AdbServer.bundled(port=free_port(), environment=adb_server.environment)
    server.start()
    yield server
    server.stop_if_own()


def test_connecting_to_a_phone_that_is_not_there_says_which(adb: AdbServer) -> None:
    with pytest.raises(PhoneGone, match="emulator-9998"):
        AdbPhone.connect("emulator-9998", adb=adb, patience=PATIENT)


def test_a_network_phone_is_attached_on_the_way(adb: AdbServer) -> None:
    with SimServer(SimPhone(World.from_bundled_apps())) as server:
        phone = AdbPhone.connect(server.serial, adb=adb, patience=PATIENT)
        assert phone.observe().package_name == "com.android.launcher3"
        phone.close()
        adb.disconnect(server.serial)


def test_connecting_to_an_unauthorized_phone_asks_for_the_prompt(adb: AdbServer) -> None:
    with SimServer(SimPhone(World.from_bundled_apps(), auth=Auth(is_required=True))) as server:
        with pytest.raises(PhoneUnauthorized):
            adb.connect(server.serial)
        with pytest.raises(PhoneUnauthorized, match="prompt"):
            AdbPhone.connect(server.serial, adb=adb, patience=PATIENT)
        adb.disconnect(server.serial)


def test_connecting_to_a_busy_phone_names_the_cause(sim: SimServer, adb: AdbServer) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", True))
    with pytest.raises(AutomationBusy):
        AdbPhone.connect(sim.serial, adb=adb, patience=PATIENT)


def test_connecting_to_a_frozen_phone_ends_in_time(sim: SimServer, adb: AdbServer) -> None:
    sim.call(lambda phone: setattr(phone.faults, "freeze", True))
    with pytest.raises(PhoneTimeout):
        AdbPhone.connect(sim.serial, adb=adb, patience=replace(PATIENT, ping_seconds=0.2))


def test_the_stop_button_given_at_connecting_is_obeyed_by_every_action(sim: SimServer, adb: AdbServer) -> None:
    cancel = CancelToken()
    phone = AdbPhone.connect(sim.serial, adb=adb, cancel=cancel, patience=PATIENT)
    cancel.cancel()
    for action in (phone.go_back, phone.observe, phone.screenshot, lambda: phone.tap(MIDDLE)):
        with pytest.raises(Cancelled):
            action()
    phone.close()
    assert sim.call(lambda phone: [entry["kind"] for entry in phone.world.log.entries]) == []


def test_closing_ends_the_automation_server_even_after_stop(sim: SimServer, adb: AdbServer) -> None:
    cancel = CancelToken()
    phone = AdbPhone.connect(sim.serial, adb=adb, cancel=cancel, patience=PATIENT)
    cancel.cancel()
    phone.close()
    assert sim.call(lambda phone: phone.automation) is None


@pytest.mark.slow
def test_an_unplugged_phone_is_reported_and_closing_stays_silent(sim: SimServer, phone: AdbPhone, hurry: Hurry) -> None:
    hurry(reconnect_seconds=0.2)
    phone.observe()
    sim.stop()
    with pytest.raises(PhoneUnavailable):
        phone.observe()
    phone.close()


@pytest.mark.slow
def test_a_phone_unplugged_in_mid_action_is_reported_and_nothing_is_repeated(
    sim: SimServer, phone: AdbPhone, hurry: Hurry
) -> None:
    hurry(reconnect_seconds=0.2)
    phone.observe()
    sim.stop()
    with pytest.raises((OutcomeUnknown, PhoneUnavailable)):
        phone.tap(MIDDLE)


@pytest.mark.slow
def test_a_phone_that_was_away_for_a_moment_is_used_again(sim: SimServer, phone: AdbPhone) -> None:
    before = phone.observe()
    sim.drop()
    assert phone.observe().fingerprint == before.fingerprint


@pytest.mark.slow
def test_a_killed_adb_server_is_started_again(sim: SimServer, own_adb: AdbServer) -> None:
    own_adb.connect(sim.serial)
    sim.call(put_u2_jar)
    phone = AdbPhone.connect(sim.serial, adb=own_adb, patience=PATIENT)
    before = phone.observe()
    own_adb.client(CancelToken()).server_kill()
    assert phone.observe().fingerprint == before.fingerprint
    phone.close()


@pytest.mark.slow
def test_an_adb_server_that_is_killed_again_and_again_is_given_up(own_adb: AdbServer) -> None:
    for _ in range(2):
        own_adb.client(CancelToken()).server_kill()
        own_adb.devices()
    own_adb.client(CancelToken()).server_kill()
    with pytest.raises(PhoneUnavailable, match="keeps stopping"):
        own_adb.devices()


def test_a_whole_errand_is_done_once(sim: SimServer, phone: AdbPhone, kinds: Kinds) -> None:
    phone.open_app("Messages")
    row = phone.observe().element_named("Mum")
    assert row is not None
    phone.tap(row.node.bounds.center)
    field = phone.observe().element_named("Text message")
    assert field is not None
    phone.type_text("hi", field.node)
    send = phone.observe().element_named("Send")
    assert send is not None
    phone.tap(send.node.bounds.center)
    assert kinds("message_sent") == ["message_sent"]
    (sent,) = sim.call(lambda phone: phone.world.log.of_kind("message_sent"))
    assert (sent["to"], sent["text"]) == ("Mum", "hi")


def test_an_action_answers_with_what_it_changed(sim: SimServer, phone: AdbPhone) -> None:
    sim.call(lambda phone: phone.world.show("settings", "network"))
    seen = phone.observe()
    switch = next(element for element in seen.elements if element.name == "Wi-Fi" and element.is_checked is not None)
    effect = phone.effect_of(lambda: phone.tap(switch.node.bounds.center), before=seen)
    assert effect.sentence().startswith("Changed: 'Wi-Fi")
    opened = phone.effect_of(lambda: phone.open_app("Clock"))
    assert opened.app == "Clock"
    assert phone.effect_of(lambda: phone.tap(Point(x=540, y=20))).is_nothing


def test_an_action_whose_outcome_is_unknown_has_no_effect_to_tell(sim: SimServer, phone: AdbPhone) -> None:
    seen = phone.observe()
    sim.call(lambda phone: setattr(phone.faults, "u2_crash_on", "click"))
    with pytest.raises(OutcomeUnknown):
        phone.effect_of(lambda: phone.tap(MIDDLE), before=seen)
