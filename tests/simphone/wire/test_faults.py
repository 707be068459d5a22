"""Each fault: what the host sees, and the line it leaves in the phone's log."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from typing import Any

import adbutils
import pytest
from raw_host import RawHost

from genie_host.core.clock import Deadline
from genie_host.simphone.faults import Faults
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command


def set_faults(sim: SimServer, **switches: Any) -> None:
    """Turn faults on, on the phone's thread."""

    def turn_on(phone):
        for name, value in switches.items():
            assert hasattr(phone.faults, name)
            setattr(phone.faults, name, value)

    sim.call(turn_on)


def fired(sim: SimServer) -> list[str]:
    return [entry["fault"] for entry in sim.call(lambda phone: phone.world.log.of_kind("fault"))]


def done(sim: SimServer) -> list[str]:
    kinds = [entry["kind"] for entry in sim.call(lambda phone: phone.world.log.entries)]
    return [kind for kind in kinds if kind not in ("fault", "screen_opened")]


def wait_for_fault(sim: SimServer, fault: str) -> None:
    """Return as soon as the fault has fired."""
    deadline = Deadline.after(10)
    while fault not in fired(sim):
        assert not deadline.is_over, f"{fault} did not fire"


def ask(device: adbutils.AdbDevice, method: str, *params: object) -> http.client.HTTPConnection:
    """Send one call and do not wait for its answer."""
    connection = http.client.HTTPConnection("phone")
    connection.sock = device.create_connection(adbutils.Network.TCP, 9008)
    connection.sock.settimeout(10)
    connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.request("POST", "/jsonrpc/0", json.dumps({"id": 1, "method": method, "params": params}))
    return connection


def raw_rpc(device: adbutils.AdbDevice, method: str, *params: object) -> dict:
    """One call that is not tried again by anybody."""
    connection = ask(device, method, *params)
    try:
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def test_healthy_phone_has_no_faults_on():
    faults = Faults()
    assert not any(vars(faults)[name] for name in vars(faults) if name not in ("u2_hang_seconds", "companion"))
    assert not any(vars(faults.companion).values())


def test_refuse_resets_connections(sim_phone):
    sim_phone.faults.refuse = True
    with SimServer(sim_phone) as server:
        with pytest.raises(ConnectionError), RawHost(server.port) as host:
            host.greet()
        assert fired(server) == ["refuse"]


def test_offline_leaves_the_greeting_unanswered(sim_phone):
    sim_phone.faults.offline = True
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.send(Command.CNXN, 0x01000001, 1 << 20, b"host::\0")
        host.send_bytes(bytes(24))  # nonsense ends the connection: the phone has read everything before it
        assert host.is_hung_up()
        assert fired(server) == ["offline"]


def test_freeze_keeps_silent_until_it_is_over(sim_phone):
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.greet()
        set_faults(server, freeze=True)
        host.send(Command.OPEN, 1, 0, b"shell:echo thawed\0")
        wait_for_fault(server, "freeze")
        set_faults(server, freeze=False)
        assert host.receive()[0] == Command.OKAY
        assert host.read_stream() == b"thawed\n"
        assert fired(server) == ["freeze"]


def test_drop_cuts_the_host_off(sim_phone):
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.greet()
        server.drop()
        assert host.is_hung_up()


def test_hanging_shell_command_ends_with_its_host(sim, device):
    set_faults(sim, hang_shell="dumpsys")
    with pytest.raises(adbutils.AdbTimeout):
        device.shell("dumpsys window", timeout=0.05)
    assert device.shell("echo fine") == "fine"
    assert fired(sim) == ["hang_shell"]


def test_crash_breaks_the_call_and_does_not_do_it(sim, device, u2_device):
    set_faults(sim, u2_crash_on="click")
    with pytest.raises(http.client.RemoteDisconnected):
        raw_rpc(device, "click", 945, 420)
    assert (fired(sim), done(sim)) == (["u2_crash_on"], [])
    with pytest.raises(adbutils.AdbError):
        raw_rpc(device, "ping")


def test_uiautomator2_starts_a_crashed_server_again(sim, u2_device):
    sim.kill_u2()
    assert u2_device.info["screenOn"]


def test_hang_does_the_work_late_though_nobody_waits(sim, device, u2_device):
    seen = threading.Event()
    sim.call(lambda phone: setattr(phone.faults, "before_tap", lambda world: seen.set()))
    set_faults(sim, u2_hang_on="click", u2_hang_seconds=0.05)
    connection = ask(device, "click", 945, 420)
    wait_for_fault(sim, "u2_hang_on")
    connection.close()
    assert seen.wait(10)
    assert sim.call(lambda phone: phone.world.foreground.package) == "com.android.settings"
    assert fired(sim) == ["u2_hang_on", "before_tap"]


