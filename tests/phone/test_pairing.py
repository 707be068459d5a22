"""Phones over Wi-Fi: found by what they announce, paired, and connected at the port they really have."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from zeroconf import ServiceInfo, Zeroconf

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, PhoneGone, PhoneOffline, PhoneUnauthorized, UsageError
from genie_host.phone import pairing
from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.mdns import CONNECT, PAIRING, Neighbourhood, neighbourhood
from genie_host.phone.pairing import Invitation, connect, find_waiting, pair_at, pair_invited, parse_address
from genie_host.phone.ports_known import known_port, remember_port
from genie_host.simphone.server import SimServer

LOCAL = ["127.0.0.1"]
PAIRED = "Successfully paired to {address} [guid=adb-SIM0001-q2Wp4z]"
WRONG_CODE = "Failed: Wrong password or connection was dropped."


@pytest.fixture
def around() -> Iterator[Neighbourhood]:
    with neighbourhood(LOCAL) as heard:
        yield heard


@pytest.fixture
def announce() -> Iterator:
    """``announce(service, name, port)``: as a phone does."""
    phone = Zeroconf(interfaces=LOCAL)

    def say(service: str, name: str, port: int) -> None:
        address = [socket.inet_aton("127.0.0.1")]
        phone.register_service(
            ServiceInfo(service, f"{name}.{service}", addresses=address, port=port, server=f"{name}.local.")
        )

    yield say
    phone.close()


class ServerThatPairs(AdbServer):
    """The real server, but for pairing: no phone here can be paired. Answers in adb 36's words."""

    def __init__(self, real: AdbServer, answer: str) -> None:
        super().__init__(adb=real.adb, port=real.port)
        self._answer = answer
        self.asked: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._real_port = real.port
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with client:
                request = client.recv(int(client.recv(4), 16))
                if not request.startswith(b"host:pair:"):
                    client.sendall(b"FAIL0000")
                    continue
                self.asked.append(request)
                text = self._answer.format(address=request.decode().split(":", 3)[3])
                failed = "FAIL" if text.startswith("Failed") else ""
                client.sendall(f"OKAY{failed}{len(text):04x}{text}".encode())

    def pair(self, address: str, code: str, *, cancel: CancelToken) -> str:
        self.port = self._listener.getsockname()[1]
        try:
            self.start = lambda: None  # type: ignore[method-assign]
            return super().pair(address, code, cancel=cancel)
        finally:
            self.port = self._real_port

    def close(self) -> None:
        self._listener.close()


@pytest.fixture
def pairs(adb: AdbServer) -> Iterator:
    made: list[ServerThatPairs] = []

    def make(answer: str) -> ServerThatPairs:
        made.append(ServerThatPairs(adb, answer))
        return made[-1]

    yield make
    for server in made:
        server.close()


