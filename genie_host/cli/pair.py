"""``genie pair`` and ``genie connect``: phones over Wi-Fi, without a cable from the first moment on."""

from __future__ import annotations

import io
from typing import Annotated

import segno
import typer
from rich.text import Text

from genie_host.cli.devices import AdbOption
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, shown
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import UsageError
from genie_host.phone.adb import AdbServer
from genie_host.phone.mdns import neighbourhood
from genie_host.phone.pairing import Invitation, connect, find_waiting, pair_at, pair_invited, parse_address

_STEPS = (
    "On the phone: Settings, Developer options, Wireless debugging, 'Pair device with QR code'. Phone and computer "
    "must be in the same Wi-Fi."
)


def pair_phone(
    address: Annotated[
        str | None, typer.Argument(help="Where the phone waits, HOST:PORT as it shows it; found by itself if left out.")
    ] = None,
    code: Annotated[
        str | None, typer.Option(help="The six digits that the phone shows; without them a QR code is drawn.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=1.0, help="How long to wait for the phone.")] = 120.0,
    adb: AdbOption = None,
) -> None:
    """Pair with a phone over Wi-Fi and connect it."""
    if address is not None and parse_address(address)[1] is None:
        raise UsageError("Give the port, too, as the phone shows it beside the pairing code: genie pair HOST:PORT")
    server = AdbServer.bundled(adb=adb)
    stop = StopButton()
    with stop.held():
        serial = _pair(server, address, code, seconds, stop)
    CONSOLE.print(Text(f"Connected: {shown(serial)}"))


def _pair(server: AdbServer, address: str | None, code: str | None, seconds: float, stop: StopButton) -> str:
    with neighbourhood() as around:
        if address is None and code is None:
            invitation = Invitation.new()
            ERRORS.print(Text(_STEPS), soft_wrap=True)
            CONSOLE.print(Text(qr_code(invitation.text)), soft_wrap=True)
            return pair_invited(server, invitation, around, seconds=seconds, cancel=stop.token, on_paired=_say_paired)
        if address is None:
            address = find_waiting(around, seconds=seconds, cancel=stop.token).address
        return pair_at(
            server, address, checked_code(code or _ask_code(stop)), around, cancel=stop.token, on_paired=_say_paired
        )


def connect_phone(
    address: Annotated[str, typer.Argument(help="The phone's address, with its port or without.")],
    adb: AdbOption = None,
) -> None:
    """Connect a phone over the network that was paired before, or listens on port 5555."""
    server = AdbServer.bundled(adb=adb)
    stop = StopButton()
    with stop.held() as cancel:
        serial = _connect(server, address, cancel)
    CONSOLE.print(Text(f"Connected: {shown(serial)}"))


def _connect(server: AdbServer, address: str, cancel: CancelToken) -> str:
    with neighbourhood() as around:
        return connect(server, address, around, cancel=cancel)


def qr_code(text: str) -> str:
    """A QR code out of half blocks, dark on light whatever colours the terminal has."""
    drawn = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def checked_code(code: str) -> str:
    """The digits alone; raises UsageError."""
    digits = "".join(code.split())
    if not (digits.isascii() and digits.isdecimal() and len(digits) == 6):
        raise UsageError("A pairing code has six digits; the phone shows it beside the address.")
    return digits


def _ask_code(stop: StopButton) -> str:
    with stop.asking():
        ERRORS.print("Pairing code: ", end="")
        return input()


def _say_paired(address: str) -> None:
    ERRORS.print(Text(f"Paired with {shown(address)}."), soft_wrap=True)
