"""Every check of ``genie doctor`` against a phone, or a computer, of which it is true."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import wall_seconds
from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.device_state import parse_devices
from genie_host.phone.doctor import computer
from genie_host.phone.doctor.ports import Listener, from_lsof, inodes_listening, listener_on
from genie_host.phone.doctor.readings import free_megabytes
from genie_host.phone.doctor.report import Finding, Report, Status
from genie_host.phone.doctor.visit import CHECKS, whole_visit
from genie_host.phone.lease import Lease
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import profile
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.world.engine import World
from tests.conftest import put_u2_jar
from tests.phone.conftest import PATIENT

Visit = Callable[..., dict[str, Finding]]


@pytest.fixture(autouse=True)
def the_right_time(sim: SimServer) -> None:
    """The simulated phone lives on a day of its own."""
    sim.call(lambda phone: phone.answers.update({"date +%s": f"{wall_seconds():.0f}\n"}))


@pytest.fixture
def visit(adb: AdbServer, sim: SimServer, tmp_path: Path) -> Visit:
    """Findings of a whole visit by check."""

    def look(serial: str | None = None) -> dict[str, Finding]:
        report = whole_visit(
            adb, serial or sim.serial, cancel=CancelToken(), patience=PATIENT, environment={}, folder=tmp_path
        )
        return {found.check: found for found in report.findings}

    return look


def locked(phone: SimPhone) -> None:
    phone.world.set_lock("pin", "1234")
    phone.world.lock()


def test_a_healthy_phone_is_ready_and_every_check_reports(adb: AdbServer, sim: SimServer, tmp_path: Path) -> None:
    report = whole_visit(adb, sim.serial, cancel=CancelToken(), patience=PATIENT, environment={}, folder=tmp_path)
    assert report.is_ready
    assert not report.has_warnings, [found.sentence for found in report.findings if found.status is Status.WARN]
    assert sorted(found.check for found in report.findings) == sorted(CHECKS)


def test_a_visit_leaves_nothing_on_the_phone(adb: AdbServer, sim: SimServer, visit: Visit) -> None:
    before = sim.call(lambda phone: (dict(phone.world.settings), len(phone.world.log.effects)))
    visit()
    assert sim.call(lambda phone: (dict(phone.world.settings), len(phone.world.log.effects))) == before
    assert sim.call(lambda phone: phone.automation is None)


SETTINGS = {
    "phone.keyboard": ("secure", "default_input_method", "com.github.uiautomator/.AdbKeyboard"),
    "phone.accessibility": ("secure", "enabled_accessibility_services", "com.android.talkback/.TalkBackService"),
}


@pytest.mark.parametrize("check", SETTINGS)
def test_a_setting_that_may_surprise_is_a_warning_with_a_remedy(sim: SimServer, visit: Visit, check: str) -> None:
    namespace, name, value = SETTINGS[check]
    sim.call(lambda phone: phone.world.settings.update({(namespace, name): value}))
    found = visit()[check]
    assert found.status is Status.WARN
    assert found.remedy


def test_the_battery_saver_is_a_warning(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: phone.world.switch("battery_saver", True))
    assert "saver" in visit()["phone.battery"].summary


def test_an_empty_battery_is_a_warning(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: (phone.battery.unplug(), setattr(phone.battery, "level", 4)))
    assert visit()["phone.battery"].status is Status.WARN


@pytest.mark.parametrize(("free", "status"), [("10000", Status.FAIL), ("200000", Status.WARN), ("?", Status.SKIPPED)])
def test_storage(sim: SimServer, visit: Visit, free: str, status: Status) -> None:
    listing = f"Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/dm-1 9000000 80 {free} 99% /data\n"
    sim.call(lambda phone: phone.answers.update({"df -k /data": listing}))
    assert visit()["phone.storage"].status is status


def test_a_locked_phone_is_to_be_unlocked_by_hand(sim: SimServer, visit: Visit) -> None:
    sim.call(locked)
    found = visit()["phone.screen"]
    assert found.status is Status.WARN
    assert "PIN" in found.remedy


def test_a_clock_that_is_wrong_is_a_warning(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: phone.answers.update({"date +%s": "1000000000\n"}))
    assert visit()["phone.time"].status is Status.WARN


def test_a_phone_that_is_starting_is_not_ready(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: phone.properties.update({"sys.boot_completed": "0"}))
    assert visit()["phone.android"].status is Status.FAIL


def test_an_android_that_is_too_old_is_not_ready(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: phone.properties.update({"ro.build.version.sdk": "21"}))
    assert visit()["phone.android"].status is Status.FAIL


def test_another_tool_in_the_slot_is_named(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: setattr(phone.faults, "u2_busy", True))
    found = visit()["phone.slot"]
    assert found.status is Status.FAIL
    assert "Appium (process 9050" in found.summary


def test_a_server_of_our_kind_is_no_obstacle(phone, sim: SimServer, visit: Visit) -> None:
    assert visit()["phone.slot"].facts["port_9008"] == "uiautomator2"


def test_a_stranger_on_the_port_of_the_phone_is_an_obstacle(sim: SimServer, visit: Visit) -> None:
    async def rude(stream) -> None:
        await stream.read()
        await stream.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")

    sim.call(lambda phone: phone.sockets.update({"tcp:9008": rude}))
    found = visit()["phone.slot"]
    assert found.status is Status.FAIL
    assert "9008" in found.summary


def test_a_run_that_has_the_phone_is_named(sim: SimServer, visit: Visit, tmp_path: Path) -> None:
    lease = Lease.take(sim.serial, "genie eval", folder=tmp_path)
    assert "genie eval" in visit()["phone.lease"].summary
    lease.release()


@pytest.mark.parametrize("name", ["xiaomi-33", "samsung-34"])
def test_makers_are_known_by_their_switches(adb: AdbServer, visit: Visit, name: str) -> None:
    with SimServer(SimPhone(World.from_bundled_apps(profile=profile(name)))) as server:
        server.call(put_u2_jar)
        adb.connect(server.serial)
        found = visit(server.serial)
        adb.disconnect(server.serial)
    assert found["phone.maker"].facts["maker"]
    is_refusing = name.startswith("xiaomi")
    assert found["phone.touch"].status is (Status.FAIL if is_refusing else Status.OK)
    assert ("Security settings" in found["phone.touch"].remedy) is is_refusing


def test_a_phone_that_does_not_trust_this_computer_is_told_apart(adb: AdbServer, visit: Visit) -> None:
    with SimServer(SimPhone(World.from_bundled_apps(), auth=Auth(is_required=True))) as server:
        adb._client.connect(server.serial, timeout=10.0)
        found = visit(server.serial)
        adb.disconnect(server.serial)
    assert found["phone.state"].status is Status.FAIL
    assert "prompt" in found["phone.state"].remedy
    assert found["phone.state"].facts["phones"][server.serial] == "unauthorized"


def test_a_phone_that_is_lost_in_the_middle_is_a_finding_and_no_error(sim: SimServer, visit: Visit) -> None:
    sim.call(lambda phone: setattr(phone.faults, "hang_shell", "dumpsys battery"))
    found = visit()
    assert found["phone.battery"].status is Status.SKIPPED
    assert found["phone.time"].status is Status.OK


def test_no_phone_at_all_is_not_ready(adb: AdbServer, tmp_path: Path) -> None:
    report = whole_visit(adb, "emulator-9998", cancel=CancelToken(), environment={}, folder=tmp_path)
    assert not report.is_ready
    assert "emulator-9998" in report.findings[-1].sentence


def test_a_port_held_by_a_stranger_names_the_program(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]

        def be_rude() -> None:
            connection, _ = other.accept()
            with connection:
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=be_rude, daemon=True).start()
        report = whole_visit(AdbServer.bundled(port=port), None, cancel=CancelToken(), environment={}, folder=tmp_path)
    (found,) = [found for found in report.findings if found.check == "adb.server"]
    assert found.status is Status.FAIL
    assert str(os.getpid()) in found.summary
    assert not report.is_ready


def test_a_server_that_does_not_run_is_no_problem() -> None:
    assert computer.check_server(AdbServer.bundled(port=free_port())).status is Status.OK


def test_the_holder_of_a_port_is_found_and_nobody_where_there_is_none() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        listener = listener_on(other.getsockname()[1])
    assert listener is not None
    assert listener.pid == os.getpid()
    assert listener_on(free_port()) is None


def test_tables_of_ports_are_read() -> None:
    table = (
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
        "   0: 0100007F:13AD 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4242 1\n"
        "   1: 0100007F:13AD 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 4243 1\n"
    )
    assert inodes_listening(table, 5037) == {"4242"}
    assert from_lsof("p77\ncadb\nf9\n") == Listener(pid=77, name="adb")
    assert from_lsof("") is None
    assert free_megabytes("Filesystem\n/dev/block/dm-5 112845060 20480000 92365060 19% /data\n") == 90200


@pytest.mark.parametrize(
    ("release", "status"),
    [("5.15.153.1-microsoft-standard-WSL2", Status.WARN), ("6.8.0-45-generic", Status.SKIPPED)],
)
def test_linux_inside_windows_is_known(release: str, status: Status) -> None:
    assert computer.check_wsl(release).status is status


@pytest.mark.skipif(os.name == "nt", reason="udev is Linux'")
def test_a_phone_that_may_not_be_opened_asks_for_a_udev_rule() -> None:
    found = computer.check_udev(parse_devices("X no permissions (missing udev rules?); see [http://x] usb:1-2\n"))
    assert found.status is Status.FAIL
    assert "plugdev" in found.remedy


def test_variables_that_mislead_are_named() -> None:
    assert computer.check_environment({"ADB_SERVER_SOCKET": "tcp:x"}).status is Status.WARN
    assert computer.check_environment({"PATH": "/bin"}).status is Status.OK


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for adb is a shell script")
@pytest.mark.parametrize(("protocol", "status"), [(41, Status.OK), (39, Status.WARN)])
def test_another_adb_on_the_path_is_judged_by_its_protocol(
    adb: AdbServer, tmp_path: Path, protocol: int, status: Status
) -> None:
    other = tmp_path / "adb"
    other.write_text(
        f"#!/bin/sh\necho Android Debug Bridge version 1.0.{protocol}\necho Version 29.0.6\n", encoding="utf-8"
    )
    other.chmod(0o755)
    assert computer.check_other_adb(adb, {"PATH": str(tmp_path)}).status is status


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for adb is a shell script")
@pytest.mark.parametrize(("version", "status"), [("29.0.6", Status.WARN), ("35.0.1", Status.OK), ("", Status.FAIL)])
def test_the_adb_in_use_is_judged_by_its_age(tmp_path: Path, version: str, status: Status) -> None:
    program = tmp_path / "adb"
    program.write_text(f"#!/bin/sh\necho Version {version}-1234\n" if version else "#!/bin/sh\nexit 1\n", "utf-8")
    program.chmod(0o755)
    assert computer.check_program(AdbServer.bundled(port=free_port(), adb=program)).status is status


def test_whatever_is_wrong_comes_with_a_remedy_and_without_a_path(sim: SimServer, visit: Visit) -> None:
    for namespace, name, value in SETTINGS.values():
        sim.call(lambda phone, key=(namespace, name), value=value: phone.world.settings.update({key: value}))
    sim.call(lambda phone: (setattr(phone.faults, "u2_busy", True), locked(phone)))
    for found in visit().values():
        assert found.summary.endswith("."), found
        assert bool(found.remedy) is (found.status in (Status.WARN, Status.FAIL)), found
        assert str(Path.home()) not in found.sentence


def test_a_report_without_a_phone_is_never_ready() -> None:
    fine = Finding(check="adb.program", status=Status.OK, summary="Fine.")
    assert not Report(serial="", findings=[fine]).is_ready
    assert Report(serial="X", findings=[fine]).is_ready
