"""Which phone is meant, and what is said when none can be."""

from __future__ import annotations

import json

import pytest

from genie_host.cli.devices import rows
from genie_host.cli.phones import choose_serial
from genie_host.core.errors import PhoneOffline, PhoneUnauthorized, PhoneUnavailable, UsageError
from genie_host.phone.device_state import DeviceEntry, parse_devices


def yes() -> bool:
    return True


def no() -> bool:
    return False


def entry(serial: str, state: str = "device", model: str = "") -> DeviceEntry:
    return DeviceEntry(serial=serial, state=state, model=model)


def test_the_only_ready_phone_is_meant() -> None:
    assert choose_serial([entry("A"), entry("B", "offline")], no) == "A"


def test_nobody_guesses_between_two_phones() -> None:
    with pytest.raises(UsageError, match=r"A \(Pixel 8\), B"):
        choose_serial([entry("A", model="Pixel 8"), entry("B")], yes)


@pytest.mark.parametrize(("state", "error"), [("unauthorized", PhoneUnauthorized), ("offline", PhoneOffline)])
def test_phone_that_is_not_ready_is_not_replaced_by_the_simulated_one(state, error) -> None:
    with pytest.raises(error):
        choose_serial([entry("A", state)], yes)


def test_simulated_phone_is_offered_when_there_is_none() -> None:
    assert choose_serial([], yes) == "sim"
    with pytest.raises(PhoneUnavailable, match="--device sim"):
        choose_serial([], no)


def test_devices_lists_a_phone_and_its_model(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    assert sim.serial in genie("devices").out
    (listed,) = json.loads(genie("devices", "--json").out)
    named = {"name": sim.serial, "serial": sim.serial}
    assert listed == {**named, "state": "device", "model": "SimPhone 1", "remedy": ""}


def test_devices_says_what_to_do_when_there_is_none(genie, monkeypatch, adb_server) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    ran = genie("devices")
    assert ran.code == 0
    assert "--device sim" in ran.out
    assert json.loads(genie("devices", "--json").out) == []


def test_devices_without_the_adb_that_was_named_ends_in_a_sentence(genie, tmp_path) -> None:
    ran = genie("devices", "--adb", tmp_path / "adb")
    assert ran.code == 4
    assert ran.err.count("\n") == 1
    assert "does not exist" in ran.err


def test_twins_are_named_by_where_they_are_plugged_in() -> None:
    twins = parse_devices("0123 device usb:1-1 transport_id:3\n0123 device usb:1-2 transport_id:4\n")
    assert [cells["name"] for cells in rows(twins)] == ["usb:1-1", "usb:1-2"]
    assert "--device usb:1-2" in rows(twins)[1]["remedy"]
    with pytest.raises(UsageError, match="usb:1-1, usb:1-2"):
        choose_serial(twins, lambda: False)
