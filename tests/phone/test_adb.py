"""The adb server: which adb, which port, which phones."""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import (
    AdbMissing,
    Cancelled,
    PhoneGone,
    PhoneOffline,
    PhoneUnauthorized,
    PhoneUnavailable,
    UsageError,
)
from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.adb_program import bundled_adb, choose_adb, choose_port
from genie_host.phone.device_state import DeviceEntry, error_of_state, find_entry, is_shared, parse_devices
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.world.engine import World
from tests.conftest import PrivateAdb


def executable(path: Path) -> Path:
    path.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_bundled_adb_is_the_one_in_the_adbutils_wheel() -> None:
    assert bundled_adb().parent.parent.name == "adbutils"
    assert bundled_adb().is_file()


def test_an_adb_on_the_path_is_not_used(tmp_path: Path) -> None:
    executable(tmp_path / "adb")
    assert choose_adb(None, {"PATH": str(tmp_path)}) == bundled_adb()


def test_the_users_choice_of_adb_wins(tmp_path: Path) -> None:
    named, from_environment = executable(tmp_path / "one"), executable(tmp_path / "two")
    assert choose_adb(None, {"GENIE_ADB": str(from_environment)}) == from_environment
    assert choose_adb(named, {"GENIE_ADB": str(from_environment)}) == named


def test_a_missing_adb_is_said_in_a_sentence_without_its_path(tmp_path: Path) -> None:
    with pytest.raises(AdbMissing) as caught:
        AdbServer.bundled(adb=tmp_path / "nowhere" / "adb")
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no execute permission")
def test_an_adb_that_may_not_be_executed_is_missing(tmp_path: Path) -> None:
    (tmp_path / "adb").write_text("", encoding="utf-8")
    with pytest.raises(AdbMissing):
        choose_adb(tmp_path / "adb", {})


@pytest.mark.skipif(sys.platform == "win32", reason="a file of text does not start there at all")
def test_an_adb_that_is_no_program_is_missing(tmp_path: Path) -> None:
    (tmp_path / "adb").write_bytes(b"\x7fELF is not what follows")
    (tmp_path / "adb").chmod(0o755)
    with pytest.raises(PhoneUnavailable):
        AdbServer.bundled(port=free_port(), adb=tmp_path / "adb").start()


@pytest.mark.parametrize(("text", "port"), [("", 5037), ("6001", 6001)])
def test_the_port_is_read_as_every_adb_tool_does(text: str, port: int) -> None:
    assert choose_port({"ANDROID_ADB_SERVER_PORT": text}) == port


@pytest.mark.parametrize("text", ["x", "0", "65536", "-1"])
def test_a_senseless_port_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        choose_port({"ANDROID_ADB_SERVER_PORT": text})


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for adb is a shell script")
def test_an_adb_that_does_not_start_its_server_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PhoneUnavailable, match="could not start"):
        AdbServer.bundled(port=free_port(), adb=executable(tmp_path / "adb")).start()


def test_a_port_held_by_another_program_is_reported_with_its_number() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def be_rude() -> None:
            connection, _ = other.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=be_rude, daemon=True).start()
        with pytest.raises(PhoneUnavailable, match=str(port)):
            AdbServer.bundled(port=port).start()


def test_a_server_that_runs_is_used_and_not_stopped(adb: AdbServer) -> None:
    adb.start()
    adb.stop_if_own()
    assert AdbServer.bundled(port=adb.port).devices() is not None


@pytest.mark.slow
def test_a_server_of_our_own_is_started_and_stopped(adb_server: PrivateAdb) -> None:
    own = AdbServer.bundled(port=free_port(), environment=adb_server.environment)
    assert own.devices() == ()
    own.stop_if_own()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", own.port), timeout=1)


def test_devices_lists_a_phone_with_its_model(adb: AdbServer, sim: SimServer) -> None:
    (entry,) = [entry for entry in adb.devices() if entry.serial == sim.serial]
    assert (entry.state, entry.model) == ("device", "SimPhone 1")
    assert entry.transport_id > 0


def test_connect_attaches_a_phone_and_disconnect_takes_it_off(adb: AdbServer) -> None:
    with SimServer(SimPhone(World.from_bundled_apps())) as server:
        assert adb.connect(server.serial) == server.serial
        assert adb.state_of(server.serial) == "device"
        adb.disconnect(server.serial)
        assert adb.state_of(server.serial) is None


def test_connecting_to_nobody_says_so(adb: AdbServer) -> None:
    address = f"127.0.0.1:{free_port()}"
    with pytest.raises(PhoneOffline, match=address):
        adb.connect(address)


def test_an_unauthorized_phone_asks_for_the_prompt_to_be_accepted(adb: AdbServer, eventually) -> None:
    phone = SimPhone(World.from_bundled_apps(), auth=Auth(is_required=True))
    with SimServer(phone) as server:
        with pytest.raises(PhoneUnauthorized, match="prompt"):
            adb.connect(server.serial)
        with pytest.raises(PhoneUnauthorized):
            adb.wait_until_ready(server.serial, seconds=5.0, cancel=CancelToken())
        server.call(lambda phone: phone.auth.allow())
        eventually(lambda: adb.state_of(server.serial) != "unauthorized")
        adb.wait_until_ready(server.serial, seconds=5.0, cancel=CancelToken())
        adb.disconnect(server.serial)


