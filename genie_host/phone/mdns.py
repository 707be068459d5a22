"""Phones in the local network that announce themselves: where they wait to be paired, and where to be connected.

Both ports are drawn anew by the phone each time, so they are looked up and never kept as a phone's name.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from zeroconf import InterfaceChoice, ServiceBrowser, ServiceListener, Zeroconf

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.phone.translate import translated

PAIRING = "_adb-tls-pairing._tcp.local."
CONNECT = "_adb-tls-connect._tcp.local."
_POLL_SECONDS = 0.1
_DETAILS_MS = 1000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Announced:
    """One phone's offer."""

    name: str
    """``studio-x7Kd`` while pairing with a QR code, else ``adb-R58M123ABC-q2Wp4z``."""
    service: str
    """PAIRING or CONNECT."""
    hosts: tuple[str, ...]
    """Its addresses, IPv4 first."""
    port: int

    @property
    def address(self) -> str:
        """As adb wants it: ``192.168.1.5:37123``."""
        return with_port(self.hosts[0], self.port)


class Neighbourhood:
    """What is announced while one listens. zeroconf listens in a thread of its own."""

    def __init__(self, zeroconf: Zeroconf | None) -> None:
        self._zeroconf = zeroconf
        self._listener = _Names()
        self._known: dict[tuple[str, str], Announced] = {}
        if zeroconf is not None:
            self._browser = ServiceBrowser(zeroconf, [PAIRING, CONNECT], self._listener)

    def announced(self) -> tuple[Announced, ...]:
        """Everything that is announced now, and whose address is known."""
        for key in self._listener.names - self._known.keys():
            if (found := self._details(*key)) is not None:
                self._known[key] = found
        return tuple(found for key, found in self._known.items() if key in self._listener.names)

    def wait_for(self, is_it: Callable[[Announced], bool], *, seconds: float, cancel: CancelToken) -> Announced | None:
        """The first offer that is the right one; None when none came in time."""
        deadline = Deadline.after(seconds)
        while True:
            if (found := next((offer for offer in self.announced() if is_it(offer)), None)) is not None:
                return found
            if deadline.is_over:
                return None
            cancel.wait(_POLL_SECONDS)

    def _details(self, service: str, name: str) -> Announced | None:
        with translated():
            info = self._zeroconf.get_service_info(service, name, timeout=_DETAILS_MS) if self._zeroconf else None
        if info is None or not info.port or not (hosts := info.parsed_addresses()):
            return None
        short = name.removesuffix(f".{service}")
        return Announced(name=short, service=service, hosts=tuple(sorted(hosts, key=_is_v6)), port=info.port)


class _Names(ServiceListener):
    """Collects what is announced; called from zeroconf's thread."""

    def __init__(self) -> None:
        self.names: frozenset[tuple[str, str]] = frozenset()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        self.names |= {(type_, name)}

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        self.names -= {(type_, name)}


@contextmanager
def neighbourhood(interfaces: Sequence[str] | None = None) -> Iterator[Neighbourhood]:
    """Listen in the local network, on all interfaces when None. Where that is not allowed, nothing is ever heard."""
    try:
        zeroconf = Zeroconf(interfaces=list(interfaces) if interfaces else InterfaceChoice.All)
    except OSError as error:
        _log.info("the local network cannot be listened to: %s", error.strerror)
        yield Neighbourhood(None)
        return
    try:
        yield Neighbourhood(zeroconf)
    finally:
        zeroconf.close()


def with_port(host: str, port: int) -> str:
    """``[fe80::1]:5555`` for IPv6."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _is_v6(address: str) -> bool:
    return ":" in address
