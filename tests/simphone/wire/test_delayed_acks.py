"""Delayed acknowledgements: bytes instead of packets, in windows that OKAYs open again."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator

import pytest
from bench import listen
from raw_host import RawHost

from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command, encode
from genie_host.simphone.wire.stream import RECEIVE_WINDOW

FEATURES = b"delayed_ack,shell_v2"


@pytest.fixture
def server(sim_phone) -> Iterator[SimServer]:
    listen(sim_phone)
    sim_phone.files.write("/sdcard/big", bytes(20_000))
    with SimServer(sim_phone) as running:
        yield running


@pytest.fixture
def host(server) -> Iterator[RawHost]:
    with RawHost(server.port, max_payload=4096) as connected:
        connected.greet(features=FEATURES)
        yield connected


def taken(payload: bytes) -> int:
    return struct.unpack("<i", payload)[0]


def test_first_okay_tells_how_much_the_host_may_send(host):
    command, _, _, payload = host.open(b"localabstract:echo", window=4096)
    assert (command, taken(payload)) == (Command.OKAY, RECEIVE_WINDOW)


def test_phone_sends_as_long_as_the_window_is_open_and_no_longer(host):
    _, phone_id, _, _ = host.open(b"exec:cat /sdcard/big", window=6000)
    # The window is still open when the second piece begins, so that it is sent whole.
    sizes = [len(host.receive()[3]) for _ in range(2)]
    assert sizes == [4096, 4096]
    assert host.open(b"shell:true", local_id=2, window=1)[0] == Command.OKAY
    assert host.receive()[:3:2] == (Command.CLSE, 2)
    host.send(Command.OKAY, 1, phone_id, struct.pack("<i", 20_000))
    assert len(host.read_stream()) == 20_000 - 8192


def test_host_may_send_piece_after_piece(host):
    _, phone_id, _, _ = host.open(b"localabstract:echo", window=1 << 20)
    for number in range(5):
        host.send(Command.WRTE, 1, phone_id, bytes([number]) * 100)
    came_back, acknowledged = b"", 0
    while len(came_back) < 500 or acknowledged < 500:
        command, _, _, payload = host.receive()
        if command == Command.OKAY:
            acknowledged += taken(payload)
        else:
            came_back += payload
    assert came_back == b"".join(bytes([number]) * 100 for number in range(5))
    assert acknowledged == 500


def test_open_without_a_window_is_refused(host):
    assert host.open(b"shell:true", local_id=3) == (Command.CLSE, 0, 3, b"")


def test_open_with_a_window_is_refused_when_nobody_spoke_of_it(server):
    with RawHost(server.port) as plain:
        plain.greet()
        assert plain.open(b"shell:true", local_id=3, window=1000) == (Command.CLSE, 0, 3, b"")
        assert plain.open(b"shell:true")[3] == b""


def test_phone_that_cannot_do_it_does_not(server):
    server.call(lambda phone: setattr(phone, "features", ("shell_v2",)))
    with RawHost(server.port) as plain:
        plain.greet(features=FEATURES)
        assert plain.open(b"shell:true")[3] == b""


def test_host_that_sends_more_than_anybody_takes_is_hung_up_on(server):
    async def deaf(stream):
        await asyncio.Event().wait()

    server.call(lambda phone: phone.sockets.update({"tcp:1": deaf}))
    with RawHost(server.port) as plain:
        plain.greet()
        _, phone_id, _, _ = plain.open(b"tcp:1")
        piece = encode(Command.WRTE, 1, phone_id, bytes(1 << 20), with_checksum=False)
        with pytest.raises(ConnectionError):
            plain.send_bytes(piece * 64)
