"""The transport packet by packet."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest
from raw_host import RawHost, sync_request

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command


@pytest.fixture
def server(sim_phone) -> Iterator[SimServer]:
    with SimServer(sim_phone) as running:
        yield running


def test_greeting_is_answered_with_the_identity_and_the_features(server):
    with RawHost(server.port) as host:
        command, version, max_payload, banner = host.greet()
    assert command == Command.CNXN
    assert (version, max_payload) == (0x01000001, 1 << 20)
    assert banner.startswith(b"device::ro.product.name=simphone;ro.product.model=SimPhone_1;")
    assert b"shell_v2" in banner
    assert b"sendrecv_v2_zstd" not in banner


def test_checksums_are_zero_after_the_greeting_with_a_new_host(server):
    with RawHost(server.port) as host:
        host.greet()
        host.open(b"shell:echo hi")
        assert host.read_stream() == b"hi\n"
    greeting, *rest = host.checksums
    assert greeting[0] == greeting[1]
    assert {announced for announced, _ in rest} == {0}


def test_checksums_are_true_with_an_old_host(server):
    with RawHost(server.port, version=0x01000000) as host:
        host.greet()
        host.open(b"shell:echo hi")
        assert host.read_stream() == b"hi\n"
    assert all(announced == true for announced, true in host.checksums)


def test_greeting_without_a_checksum_is_taken_as_when_adb_reconnects_by_itself(server):
    with RawHost(server.port) as host:
        assert host.greet(checksum=False)[0] == Command.CNXN


def test_wrong_checksum_of_an_old_host_ends_the_connection(server):
    with RawHost(server.port, version=0x01000000) as host:
        host.greet()
        host.send(Command.OPEN, 1, 0, b"shell:echo hi\0", checksum=False)
        assert host.is_hung_up()


def test_old_phone_tells_its_version_and_payload(server):
    def make_old(phone: SimPhone) -> None:
        phone.protocol_version, phone.max_payload = 0x01000000, 4096

    server.call(make_old)
    with RawHost(server.port) as host:
        _, version, max_payload, _ = host.greet()
        assert (version, max_payload) == (0x01000000, 4096)
        host.open(b"shell:echo hi")
        assert host.read_stream() == b"hi\n"
    assert all(announced == true for announced, true in host.checksums)


def test_data_is_cut_to_the_smaller_payload(server):
    server.call(lambda phone: phone.files.write("/sdcard/big", bytes(10_000)))
    with RawHost(server.port, max_payload=4096) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"exec:cat /sdcard/big")
        sizes = []
        while sum(sizes) < 10_000:
            _, _, _, payload = host.receive()
            sizes.append(len(payload))
            host.send(Command.OKAY, 1, phone_id)
        assert sizes == [4096, 4096, 1808]


def test_second_piece_waits_for_the_acknowledgement_of_the_first(server):
    server.call(lambda phone: phone.files.write("/sdcard/big", bytes(8192)))
    with RawHost(server.port, max_payload=4096) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"exec:cat /sdcard/big")
        assert host.receive()[0] == Command.WRTE
        # The answer to a second OPEN comes before the second piece: nobody has acknowledged the first.
        assert host.open(b"shell:true", local_id=2)[0] == Command.OKAY
        host.send(Command.OKAY, 1, phone_id)
        received = [host.receive()[:3:2] for _ in range(2)]
        assert (Command.WRTE, 1) in received


def test_unknown_service_is_closed_with_our_id_zero(server):
    with RawHost(server.port) as host:
        host.greet()
        assert host.open(b"nonsense:", local_id=7) == (Command.CLSE, 0, 7, b"")


def test_port_that_nobody_listens_on_is_closed(server):
    with RawHost(server.port) as host:
        host.greet()
        assert host.open(b"tcp:9008", local_id=3) == (Command.CLSE, 0, 3, b"")


def test_close_is_echoed(server):
    with RawHost(server.port) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"sync:", local_id=5)
        host.send(Command.CLSE, 5, phone_id)
        assert host.receive() == (Command.CLSE, phone_id, 5, b"")


def test_data_for_a_closed_stream_is_answered_with_a_close(server):
    with RawHost(server.port) as host:
        host.greet()
        host.send(Command.WRTE, 9, 77, b"late")
        assert host.receive() == (Command.CLSE, 77, 9, b"")
        assert host.open(b"shell:true")[0] == Command.OKAY


def test_open_before_the_greeting_is_ignored(server):
    with RawHost(server.port) as host:
        host.send(Command.OPEN, 1, 0, b"shell:true\0")
        assert host.greet()[0] == Command.CNXN


def test_packet_with_bad_magic_ends_the_connection(server):
    with RawHost(server.port) as host:
        host.send_bytes(struct.pack("<6I", Command.CNXN, 0, 0, 0, 0, 0))
        assert host.is_hung_up()


def test_packet_larger_than_the_limit_ends_the_connection(server):
    with RawHost(server.port) as host:
        host.send_bytes(struct.pack("<6I", Command.WRTE, 0, 0, 1 << 24, 0, Command.WRTE ^ 0xFFFFFFFF))
        assert host.is_hung_up()


def test_inner_zero_bytes_of_a_destination_are_kept(server):
    asked = []

    def listen(phone: SimPhone) -> None:
        async def service(stream):
            asked.append(stream.local_id)

        phone.sockets["localabstract:a\0b"] = service

    server.call(listen)
    with RawHost(server.port) as host:
        host.greet()
        assert host.open(b"localabstract:a\0b")[0] == Command.OKAY
        assert host.read_stream() == b""
    assert asked == [1]


def test_command_is_cancelled_when_the_host_closes_its_stream(server):
    with RawHost(server.port) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"shell:cat")
        host.send(Command.CLSE, 1, phone_id)
        assert host.receive()[:2] == (Command.CLSE, phone_id)
        assert host.open(b"shell:echo next", local_id=2)[0] == Command.OKAY
        assert host.read_stream(2) == b"next\n"


@pytest.mark.parametrize(
    ("request_bytes", "message"),
    [
        (sync_request(b"XXXX", b"/"), b"unknown command 58585858"),
        (sync_request(b"SEND", b"/sdcard/no-mode"), b"missing mode"),
        (sync_request(b"STAT", b"x" * 2000), b"path too long"),
        (sync_request(b"RCV2", b"/sdcard") + struct.pack("<4sI", b"RCV2", 4), b"compression was not offered"),
        (sync_request(b"SEND", b"/sdcard/f,33188") + struct.pack("<4sI", b"HUH?", 1), b"invalid data message"),
    ],
)
def test_sync_refuses_what_makes_no_sense(server, request_bytes, message):
    with RawHost(server.port) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"sync:")
        host.send(Command.WRTE, 1, phone_id, request_bytes)
        assert host.read_stream() == b"FAIL" + struct.pack("<I", len(message)) + message


def test_sync_lists_and_stats_in_the_second_generation(server):
    server.call(lambda phone: phone.files.write("/data/local/tmp/a.txt", b"abc", mode=0o640, modified_at=1234))
    body = struct.Struct("<IQQIIIIQqqq")
    with RawHost(server.port) as host:
        host.greet()
        _, phone_id, _, _ = host.open(b"sync:")
        host.send(
            Command.WRTE,
            1,
            phone_id,
            sync_request(b"STA2", b"/data/local/tmp/a.txt")
            + sync_request(b"LST2", b"/nowhere")
            + sync_request(b"LIS2", b"/data/local/tmp")
            + sync_request(b"QUIT", b""),
        )
        data = host.read_stream()
    stat, missing, entry = data[:72], data[72:144], data[144:]
    assert stat[:4] == b"STA2"
    error, _, _, mode, _, _, _, size, _, modified_at, _ = body.unpack(stat[4:])
    assert (error, mode, size, modified_at) == (0, 0o100640, 3, 1234)
    assert missing[:4] == b"LST2"
    assert body.unpack(missing[4:])[0] == 2
    assert entry[:4] == b"DNT2"
    assert entry[72:81] == struct.pack("<I", 5) + b"a.txt"
    assert entry[81:] == b"DONE" + bytes(72)
