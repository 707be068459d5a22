"""What the real adb and adbutils see of faults of cable, network, shell and file transfer."""

from __future__ import annotations

import socket

import adbutils
import pytest
from seen import fired, lay, planned, wait_for_fault

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World


def wait_until(condition) -> None:
    deadline = Deadline.after(30)
    while not condition():
        assert not deadline.is_over
        SYSTEM_CLOCK.sleep(0.02)


def states(adb_server) -> str:
    return adb_server.run("devices").stdout.decode()


def test_drop_cuts_a_command_off_and_adb_is_back(adb_server, sim, device):
    lay(sim, {"on": "shell.dumpsys", "do": "drop"}, {"do": "shell.hang", "pattern": "dumpsys"})
    assert adb_server.run("-s", sim.serial, "shell", "dumpsys", "window", check=False).returncode != 0
    adb_server.run("-s", sim.serial, "wait-for-device")
    assert device.shell("echo back") == "back"
    assert "drop" in fired(sim)
    assert ("drop", "on shell.dumpsys") in planned(sim)


def test_lost_network_is_refused_until_it_is_back(adb_server, sim, device):
    lay(sim, {"on": "shell.id", "do": "wifi.drop", "for": 0.5})
    adb_server.run("-s", sim.serial, "shell", "id", check=False)
    wait_for_fault(sim, "wifi_drop")
    adb_server.run("-s", sim.serial, "wait-for-device")
    wait_until(lambda: f"{sim.serial}\tdevice" in states(adb_server))
    assert not sim.call(lambda phone: phone.faults.refuse)
    assert device.shell("echo back") == "back"


def test_unauthorized_phone_becomes_a_device_when_it_is_allowed(adb_server, sim):
    lay(sim, {"do": "unauthorized"})
    wait_until(lambda: f"{sim.serial}\tunauthorized" in states(adb_server))
    wait_until(lambda: sim.call(lambda phone: phone.auth.prompted_keys))
    refused = adb_server.run("-s", sim.serial, "shell", "id", check=False)
    assert b"unauthorized" in refused.stderr
    lay(sim, {"do": "accept"})
    adb_server.run("-s", sim.serial, "wait-for-device")
    assert f"{sim.serial}\tdevice" in states(adb_server)
    assert [fault for fault in fired(sim) if fault != "auth"][:1] == ["unauthorized"]


def test_frozen_phone_is_still_a_device_to_adb(adb_server, sim):
    lay(sim, {"do": "freeze"})
    with socket.create_connection(("127.0.0.1", adb_server.port), timeout=30) as client:
        service = b"host:transport:" + sim.serial.encode()
        client.sendall(b"%04x%s" % (len(service), service))
        assert client.recv(4) == b"OKAY"
        client.sendall(b"000ashell:true")
        wait_for_fault(sim, "freeze")
        assert f"{sim.serial}\tdevice" in states(adb_server)


def test_slow_shell_is_slow_and_right(sim, device):
    lay(sim, {"do": "shell.slow", "seconds": 0.05})
    assert device.shell("echo late") == "late"
    assert fired(sim) == ["shell_delay"]


def test_hanging_shell_makes_the_reader_give_up(sim, device):
    lay(sim, {"on": "shell.dumpsys#2", "do": "shell.hang", "pattern": "dumpsys"})
    assert device.shell("dumpsys window", timeout=30)
    with pytest.raises(adbutils.AdbTimeout):
        device.shell("dumpsys window", timeout=0.1)
    assert fired(sim) == ["hang_shell"]


def test_slow_transfer_is_slow_and_right(sim, device):
    lay(sim, {"do": "sync.slow", "seconds": 0.05})
    device.sync.push(b"late", "/data/local/tmp/late")
    assert device.sync.read_bytes("/data/local/tmp/late") == b"late"
    assert fired(sim) == ["sync_delay"] * 2


@pytest.mark.parametrize("fault", ["sync.disk_full", "storage.low"])
def test_full_disk_fails_a_push_in_the_phones_words(adb_server, sim, device, tmp_path, fault):
    lay(sim, {"do": fault})
    (tmp_path / "big").write_bytes(bytes(200_000))
    pushed = adb_server.run("-s", sim.serial, "push", str(tmp_path / "big"), "/sdcard/big", check=False)
    assert pushed.returncode == 1
    assert b"No space left on device" in pushed.stderr + pushed.stdout
    assert not device.sync.exists("/sdcard/big")
    assert fired(sim) == ["sync_disk_full"]


def test_short_write_is_a_success_with_another_size(adb_server, sim, device, tmp_path):
    lay(sim, {"do": "sync.short_write", "fraction": 0.25})
    (tmp_path / "whole").write_bytes(bytes(1000))
    assert adb_server.run("-s", sim.serial, "push", str(tmp_path / "whole"), "/sdcard/part").returncode == 0
    assert device.sync.stat("/sdcard/part").size == 250
    assert fired(sim) == ["sync_short_write"]


def test_short_write_makes_uiautomator2_see_another_size_than_it_sent(sim, device):
    lay(sim, {"do": "sync.short_write"})
    with pytest.raises(adbutils.AdbError, match="expect pushed 1000, actually pushed 500"):
        device.sync.push(bytes(1000), "/data/local/tmp/x", check=True)


def test_two_phones_may_have_the_same_serial(adb_server, sim, device, bundled_apps):
    with SimServer(SimPhone(World(bundled_apps), serial="SIM0002")) as other:
        adb_server.connect(other.serial)
        lay(other, {"do": "serial.same", "serial": "SIM0001"})
        twin = adb_server.client.device(other.serial)
        assert device.getprop("ro.serialno") == twin.getprop("ro.serialno") == "SIM0001"
        assert device.serial != twin.serial
        unclear = adb_server.run("shell", "id", check=False)
        assert b"more than one device" in unclear.stderr
        adb_server.disconnect(other.serial)


@pytest.mark.parametrize(
    ("fault", "answer"),
    [("install.denied", b"INSTALL_FAILED_USER_RESTRICTED"), ("storage.low", b"INSTALL_FAILED_INSUFFICIENT_STORAGE")],
)
def test_package_manager_says_why_nothing_is_installed(adb_server, sim, fault, answer):
    lay(sim, {"do": fault})
    ran = adb_server.run("-s", sim.serial, "shell", "pm", "install", "-r", "/data/local/tmp/ime.apk", check=False)
    assert answer in ran.stdout + ran.stderr
    assert ran.returncode == 1
    assert fired(sim)


@pytest.mark.slow
def test_offline_phone_is_listed_as_offline(adb_server, sim):
    lay(sim, {"do": "offline"}, {"do": "drop"})
    wait_for_fault(sim, "offline")
    assert f"{sim.serial}\tdevice" not in states(adb_server)


@pytest.mark.slow
def test_refusing_phone_is_no_device(adb_server, sim):
    lay(sim, {"do": "refuse"}, {"do": "drop"})
    wait_for_fault(sim, "refuse")
    adb_server.run("-s", sim.serial, "wait-for-disconnect")
    assert f"{sim.serial}\tdevice" not in states(adb_server)
