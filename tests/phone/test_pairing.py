"""Phones over Wi-Fi: found by what they announce, paired, and connected at the port they really have."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from zeroconf import ServiceInfo, Zeroconf

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, PhoneGone, PhoneOffline, PhoneUnauthorized, UsageError
from genie_host.phone.adb import AdbServer, free_port
from genie_host.phone.mdns import CONNECT, PAIRING, Neighbourhood, neighbourhood
from genie_host.phone.pairing import Invitation, connect, find_waiting, pair_at, pair_invited, parse_address
from genie_host.phone.ports_known import known_port, remember_port
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import parse_rule
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


class PairingProxy:
    """In front of the real adb server, to which everything goes but pairing: there is no phone here that can be
    paired, so that is answered in adb 36's words.
    """

    def __init__(self, real_port: int, answer: str) -> None:
        self._real_port = real_port
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.asked: list[bytes] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(client,), daemon=True).start()

    def _talk(self, client: socket.socket) -> None:
        with client:
            size = client.recv(4, socket.MSG_WAITALL)
            request = client.recv(int(size or b"0", 16), socket.MSG_WAITALL)
            if request.startswith(b"host:pair:"):
                self.asked.append(request)
                text = self._answer.format(address=request.decode().split(":", 3)[3])
                failed = "FAIL" if text.startswith("Failed") else ""
                client.sendall(f"OKAY{failed}{len(text):04x}{text}".encode())
            elif request:
                with socket.create_connection(("127.0.0.1", self._real_port)) as server:
                    server.sendall(size + request)
                    back = threading.Thread(target=pump, args=(server, client), daemon=True)
                    back.start()
                    pump(client, server)
                    back.join()

    def close(self) -> None:
        self._listener.close()


def pump(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)


@dataclass(frozen=True)
class Pairs:
    """An adb server that pairs, and what it was asked."""

    adb: AdbServer
    proxy: PairingProxy


@pytest.fixture
def pairs(adb: AdbServer) -> Iterator[Callable[[str], Pairs]]:
    made: list[PairingProxy] = []

    def make(answer: str) -> Pairs:
        made.append(PairingProxy(adb.port, answer))
        return Pairs(AdbServer.bundled(port=made[-1].port), made[-1])

    yield make
    for proxy in made:
        proxy.close()


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
    serial = pair_invited(server.adb, invitation, around, seconds=20.0, cancel=CancelToken())
    assert serial == sim.serial
    assert server.proxy.asked == [b"host:pair:s3cret:127.0.0.1:2222"]


@pytest.mark.slow
def test_a_phone_that_shows_a_code_is_found_by_itself(around: Neighbourhood, announce) -> None:
    announce(PAIRING, "adb-SIM0001-q2Wp4z", 3333)
    assert find_waiting(around, seconds=20.0, cancel=CancelToken()).address == "127.0.0.1:3333"


def test_a_wrong_code_asks_for_a_new_one(pairs, around: Neighbourhood) -> None:
    with pytest.raises(PhoneUnauthorized, match="one try"):
        pair_at(pairs(WRONG_CODE).adb, "127.0.0.1:2222", "123456", around, cancel=CancelToken())


def test_pairing_where_nobody_waits_says_so(adb: AdbServer, around: Neighbourhood) -> None:
    with pytest.raises(PhoneOffline, match="waits to be paired"):
        pair_at(adb, f"127.0.0.1:{free_port()}", "123456", around, cancel=CancelToken())


def test_a_paired_phone_that_tells_no_port_is_to_be_connected_by_hand(pairs) -> None:
    nobody = Neighbourhood(None)
    with pytest.raises(PhoneOffline, match="paired, but"):
        pair_at(pairs(PAIRED).adb, "127.0.0.1:2222", "123456", nobody, cancel=CancelToken(), find_seconds=0.1)


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


def test_a_port_that_was_good_before_is_tried(adb: AdbServer, sim: SimServer, tmp_path: Path) -> None:
    remember_port("127.0.0.1", sim.port, folder=tmp_path)
    nobody = Neighbourhood(None)
    serial = connect(adb, "127.0.0.1", nobody, cancel=CancelToken(), folder=tmp_path, look_seconds=0.0)
    assert serial == sim.serial


def test_connecting_to_nobody_says_what_to_switch_on(adb: AdbServer, tmp_path: Path) -> None:
    waits = {"look_seconds": 0.0, "default_port": free_port(), "folder": tmp_path}
    with pytest.raises(PhoneOffline, match="Wireless debugging"):
        connect(adb, "127.0.0.1", Neighbourhood(None), cancel=CancelToken(), **waits)


@pytest.mark.slow
def test_a_phone_that_is_connected_and_answers_nothing_is_not_called_connected(
    adb: AdbServer, sim: SimServer, tmp_path: Path
) -> None:
    frozen = parse_rule({"on": "shell.echo", "do": "freeze", "for": 60})
    sim.call(lambda phone: FaultPlan.lay(phone, [frozen]))
    with pytest.raises(PhoneOffline):
        connect(adb, sim.serial, Neighbourhood(None), cancel=CancelToken(), folder=tmp_path)
    assert known_port("127.0.0.1", folder=tmp_path) is None


def test_ports_that_cannot_be_read_are_forgotten(tmp_path: Path) -> None:
    (tmp_path / "ports.json").write_text("[1, 2", encoding="utf-8")
    assert known_port("x", folder=tmp_path) is None
    remember_port("x", 7, folder=tmp_path)
    assert known_port("x", folder=tmp_path) == 7
