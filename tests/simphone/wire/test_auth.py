"""The debugging prompt, with the real adb's key."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest
from bench import path_adb
from raw_host import RawHost

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.wire.auth import Auth, is_signature, parse_public_key
from genie_host.simphone.wire.packet import Command
from genie_host.simphone.world.engine import World
from tests.conftest import PrivateAdb, free_port


@pytest.fixture
def start(adb_server, bundled_apps) -> Iterator[Callable[..., SimServer]]:
    """Attaches a phone that asks before it lets anybody debug it."""
    started: list[SimServer] = []

    def attach(*known_keys: str, allow_after_seconds: float | None = None) -> SimServer:
        auth = Auth(is_required=True, authorized_keys=known_keys, allow_after_seconds=allow_after_seconds)
        server = SimServer(SimPhone(World(bundled_apps), auth=auth))
        server.start()
        started.append(server)
        adb_server.connect(server.serial)
        return server

    yield attach
    for server in started:
        adb_server.disconnect(server.serial)
        server.stop()


def state_of(adb_server, serial: str) -> str:
    listed = adb_server.run("devices").stdout.decode().splitlines()
    return next(line.split("\t")[1] for line in listed if line.startswith(serial))


@pytest.mark.slow
def test_phone_is_unauthorized_until_the_person_allows_it(adb_server, start):
    server = start()
    assert state_of(adb_server, server.serial) == "unauthorized"
    assert len(server.call(lambda phone: phone.auth.prompted_keys)) == 1
    server.call(lambda phone: phone.auth.allow())
    adb_server.run("-s", server.serial, "wait-for-device")
    assert state_of(adb_server, server.serial) == "device"


def test_known_key_is_let_in_without_a_prompt(adb_server, start):
    key = (adb_server.home / ".android" / "adbkey.pub").read_text(encoding="utf-8").strip()
    server = start(key)
    assert state_of(adb_server, server.serial) == "device"
    assert server.call(lambda phone: phone.auth.prompted_keys) == []


@pytest.fixture
def path_server(tmp_path) -> Iterator[PrivateAdb]:
    """A server of the adb on the path, which may be much older."""
    adb = path_adb()
    if adb is None:
        pytest.skip("there is no adb on the path")
    server = PrivateAdb(adb, free_port(), tmp_path)
    server.run("start-server")
    yield server
    server.run("kill-server", check=False)


@pytest.mark.slow
def test_adb_on_the_path_is_kept_out_then_allowed_and_then_known(path_server, bundled_apps):
    phone = SimPhone(World(bundled_apps), auth=Auth(is_required=True))
    with SimServer(phone) as server:
        assert path_server.connect(server.serial) == f"failed to authenticate to {server.serial}\n"
        assert state_of(path_server, server.serial) == "unauthorized"
        server.call(lambda phone: phone.auth.allow())
        path_server.run("-s", server.serial, "wait-for-device")
        path_server.disconnect(server.serial)
        assert path_server.connect(server.serial) == f"connected to {server.serial}\n"
        assert server.call(lambda phone: phone.auth.prompted_keys) == []


@pytest.mark.slow
def test_phone_is_a_device_once_the_person_has_made_up_their_mind(adb_server, start):
    server = start(allow_after_seconds=0.5)
    adb_server.run("-s", server.serial, "wait-for-device")
    assert adb_server.run("-s", server.serial, "shell", "echo in").stdout == b"in\n"
    assert server.call(lambda phone: len(phone.auth.authorized_keys)) == 1


def test_key_that_the_host_sends_again_is_asked_about_once(bundled_apps):
    phone = SimPhone(World(bundled_apps), auth=Auth(is_required=True))
    with SimServer(phone) as server, RawHost(server.port) as host:
        host.greet()
        host.send(Command.AUTH, 3, 0, b"one key\0")
        host.send(Command.AUTH, 3, 0, b"another key\0")
        host.send(Command.AUTH, 2, 0, bytes(256))  # answered with a token: all before it has been read
        assert host.receive()[0] == Command.AUTH
        assert server.call(lambda phone: phone.auth.prompted_keys) == ["another key"]


def test_key_without_a_question_is_not_looked_at(sim_phone):
    with SimServer(sim_phone) as server, RawHost(server.port) as host:
        host.send(Command.AUTH, 3, 0, b"a key\0")
        assert host.greet()[0] == Command.CNXN
        host.send(Command.AUTH, 2, 0, bytes(256))
        assert host.open(b"shell:echo in")[0] == Command.OKAY
        assert server.call(lambda phone: phone.auth.prompted_keys) == []


def test_wrong_signature_is_answered_with_another_token(bundled_apps):
    phone = SimPhone(World(bundled_apps), auth=Auth(is_required=True))
    with SimServer(phone) as server, RawHost(server.port) as host:
        command, kind, _, first = host.greet()
        assert (command, kind, len(first)) == (Command.AUTH, 1, 20)
        host.send(Command.AUTH, 2, 0, bytes(256))
        _, _, _, second = host.receive()
    assert second != first


def test_nothing_can_be_opened_before_the_person_allows_it(bundled_apps):
    with SimServer(SimPhone(World(bundled_apps), auth=Auth(is_required=True))) as server:
        with RawHost(server.port) as host:
            host.greet()
            host.send(Command.OPEN, 1, 0, b"shell:true\0")
            host.send(Command.AUTH, 3, 0, b"a key\0")
            host.send(Command.AUTH, 2, 0, bytes(256))
            assert host.receive()[0] == Command.AUTH
        assert server.call(lambda phone: phone.world.log.entries) == []


def test_public_key_that_is_none_is_refused():
    with pytest.raises(ValueError, match="not an adb public key"):
        parse_public_key("!!! me@here")
    assert not is_signature("!!! me@here", hashlib.sha1(b"x").digest(), bytes(256))
