"""``genie pair``, ``genie connect`` and ``genie devices --watch`` as a user types them."""

from __future__ import annotations

import json
import signal

import pytest

from genie_host.cli.pair import checked_code, qr_code
from genie_host.core.errors import UsageError
from genie_host.phone.adb import free_port


def test_a_qr_code_is_a_square_of_half_blocks() -> None:
    lines = qr_code("WIFI:T:ADB;S:studio-abcdefghij;P:abcdefghijkl;;").splitlines()
    widths = {len(line) for line in lines}
    assert len(widths) == 1
    assert abs(widths.pop() - 2 * len(lines)) <= 1
    assert set("".join(lines)) <= set(" ▀▄█")


@pytest.mark.parametrize("code", ["123 456", "123456"])
def test_a_pairing_code_may_have_blanks(code: str) -> None:
    assert checked_code(code) == "123456"


@pytest.mark.parametrize("code", ["", "12345", "1234567", "12345a", "١٢٣٤٥٦"])
def test_what_is_no_pairing_code_is_refused(code: str) -> None:
    with pytest.raises(UsageError):
        checked_code(code)


def test_pairing_without_the_port_asks_for_it(genie) -> None:
    ran = genie("pair", "192.168.1.5", "--code", "123456")
    assert ran.code == 2
    assert "port" in ran.err


def test_connect_attaches_a_phone(genie, monkeypatch, adb_server, sim) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    ran = genie("connect", sim.serial)
    assert (ran.code, ran.out.strip()) == (0, f"Connected: {sim.serial}")


def test_connect_to_nobody_is_a_phone_that_is_not_there(genie, monkeypatch, adb_server) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(adb_server.port))
    assert genie("connect", f"127.0.0.1:{free_port()}").code == 4


@pytest.mark.slow
def test_watching_tells_of_phones_that_come_and_go(start_genie, adb_server, sim) -> None:
    process = start_genie("devices", "--watch", "--json", ANDROID_ADB_SERVER_PORT=str(adb_server.port))

    def until(state: str) -> None:
        for line in process.stdout:
            told = json.loads(line)
            if (told["serial"], told["state"]) == (sim.serial, state):
                return
        raise AssertionError(process.stderr.read())

    until("device")
    adb_server.disconnect(sim.serial)
    until("gone")
    adb_server.connect(sim.serial)
    until("device")
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