def test_hanging_call_dies_with_its_process(sim, device, u2_device):
    set_faults(sim, u2_hang_on="click", u2_hang_seconds=60.0)
    connection = ask(device, "click", 945, 420)
    wait_for_fault(sim, "u2_hang_on")
    sim.kill_u2()
    with pytest.raises(http.client.RemoteDisconnected):
        connection.getresponse()
    connection.close()
    assert done(sim) == []


def test_error_is_answered_as_often_as_asked(sim, device, u2_device):
    set_faults(sim, u2_error_on=("click", "java.lang.StackOverflowError", "deep", 2))
    *failed, well = [raw_rpc(device, "click", 945, 420) for _ in range(3)]
    for answer in failed:
        error = answer["error"]
        assert (error["code"], error["message"]) == (-32001, "java.lang.StackOverflowError")
        assert error["data"].startswith("java.lang.StackOverflowError: deep\n")
    assert "error" not in well
    assert (fired(sim), done(sim)) == (["u2_error_on"] * 2, ["tap", "app_started"])


def test_error_for_every_method_goes_on_for_ever(sim, device, u2_device):
    set_faults(sim, u2_error_on=("*", "java.lang.IllegalStateException", "UiAutomation not connected!", -1))
    answers = [raw_rpc(device, method) for method in ("ping", "deviceInfo", "getClipboard")]
    assert all("error" in answer for answer in answers)


def test_busy_automation_refuses_to_start(sim, device):
    sim.call(lambda phone: phone.files.write("/data/local/tmp/u2.jar", b"PK"))
    set_faults(sim, u2_busy=True)
    assert "already registered" in device.shell("CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main")
    assert sim.call(lambda phone: phone.automation) is None
    assert fired(sim) == ["u2_busy"]


def test_empty_dumps_come_as_often_as_asked(sim, device, u2_device):
    set_faults(sim, dump_empty=2)
    counts = [raw_rpc(device, "dumpWindowHierarchy", False, 50)["result"].count("<node") for _ in range(3)]
    assert counts[:2] == [0, 0]
    assert counts[2] > 0
    set_faults(sim, dump_empty=-1)
    assert all("<node" not in raw_rpc(device, "dumpWindowHierarchy", False, 50)["result"] for _ in range(3))


def test_truncated_dump_is_the_beginning_of_the_whole(sim, u2_device):
    whole = u2_device.dump_hierarchy()
    set_faults(sim, dump_truncate=0.5)
    assert u2_device.dump_hierarchy() == whole[: len(whole) // 2]
    assert fired(sim) == ["dump_truncate"]


def test_screenshot_that_is_null_makes_uiautomator2_ask_the_shell(sim, u2_device):
    set_faults(sim, screenshot_none=True)
    assert u2_device.screenshot().size == (1080, 2400)
    assert fired(sim) == ["screenshot_none"]


def test_denied_injection_is_a_security_exception_and_does_nothing(sim, device, u2_device):
    set_faults(sim, inject_denied=True)
    for method, params in (("click", (945, 420)), ("swipe", (5, 900, 5, 100, 10)), ("pressKey", ("home",))):
        assert raw_rpc(device, method, *params)["error"]["message"] == "java.lang.SecurityException"
    assert (fired(sim), done(sim)) == (["inject_denied"] * 3, [])


def test_denied_clipboard_is_a_security_exception(sim, device, u2_device):
    set_faults(sim, clipboard_denied=True)
    for method, params in (("setClipboard", (None, "x")), ("getClipboard", ())):
        assert raw_rpc(device, method, *params)["error"]["message"] == "java.lang.SecurityException"
    assert sim.call(lambda phone: phone.world.clipboard) is None


def test_screen_that_changes_before_the_tap_takes_the_tap_elsewhere(sim, u2_device):
    def open_notes(world):
        world.start_app("com.example.notes")

    set_faults(sim, before_tap=open_notes)
    u2_device(text="Settings").click()
    assert sim.call(lambda phone: phone.world.foreground.package) == "com.example.notes"
    assert done(sim) == ["app_started", "tap"]
    assert fired(sim) == ["before_tap"]


@pytest.mark.slow
def test_adb_lists_an_unreachable_phone_as_gone(adb_server, sim):
    set_faults(sim, refuse=True)
    sim.drop()
    adb_server.run("-s", sim.serial, "wait-for-disconnect")
    listed = adb_server.run("devices").stdout.decode()
    assert f"{sim.serial}\tdevice" not in listed


def test_freeze_leaves_adb_in_the_belief_that_all_is_well(adb_server, sim):
    set_faults(sim, freeze=True)
    with socket.create_connection(("127.0.0.1", adb_server.port), timeout=10) as client:
        service = b"host:transport:" + sim.serial.encode()
        client.sendall(b"%04x%s" % (len(service), service))
        assert client.recv(4) == b"OKAY"
        client.sendall(b"000ashell:true")
        wait_for_fault(sim, "freeze")
        assert f"{sim.serial}\tdevice" in adb_server.run("devices").stdout.decode()