def test_an_invitation_is_what_phones_expect_and_never_the_same() -> None:
    one, other = Invitation.new(), Invitation.new()
    assert one.text == f"WIFI:T:ADB;S:{one.name};P:{one.password};;"
    assert one.name.startswith("studio-")
    assert (one.name, one.password) != (other.name, other.password)
    assert one.password not in repr(one)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", ("192.168.1.5", None)),
        (" pixel.local:37123 ", ("pixel.local", 37123)),
        ("[fe80::1%eth0]:5555", ("fe80::1%eth0", 5555)),
    ],
)
def test_addresses_are_read_with_and_without_port(text: str, address: tuple[str, int | None]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize("text", ["", "a b", "host:0", "host:70000", "http://x", "1.2.3.4:"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no address"):
        parse_address(text)


@pytest.mark.slow
def test_a_phone_that_scanned_the_code_is_paired_and_connected_at_its_real_port(
    pairs, around: Neighbourhood, announce, sim: SimServer
) -> None:
    server = pairs(PAIRED)
    invitation = Invitation(name="studio-abc", password="s3cret")
    announce(PAIRING, "studio-other", 1111)
    announce(PAIRING, invitation.name, 2222)
    announce(CONNECT, "adb-SIM0001-q2Wp4z", sim.port)
    serial = pair_invited(server, invitation, around, seconds=20.0, cancel=CancelToken())
    assert serial == sim.serial
    assert server.asked == [b"host:pair:s3cret:127.0.0.1:2222"]


@pytest.mark.slow
def test_a_phone_that_shows_a_code_is_found_by_itself(around: Neighbourhood, announce) -> None:
    announce(PAIRING, "adb-SIM0001-q2Wp4z", 3333)
    assert find_waiting(around, seconds=20.0, cancel=CancelToken()).address == "127.0.0.1:3333"


def test_a_wrong_code_asks_for_a_new_one(pairs, around: Neighbourhood) -> None:
    with pytest.raises(PhoneUnauthorized, match="one try"):
        pair_at(pairs(WRONG_CODE), "127.0.0.1:2222", "123456", around, cancel=CancelToken())


def test_pairing_where_nobody_waits_says_so(adb: AdbServer, around: Neighbourhood) -> None:
    with pytest.raises(PhoneOffline, match="waits to be paired"):
        pair_at(adb, f"127.0.0.1:{free_port()}", "123456", around, cancel=CancelToken())


def test_a_paired_phone_that_tells_no_port_is_to_be_connected_by_hand(pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "_FIND_SECONDS", 0.1)
    with pytest.raises(PhoneOffline, match="paired, but"):
        pair_at(pairs(PAIRED), "127.0.0.1:2222", "123456", Neighbourhood(None), cancel=CancelToken())


def test_waiting_for_a_phone_ends_with_the_way_by_code(adb: AdbServer) -> None:
    nobody, invitation = Neighbourhood(None), Invitation.new()
    with pytest.raises(PhoneGone, match="pairing code"):
        pair_invited(adb, invitation, nobody, seconds=0.1, cancel=CancelToken())
    with pytest.raises(PhoneGone, match="genie pair HOST:PORT"):
        find_waiting(nobody, seconds=0.1, cancel=CancelToken())


def test_waiting_for_a_phone_obeys_the_stop_button(adb: AdbServer) -> None:
    cancel = CancelToken()
    threading.Timer(0.05, cancel.cancel).start()
    with pytest.raises(Cancelled):
        pair_invited(adb, Invitation.new(), Neighbourhood(None), seconds=3600.0, cancel=cancel)


@pytest.mark.slow
def test_a_phone_is_connected_at_the_port_it_announces(
    adb: AdbServer, around: Neighbourhood, announce, sim: SimServer, tmp_path: Path
) -> None:
    announce(CONNECT, "adb-SIM0001-q2Wp4z", sim.port)
    around.wait_for(lambda offer: offer.service == CONNECT, seconds=20.0, cancel=CancelToken())
    assert connect(adb, "127.0.0.1", around, cancel=CancelToken(), folder=tmp_path) == sim.serial
    assert known_port("127.0.0.1", folder=tmp_path) == sim.port


def test_a_port_that_was_good_before_is_tried(
    adb: AdbServer, sim: SimServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "_LOOK_SECONDS", 0.0)
    remember_port("127.0.0.1", sim.port, folder=tmp_path)
    assert connect(adb, "127.0.0.1", Neighbourhood(None), cancel=CancelToken(), folder=tmp_path) == sim.serial


def test_connecting_to_nobody_says_what_to_switch_on(adb: AdbServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(pairing, "DEFAULT_PORT", free_port())
    with pytest.raises(PhoneOffline, match="Wireless debugging"):
        connect(adb, "127.0.0.1", Neighbourhood(None), cancel=CancelToken())


def test_ports_that_cannot_be_read_are_forgotten(tmp_path: Path) -> None:
    (tmp_path / "ports.json").write_text("[1, 2", encoding="utf-8")
    assert known_port("x", folder=tmp_path) is None
    remember_port("x", 7, folder=tmp_path)
    assert known_port("x", folder=tmp_path) == 7
