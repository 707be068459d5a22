"""Ports of the phone that lead to the host."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from bench import host_port, listen, said_by_echo
from raw_host import RawHost

from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.packet import Command


@pytest.fixture
def server(sim_phone) -> Iterator[SimServer]:
    listen(sim_phone)
    with SimServer(sim_phone) as running:
        yield running


@pytest.fixture
def host(server) -> Iterator[RawHost]:
    with RawHost(server.port) as connected:
        connected.greet()
        yield connected


def asked(host: RawHost, command: bytes, local_id: int = 1) -> bytes:
    assert host.open(b"reverse:" + command, local_id)[0] == Command.OKAY
    return host.read_stream(local_id)


def listing(server: SimServer) -> list[str]:
    return [line.partition(" ")[2] for line in server.call(lambda phone: phone.reverses.listing()).splitlines()]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (b"forward:tcp:1:tcp:2", b"bad forward: tcp:1:tcp:2"),
        (b"forward:tcp:1;*smartsocket*", b"bad forward: tcp:1;*smartsocket*"),
        (b"forward:;tcp:2", b"bad forward: ;tcp:2"),
        (b"forward:tcp:1;tcp:2;tcp:3", b"bad forward: tcp:1;tcp:2;tcp:3"),
        (b"forward:tcp:70000;tcp:2", b"cannot bind listener: unknown socket specification: tcp:70000"),
        (b"forward:tcp:http;tcp:2", b"cannot bind listener: unknown socket specification: tcp:http"),
        (b"forward:udp:1;tcp:2", b"cannot bind listener: unknown socket specification: udp:1"),
        (b"forward:tcp:7007;tcp:2", b"cannot bind listener: Address already in use"),
        (b"killforward:tcp:1", b"listener 'tcp:1' not found"),
        (b"dance", b"unknown reverse command: dance"),
    ],
)
def test_reverse_refuses_what_cannot_be(server, host, command, message):
    assert asked(host, command) == b"FAIL" + b"%04x" % len(message) + message
    assert listing(server) == []


def test_reverse_from_any_port_tells_which(server, host):
    assert asked(host, b"forward:tcp:0;tcp:2") == b"OKAY000540000"
    assert asked(host, b"forward:norebind:tcp:0;tcp:3", 2) == b"OKAY000540001"
    assert listing(server) == ["tcp:40000 tcp:2", "tcp:40001 tcp:3"]


def test_list_comes_without_an_okay(host):
    asked(host, b"forward:localabstract:chat;tcp:2")
    assert asked(host, b"list-forward", 2)[4:].endswith(b" localabstract:chat tcp:2\n")


def test_ports_of_a_host_are_gone_when_it_is(server, host):
    asked(host, b"forward:tcp:1;tcp:2")
    with RawHost(server.port) as other:
        other.greet()
        asked(other, b"forward:tcp:3;tcp:4")
        assert listing(server) == ["tcp:1 tcp:2", "tcp:3 tcp:4"]
        other.send_bytes(bytes(24))  # nonsense ends the connection
        assert other.is_hung_up()
    assert listing(server) == ["tcp:1 tcp:2"]


def test_ports_are_gone_when_the_host_greets_again(server, host):
    asked(host, b"forward:tcp:1;tcp:2")
    host.greet()
    assert listing(server) == []


def test_phone_opens_a_stream_to_the_host(server, host):
    asked(host, b"forward:tcp:1;tcp:2")

    async def talk(phone) -> None:
        stream = await phone.reverses.dial("tcp:1")
        await stream.write(b"hello")
        phone.files.write("/sdcard/heard", await stream.read())
        stream.close()

    server.call(lambda phone: phone.start(talk(phone)))
    command, phone_id, window, destination = host.receive()
    assert (command, window, destination) == (Command.OPEN, 0, b"tcp:2\0")
    host.send(Command.OKAY, 5, phone_id)
    assert host.receive() == (Command.WRTE, phone_id, 5, b"hello")
    host.send(Command.OKAY, 5, phone_id)
    host.send(Command.WRTE, 5, phone_id, b"and you")
    assert host.receive()[:3] == (Command.OKAY, phone_id, 5)
    assert host.receive()[:3] == (Command.CLSE, phone_id, 5)
    assert server.call(lambda phone: phone.files.read("/sdcard/heard")) == b"and you"


def test_connection_is_refused_when_the_host_refuses(server, host):
    asked(host, b"forward:tcp:1;tcp:2")

    async def talk(phone) -> None:
        try:
            await phone.reverses.dial("tcp:1")
        except ConnectionRefusedError as error:
            phone.files.write("/sdcard/refused", str(error).encode())

    server.call(lambda phone: phone.start(talk(phone)))
    _, phone_id, _, _ = host.receive()
    host.send(Command.CLSE, 0, phone_id)
    assert host.open(b"shell:cat /sdcard/refused", 4)[0] == Command.OKAY
    assert host.read_stream(4) == b"tcp:2"


def test_nobody_is_reached_where_nothing_leads_to_a_host(sim_phone):
    with pytest.raises(ConnectionRefusedError, match="tcp:1"):
        asyncio.run(sim_phone.reverses.dial("tcp:1"))


def test_host_reaches_itself_through_the_phone(adb_server, sim):
    """``adb forward`` to a port of the phone that ``adb reverse`` leads back to this machine."""
    with host_port(b"it is me") as port:
        adb_server.run("-s", sim.serial, "reverse", "tcp:9000", f"tcp:{port}")
        entry = int(adb_server.run("-s", sim.serial, "forward", "tcp:0", "tcp:9000").stdout)
        assert said_by_echo(entry, b"it is me") == b"it is me"
    adb_server.run("-s", sim.serial, "forward", "--remove", f"tcp:{entry}")
