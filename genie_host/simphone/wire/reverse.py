"""``adb reverse``: ports of the phone that lead to the host, and the service that manages them.

Source: AOSP ``adb_listeners.cpp`` and ``handle_forward_request`` in ``adb.cpp``.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass

from genie_host.simphone.wire.stream import Link, Service, Stream, StreamClosed, pump

_FIRST_FREE_PORT = 40000
_KINDS = ("tcp", "localabstract", "local", "localreserved", "localfilesystem")


class ReverseRefused(Exception):
    """The phone does not do it; the message is adbd's own."""


@dataclass(frozen=True)
class Reverse:
    """One port of the phone that leads to a host."""

    link: Link
    destination: str
    """What is dialled at the host: ``tcp:6810``."""


class Reverses:
    """All of them, by the phone's own name for the port: ``tcp:9000``."""

    def __init__(self, sockets: Container[str]) -> None:
        self._sockets = sockets
        self._by_name: dict[str, Reverse] = {}

    def listing(self) -> str:
        """As ``adb reverse --list`` shows it."""
        lines = (f"{entry.link.name} {name} {entry.destination}\n" for name, entry in self._by_name.items())
        return "".join(lines)

    def add(self, name: str, entry: Reverse, *, may_replace: bool) -> str:
        """Listen; gives the name, which for ``tcp:0`` is a port that is free. Raises ReverseRefused."""
        kind, _, place = name.partition(":")
        is_port = kind == "tcp"
        if kind not in _KINDS or not place or (is_port and not (place.isdecimal() and int(place) < 1 << 16)):
            raise ReverseRefused(f"cannot bind listener: unknown socket specification: {name}")
        if is_port and int(place) == 0:
            name = self._free_port()
        if name in self._sockets:
            raise ReverseRefused("cannot bind listener: Address already in use")
        if name in self._by_name and not may_replace:
            raise ReverseRefused("cannot rebind existing socket")
        self._by_name[name] = entry
        return name

    def remove(self, name: str) -> None:
        """Listen no more; raises ReverseRefused."""
        if self._by_name.pop(name, None) is None:
            raise ReverseRefused(f"listener '{name}' not found")

    def remove_all(self) -> None:
        self._by_name.clear()

    def forget(self, link: Link) -> None:
        """A host is gone, and with it all that leads there."""
        self._by_name = {name: entry for name, entry in self._by_name.items() if entry.link is not link}

    async def dial(self, name: str) -> Stream:
        """Connect from the phone to a host; raises ConnectionRefusedError."""
        entry = self._by_name.get(name)
        if entry is None:
            raise ConnectionRefusedError(name)
        try:
            return await entry.link.open_to_host(entry.destination)
        except StreamClosed as error:
            raise ConnectionRefusedError(entry.destination) from error

    def service(self, name: str) -> Service | None:
        """What a host finds that connects to such a port of the phone: another host, or itself."""
        if name not in self._by_name:
            return None

        async def serve(stream: Stream) -> None:
            try:
                other = await self.dial(name)
            except ConnectionRefusedError:
                return
            await pump(stream, other)

        return serve

    def _free_port(self) -> str:
        ports = range(_FIRST_FREE_PORT, 1 << 16)
        return next(
            name for port in ports if (name := f"tcp:{port}") not in self._by_name and name not in self._sockets
        )


def reverse_service(reverses: Reverses, command: str) -> Service:
    """``reverse:COMMAND``; what it answers is read by the adb server, not by a person."""

    async def serve(stream: Stream) -> None:
        try:
            answer = _answer(reverses, stream.link, command)
        except ReverseRefused as error:
            answer = b"FAIL" + _block(str(error))
        await stream.write(answer)

    return serve


def _answer(reverses: Reverses, link: Link, command: str) -> bytes:
    verb, _, rest = command.partition(":")
    match verb:
        case "list-forward":
            return _block(reverses.listing())  # the one answer without OKAY
        case "killforward-all":
            reverses.remove_all()
        case "killforward":
            reverses.remove(rest)
        case "forward":
            may_replace = not rest.startswith("norebind:")
            name, separator, destination = rest.removeprefix("norebind:").partition(";")
            if not (name and separator and destination) or ";" in destination or destination.startswith("*"):
                raise ReverseRefused(f"bad forward: {rest}")
            bound = reverses.add(name, Reverse(link, destination), may_replace=may_replace)
            return b"OKAY" + (b"" if bound == name else _block(bound.partition(":")[2]))
        case _:
            raise ReverseRefused(f"unknown reverse command: {command}")
    return b"OKAY"


def _block(text: str) -> bytes:
    encoded = text.encode(errors="surrogateescape")
    return b"%04x" % len(encoded) + encoded
