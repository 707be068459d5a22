"""The transport inside TLS, as with wireless debugging: adb 36 follows, adb 29 does not know it."""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import Iterator

import pytest
from bench import path_adb

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import HOST, SimServer
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.wire.certificate import self_signed
from genie_host.simphone.wire.packet import HEADER_SIZE, VERSION_STLS, Command, Header, encode
from genie_host.simphone.world.engine import World
from tests.conftest import PrivateAdb, free_port

GREETING = encode(Command.CNXN, 0x01000001, 1 << 20, b"host::features=shell_v2\0", with_checksum=True)
STLS = encode(Command.STLS, VERSION_STLS, 0, b"", with_checksum=True)


@pytest.fixture
def server(bundled_apps) -> Iterator[SimServer]:
    with SimServer(SimPhone(World(bundled_apps), auth=Auth(uses_tls=True))) as running:
        yield running


def exactly(connection, count: int) -> bytes:
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        assert piece, "the phone hung up"
        data += piece
    return data


def receive(connection) -> tuple[Header, bytes]:
    header = Header.parse(exactly(connection, HEADER_SIZE))
    return header, exactly(connection, header.length)


def careless() -> ssl.SSLContext:
    """As adb: it takes any certificate."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_adb_of_the_wheel_goes_on_inside_tls(adb_server, server):
    assert adb_server.connect(server.serial) == f"connected to {server.serial}\n"
    done = adb_server.run("-s", server.serial, "shell", "cat", data=b"safe and sound")
    assert done.stdout == b"safe and sound"
    adb_server.disconnect(server.serial)


def test_large_file_goes_through_tls_both_ways(adb_server, server, tmp_path):
    content = bytes(range(256)) * 6_000
    (tmp_path / "there").write_bytes(content)
    adb_server.connect(server.serial)
    adb_server.run("-s", server.serial, "push", str(tmp_path / "there"), "/sdcard/there")
    adb_server.run("-s", server.serial, "pull", "/sdcard/there", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == content
    adb_server.disconnect(server.serial)


@pytest.mark.parametrize("first_bytes", [STLS, b""], ids=["with its STLS packet", "without one"])
def test_handshake_may_come_with_or_without_a_packet_before_it(server, first_bytes):
    with socket.create_connection((HOST, server.port), timeout=30) as plain:
        plain.sendall(GREETING)
        header, _ = receive(plain)
        assert (header.command, header.arg0) == (Command.STLS, VERSION_STLS)
        plain.sendall(first_bytes)
        with careless().wrap_socket(plain) as secret:
            assert secret.version() == "TLSv1.3"
            header, banner = receive(secret)
            assert header.command == Command.CNXN
            assert banner.startswith(b"device::")
            secret.sendall(encode(Command.OPEN, 1, 0, b"shell:echo hi\0", with_checksum=False))
            assert receive(secret)[0].command == Command.OKAY
            assert receive(secret)[1] == b"hi\n"


def test_host_that_speaks_no_tls_is_hung_up_on(server):
    with socket.create_connection((HOST, server.port), timeout=30) as plain:
        plain.sendall(GREETING)
        receive(plain)
        plain.sendall(struct.pack("<6I", Command.OPEN, 1, 0, 0, 0, Command.OPEN ^ 0xFFFFFFFF))
        while plain.recv(1024):
            pass


@pytest.mark.marathon
def test_adb_29_waits_ten_seconds_and_calls_the_phone_offline(server, tmp_path):
    adb = path_adb()
    if adb is None:
        pytest.skip("there is no adb on the path")
    if b"29.0" not in PrivateAdb(adb, free_port(), tmp_path).run("version").stdout:
        pytest.skip("the adb on the path knows TLS")
    old = PrivateAdb(adb, free_port(), tmp_path)
    old.run("start-server")
    try:
        assert "failed to connect" in old.connect(server.serial)
        assert f"{server.serial}\toffline".encode() in old.run("devices").stdout.splitlines()
    finally:
        old.run("kill-server")


def test_certificate_stands_for_its_key(tmp_path):
    certificate, key = self_signed("some phone")
    (tmp_path / "pem").write_text(key + certificate, encoding="ascii")
    phone_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    phone_side.load_cert_chain(tmp_path / "pem")
    # Signed by itself: it is its own authority.
    host_side = ssl.create_default_context(cadata=certificate)
    host_side.check_hostname = False
    to_phone, to_host = ssl.MemoryBIO(), ssl.MemoryBIO()
    host = host_side.wrap_bio(to_host, to_phone)
    phone = phone_side.wrap_bio(to_phone, to_host, server_side=True)
    with pytest.raises(ssl.SSLWantReadError):
        host.do_handshake()
    with pytest.raises(ssl.SSLWantReadError):
        phone.do_handshake()
    host.do_handshake()
    assert host.getpeercert()["subject"] == ((("commonName", "some phone"),),)


def test_two_certificates_have_different_keys():
    assert self_signed("a")[1] != self_signed("a")[1]
