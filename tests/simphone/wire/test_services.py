"""The smaller services: root and restarts, processes to debug, the framebuffer, calls without a shell."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops
from raw_host import RawHost

from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command


@pytest.fixture
def server(sim_phone) -> Iterator[SimServer]:
    with SimServer(sim_phone) as running:
        yield running


@pytest.fixture
def host(server) -> Iterator[RawHost]:
    with RawHost(server.port) as connected:
        connected.greet()
        yield connected


def asked(host: RawHost, destination: bytes, local_id: int = 1) -> bytes:
    assert host.open(destination, local_id)[0] == Command.OKAY
    return host.read_stream(local_id)


@pytest.mark.parametrize(
    ("destination", "answer"),
    [
        (b"root:", b"adbd cannot run as root in production builds\n"),
        (b"unroot:", b"adbd not running as root\n"),
        (b"remount:", b'Not running as root. Try "adb root" first.\n'),
        (b"tcpip:0", b"invalid port 0\n"),
        (b"tcpip:x", b"invalid port x\n"),
        (b"jdwp", b""),
    ],
)
def test_phone_answers_as_one_from_the_shop_does(host, destination, answer):
    assert asked(host, destination) == answer
    assert asked(host, b"shell:echo still here", 2) == b"still here\n"


@pytest.mark.parametrize(
    ("destination", "answer", "name", "value"),
    [
        (b"root:", b"restarting adbd as root\n", "service.adb.root", "1"),
        (b"tcpip:5600", b"restarting in TCP mode port: 5600\n", "service.adb.tcp.port", "5600"),
        (b"usb:", b"restarting in USB mode\n", "service.adb.tcp.port", "0"),
    ],
)
def test_restart_cuts_the_host_off_after_the_answer(server, host, destination, answer, name, value):
    server.call(lambda phone: phone.properties.update({"ro.debuggable": "1"}))
    assert asked(host, destination) == answer
    assert host.is_hung_up()
    assert server.call(lambda phone: phone.properties[name]) == value


def test_root_of_a_debuggable_phone_comes_and_goes(server):
    server.call(lambda phone: phone.properties.update({"ro.debuggable": "1", "service.adb.root": "1"}))
    with RawHost(server.port) as host:
        host.greet()
        assert asked(host, b"root:") == b"adbd is already running as root\n"
        assert asked(host, b"remount:", 2) == b"remount succeeded\n"
        assert asked(host, b"unroot:", 3) == b"restarting adbd as non root\n"
        assert host.is_hung_up()


def test_adb_root_waits_for_the_phone_to_come_back(adb_server, sim):
    sim.call(lambda phone: phone.properties.update({"ro.debuggable": "1"}))
    assert adb_server.run("-s", sim.serial, "root").stdout == b"restarting adbd as root\n"
    adb_server.run("-s", sim.serial, "wait-for-device")
    assert adb_server.run("-s", sim.serial, "root").stdout == b"adbd is already running as root\n"


def test_reboot_is_on_record_and_cuts_the_host_off(server, host):
    assert asked(host, b"reboot:bootloader") == b""
    assert host.is_hung_up()
    assert [entry["target"] for entry in server.call(lambda phone: phone.world.log.of_kind("reboot"))] == ["bootloader"]


@pytest.mark.parametrize("destination", [b"track-jdwp", b"track-app"])
def test_list_of_processes_is_empty_and_stays_open(host, destination):
    _, phone_id, _, _ = host.open(destination)
    assert host.receive() == (Command.WRTE, phone_id, 1, b"0000")
    host.send(Command.OKAY, 1, phone_id)
    assert asked(host, b"shell:echo meanwhile", 2) == b"meanwhile\n"
    host.send(Command.CLSE, 1, phone_id)
    assert host.receive() == (Command.CLSE, phone_id, 1, b"")


@pytest.mark.parametrize(
    "destination", [b"jdwp:123", b"abb_exec:", b"tcp:nowhere", b"localabstract:none", b"dev:/dev/null"]
)
def test_what_is_not_there_is_refused(host, destination):
    assert host.open(destination, 7) == (Command.CLSE, 0, 7, b"")


@pytest.mark.slow
def test_framebuffer_has_the_pixels_of_the_screenshot(host, server):
    data = asked(host, b"framebuffer:")
    version, depth, colour_space, size, width, height, *layout = struct.unpack_from("<14I", data)
    assert (version, depth, colour_space, size, len(data)) == (2, 32, 1, width * height * 4, 56 + size)
    assert layout == [0, 8, 16, 8, 8, 8, 24, 8]
    picture = Image.open(io.BytesIO(server.call(lambda phone: phone.snapshots.png()))).convert("RGB")
    pixels = Image.frombytes("RGBA", (width, height), data[56:]).convert("RGB")
    assert ImageChops.difference(picture, pixels).getbbox() is None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # adbutils leaves its socket open
def test_adbutils_reads_the_framebuffer(device, sim):
    picture = Image.open(io.BytesIO(sim.call(lambda phone: phone.snapshots.png()))).convert("RGB")
    assert ImageChops.difference(device.framebuffer().convert("RGB"), picture).getbbox() is None


def test_call_without_a_shell_keeps_its_arguments_whole(host, server):
    assert asked(host, b"abb_exec:settings\0put\0global\0note\0two words; and 'more'") == b""
    assert asked(host, b"abb_exec:settings\0get\0global\0note", 2) == b"two words; and 'more'\n"


def test_framed_call_without_a_shell_gives_its_exit_code(host):
    framed = asked(host, b"abb:nonsense\0do")
    assert framed[:1] == b"\x02"  # errors
    assert b"Can't find service: nonsense" in framed
    assert framed[-6:-1] == struct.pack("<BI", 3, 1)
    assert framed[-1] != 0


def test_adb_asks_for_a_setting_before_it_installs(host):
    assert asked(host, b"abb_exec:settings\0get\0global\0enable_adb_incremental_install_default") == b"null\n"


def test_rehearsed_push_leaves_nothing(adb_server, sim, tmp_path):
    (tmp_path / "a").write_bytes(b"a")
    done = adb_server.run("-s", sim.serial, "push", "-n", str(tmp_path / "a"), "/sdcard/a")
    assert b"1 file pushed" in done.stdout + done.stderr
    assert sim.call(lambda phone: phone.files.read("/sdcard/a")) is None


def test_frame_that_announces_four_gigabytes_is_taken_as_it_comes(host):
    _, phone_id, _, _ = host.open(b"shell,v2,raw:head -c 5")
    host.send(Command.WRTE, 1, phone_id, struct.pack("<BI", 0, 0xFFFFFFFF) + b"12345")
    assert struct.pack("<BI", 1, 5) + b"12345" in host.read_stream()
