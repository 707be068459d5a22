"""Phones over Wi-Fi: paired by QR code or by six digits, then connected at the port they really have.

Android's "Wireless debugging" uses two ports, one to be paired at and one to be connected at; both change. The QR code
makes the phone announce itself under a name drawn here, so that it is found without anybody typing an address.
"""

from __future__ import annotations

import re
import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneError, PhoneGone, PhoneOffline, PhoneUnavailable, UsageError
from genie_host.phone.adb import AdbServer
from genie_host.phone.link import DeviceLink
from genie_host.phone.mdns import CONNECT, PAIRING, Announced, Neighbourhood, with_port
from genie_host.phone.patience import DEFAULT_PATIENCE
from genie_host.phone.ports_known import known_port, remember_port
from genie_host.phone.shell import Shell

DEFAULT_PORT = 5555
_NAME_LETTERS = string.ascii_letters + string.digits
_FIND_SECONDS = 10.0
_LOOK_SECONDS = 2.0
_ADDRESS = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[\w.-]+))(?::(?P<port>\d{1,5}))?")


@dataclass(frozen=True, kw_only=True)
class Invitation:
    """What a QR code tells a phone: under which name to announce itself, and the password to be paired with."""

    name: str
    password: str = field(repr=False)

    @classmethod
    def new(cls) -> Invitation:
        """Names must begin with ``studio-``: phones look for that."""
        name, password = ("".join(secrets.choice(_NAME_LETTERS) for _ in range(size)) for size in (10, 12))
        return cls(name=f"studio-{name}", password=password)

    @property
    def text(self) -> str:
        """What the QR code holds."""
        return f"WIFI:T:ADB;S:{self.name};P:{self.password};;"


def parse_address(text: str) -> tuple[str, int | None]:
    """Host and port, the port None when it is not given. Raises UsageError."""
    found = _ADDRESS.fullmatch(text.strip())
    port = int(found["port"]) if found and found["port"] else None
    if found is None or (port is not None and not 0 < port < 65536):
        raise UsageError("That is no address. Give one such as 192.168.1.5 or 192.168.1.5:37123.")
    return found["v6"] or found["host"], port


def pair_invited(
    adb: AdbServer,
    invitation: Invitation,
    around: Neighbourhood,
    *,
    seconds: float,
    cancel: CancelToken,
    on_paired: Callable[[str], None] = lambda address: None,
) -> str:
    """Wait for the phone that scanned the code, pair and connect it; the answer is its serial."""
    offer = around.wait_for(lambda offer: offer.name == invitation.name, seconds=seconds, cancel=cancel)
    if offer is None:
        raise PhoneGone(
            "No phone took the QR code. Both must be in the same Wi-Fi, and some Wi-Fis keep devices apart. On the "
            "phone choose 'Pair device with pairing code' instead, then: genie pair HOST:PORT"
        )
    return pair_at(adb, offer.address, invitation.password, around, cancel=cancel, on_paired=on_paired)


def find_waiting(around: Neighbourhood, *, seconds: float, cancel: CancelToken) -> Announced:
    """The phone that shows a pairing code now; raises PhoneGone when none does."""
    offer = around.wait_for(lambda offer: offer.service == PAIRING, seconds=seconds, cancel=cancel)
    if offer is None:
        raise PhoneGone(
            "No phone in this network waits to be paired. On the phone open Wireless debugging, 'Pair device with "
            "pairing code', and give the address it shows: genie pair HOST:PORT"
        )
    return offer


def pair_at(
    adb: AdbServer,
    address: str,
    code: str,
    around: Neighbourhood,
    *,
    cancel: CancelToken,
    on_paired: Callable[[str], None] = lambda address: None,
    find_seconds: float = _FIND_SECONDS,
) -> str:
    """Pair with a phone that waits at an address, find the port it is connected at, and connect; the serial."""
    guid = adb.pair(address, code, cancel=cancel)
    on_paired(address)
    host, _ = parse_address(address)
    offer = around.wait_for(
        lambda offer: offer.service == CONNECT and (host in offer.hosts or bool(guid and offer.name == guid)),
        seconds=find_seconds,
        cancel=cancel,
    )
    if offer is not None:
        return _connected(adb, host, offer.port, cancel)
    if guid:
        # adb listens for phones it has been paired with, too, and connects them by itself.
        for entry in adb.devices():
            if entry.serial.startswith(guid) and entry.is_ready:
                return entry.serial
    raise PhoneOffline(
        "The phone is paired, but does not say at which port it can be connected. Read the address under 'IP address "
        "& Port' in Wireless debugging, then: genie connect HOST:PORT"
    )


def connect(
    adb: AdbServer,
    text: str,
    around: Neighbourhood,
    *,
    cancel: CancelToken,
    folder: Path | None = None,
    look_seconds: float = _LOOK_SECONDS,
    default_port: int = DEFAULT_PORT,
) -> str:
    """Connect a phone by its address. Without a port: where it announces itself, where it was last, or 5555.

    Raises UsageError, PhoneUnauthorized, or PhoneOffline when nothing there is a phone.
    """
    host, port = parse_address(text)
    if port is not None:
        return _connected(adb, host, port, cancel, folder)
    offer = around.wait_for(
        lambda offer: offer.service == CONNECT and host in offer.hosts, seconds=look_seconds, cancel=cancel
    )
    ports = [offer.port if offer else None, known_port(host, folder=folder), default_port]
    for candidate in dict.fromkeys(port for port in ports if port is not None):
        try:
            return _connected(adb, host, candidate, cancel, folder)
        except PhoneOffline:
            continue
    raise PhoneOffline(
        f"No phone answers at {host}. Switch on Wireless debugging on it; if it was never paired: genie pair"
    )


def _connected(adb: AdbServer, host: str, port: int, cancel: CancelToken, folder: Path | None = None) -> str:
    """Connect and prove it: adb also calls phones connected that do not answer."""
    serial = adb.connect(with_port(host, port), cancel=cancel)
    link = DeviceLink(serial, adb, cancel=cancel, patience=DEFAULT_PATIENCE)
    try:
        link.attach()
        if Shell(link).ask("echo", "genie").text.strip() != "genie":
            raise PhoneOffline(f"What answers at {serial} is no phone. Check the address and the port.")
    except PhoneUnavailable:
        raise
    except PhoneError as error:
        raise PhoneOffline(f"The phone at {serial} does not answer. Unlock it, then try again.") from error
    remember_port(host, port, folder=folder)
    return serial