def test_a_phone_that_is_not_there_is_gone(adb: AdbServer) -> None:
    with pytest.raises(PhoneGone, match="emulator-9998"):
        adb.wait_until_ready("emulator-9998", seconds=0.1, cancel=CancelToken())


def test_waiting_for_a_phone_obeys_the_stop_button(adb: AdbServer) -> None:
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    with pytest.raises(Cancelled):
        adb.wait_until_ready("emulator-9998", seconds=3600.0, cancel=cancel)


def test_a_listing_is_read_with_states_of_several_words() -> None:
    listing = (
        "0123456789     device usb:1-1 product:x model:Pixel_8_Pro device:husky transport_id:1\n"
        "9876543210     no permissions (missing udev rules? user is in the plugdev group); see [http://x] usb:1-2\n"
        "emulator-5554  offline transport_id:4\r\n"
        "ABC            unauthorized usb:1-3 transport_id:5\n"
        "\n"
    )
    assert parse_devices(listing) == (
        DeviceEntry(serial="0123456789", state="device", model="Pixel 8 Pro", usb_port="usb:1-1", transport_id=1),
        DeviceEntry(serial="9876543210", state="no permissions", usb_port="usb:1-2"),
        DeviceEntry(serial="emulator-5554", state="offline", transport_id=4),
        DeviceEntry(serial="ABC", state="unauthorized", usb_port="usb:1-3", transport_id=5),
    )


def test_a_phone_without_a_serial_number_is_listed_by_its_port() -> None:
    (entry,) = parse_devices("(no serial number)     device usb:1-2 transport_id:9\n")
    assert entry.names == ("(no serial number)", "usb:1-2", "transport:9")


def test_two_phones_with_one_serial_are_not_guessed_between() -> None:
    twins = parse_devices(
        "0123456789ABCDEF device usb:1-1 transport_id:3\n0123456789ABCDEF device usb:1-2 transport_id:4\n"
    )
    with pytest.raises(PhoneUnavailable, match=r"Two phones.*--device usb:1-1 or usb:1-2"):
        find_entry("0123456789ABCDEF", twins)
    assert find_entry("usb:1-2", twins) == twins[1]
    assert find_entry("transport:3", twins) == twins[0]
    assert is_shared(twins[0], twins)


def test_a_phone_is_addressed_by_its_number_when_its_serial_is_not_named(adb: AdbServer, sim: SimServer) -> None:
    (entry,) = [entry for entry in adb.devices() if entry.serial == sim.serial]
    assert adb.target_of(sim.serial) == f"serial:{sim.serial}"
    assert adb.target_of(f"transport:{entry.transport_id}") == f"transport-id:{entry.transport_id}"


def test_changes_are_told_as_they_come(adb: AdbServer, sim: SimServer) -> None:
    changes = adb.track(CancelToken())
    assert sim.serial in [entry.serial for entry in next(changes)]
    adb.disconnect(sim.serial)
    gone = next(seen for seen in changes if sim.serial not in [entry.serial for entry in seen])
    assert all(entry.serial != sim.serial for entry in gone)


def test_the_version_of_the_running_server_is_known_and_none_is_started(adb: AdbServer) -> None:
    assert adb.version() == 41
    away = AdbServer.bundled(port=free_port())
    assert away.version() is None
    assert away.version() is None  # asking did not start one


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (None, PhoneGone),
        ("offline", PhoneOffline),
        ("connecting", PhoneOffline),
        ("unauthorized", PhoneUnauthorized),
        ("authorizing", PhoneUnauthorized),
        ("detached", PhoneOffline),
        ("host", PhoneUnavailable),
        ("sideload", PhoneUnavailable),
        ("no permissions", PhoneUnavailable),
        ("recovery", PhoneUnavailable),
    ],
)
def test_states_of_a_phone_are_told_apart(state: str | None, error: type[PhoneUnavailable]) -> None:
    assert type(error_of_state("X", state)) is error


def test_every_state_has_words_of_its_own() -> None:
    states = ("offline", "unauthorized", "authorizing", "no permissions", "recovery", "connecting", "detached", None)
    assert len({str(error_of_state("X", state)) for state in states}) == len(states)


def test_a_phone_on_the_network_is_not_told_to_be_plugged_in() -> None:
    for state in (None, "offline"):
        words = str(error_of_state("192.168.1.5:37123", state))
        assert "genie connect 192.168.1.5:37123" in words
        assert "plug" not in words.lower()
        assert "lug it in" in str(error_of_state("R58M123ABC", state))


def test_a_ready_phone_has_no_error() -> None:
    assert error_of_state("X", "device") is None
