"""adbutils' connection to the adb server with what it lacks: a deadline for the whole exchange, and a stop button.

adbutils gives sockets 600 seconds per read, starts whichever adb is first on PATH when the server is away, leaves
Nagle's algorithm on and sleeps 10 ms whenever it closes. A subclass is enough to change all four.
"""

from __future__ import annotations

import socket
from typing import Protocol

import adbutils

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline

_SLICE_SECONDS = 0.2
"""How long a read may go without looking at the stop button."""
_CONNECT_SECONDS = 1.0
"""For a connection on this very computer."""


class Pulse(Protocol):
    """Finds out whether a phone that sends nothing is still there."""

    after_seconds: float
    """Silence that is taken without a question."""

    def heard(self) -> None:
        """It has sent something."""
        ...

    def beat(self) -> None:
        """Return when it is; else raise what keeps it from answering."""
        ...


class AdbSocket(adbutils.AdbConnection):  # type: ignore[misc] # adbutils has no types
    """One stream to the adb server or, after a service was opened on it, to the phone.

    The deadline bounds everything together, not each read; ``renew`` it before reusing a kept-alive stream.
    """

    def __init__(self, host: str, port: int, deadline: Deadline, cancel: CancelToken) -> None:
        self._address = (host, port)
        self._deadline = deadline
        self._cancel = cancel
        self.pulse: Pulse | None = None
        """Felt while the phone is waited for; None where nobody but the adb server is asked."""
        self._heard_at = SYSTEM_CLOCK.now()
        super().__init__(host, port)

    def renew(self, seconds: float, cancel: CancelToken) -> None:
        """Start a new exchange on this stream."""
        self._deadline = Deadline.after(seconds)
        self._cancel = cancel
        self._heard_at = SYSTEM_CLOCK.now()

    def _safe_connect(self) -> socket.socket:
        """Connect and nothing else: starting a server is AdbServer's business."""
        self._cancel.check()
        sock = socket.create_connection(self._address, timeout=_CONNECT_SECONDS)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return sock

    def _wait_seconds(self) -> float:
        self._cancel.check()
        remaining = self._deadline.remaining_seconds
        if remaining <= 0.0:
            raise TimeoutError
        return min(_SLICE_SECONDS, remaining)

    def _nothing_came(self) -> None:
        """A slice of waiting is over: feel the pulse when the silence is long. Raises what the pulse raises."""
        if self.pulse is not None and SYSTEM_CLOCK.now() - self._heard_at >= self.pulse.after_seconds:
            self.pulse.beat()
            self._heard_at = SYSTEM_CLOCK.now()

    def receive_into(self, buffer: bytearray | memoryview) -> int:
        """Wait for some bytes; 0 when the other side closed. Raises TimeoutError when the deadline is over."""
        while True:
            self.conn.settimeout(self._wait_seconds())
            try:
                count = int(self.conn.recv_into(buffer))
            except TimeoutError:
                self._nothing_came()
                continue
            self._heard_at = SYSTEM_CLOCK.now()
            if self.pulse is not None:
                self.pulse.heard()
            return count

    def send_all(self, data: bytes) -> None:
        """Send everything within the deadline."""
        rest = memoryview(data)
        while rest:
            self.conn.settimeout(self._wait_seconds())
            try:
                rest = rest[self.conn.send(rest) :]
            except TimeoutError:
                self._nothing_came()

    def send_command(self, cmd: str) -> None:
        """Frame a request to the adb server."""
        encoded = cmd.encode()
        self.send_all(f"{len(encoded):04x}".encode() + encoded)

    def _read_fully(self, n: int) -> bytes:
        """Every read of adbutils ends here."""
        data = bytearray(n)
        view, filled = memoryview(data), 0
        while filled < n:
            count = self.receive_into(view[filled:])
            if count == 0:
                break
            filled += count
        return bytes(data[:filled])

    def read_waiting(self) -> bytes | None:
        """What has already arrived, without waiting; empty when nothing has, None when the other side closed."""
        self.conn.settimeout(0)
        arrived = bytearray()
        try:
            while chunk := self.conn.recv(65536):
                arrived += chunk
        except BlockingIOError:
            return bytes(arrived)
        except OSError:
            return None
        return bytes(arrived) or None

    def close(self) -> None:
        if not self.closed:
            # A closed socket makes adbutils skip the shutdown and its 10 ms sleep.
            self.conn.close()
        super().close()


class AdbSocketClient(adbutils.AdbClient):  # type: ignore[misc] # adbutils has no types
    """adbutils' client whose connections are AdbSockets and obey one stop button."""

    def __init__(self, host: str, port: int, default_seconds: float = 10.0) -> None:
        super().__init__(host=host, port=port)
        self.cancel = CancelToken()
        self._default_seconds = default_seconds
        self._server_version: int | None = None

    def make_connection(self, timeout: float | None = None) -> AdbSocket:
        return AdbSocket(self.host, self.port, Deadline.after(timeout or self._default_seconds), self.cancel)

    def open_service(self, target: str, service: str, seconds: float, pulse: Pulse | None = None) -> AdbSocket:
        """A stream to a service of a phone, ``shell:ls`` or ``tcp:9008``; adbutils' own leaks when it fails.

        ``target`` is ``serial:R58M123ABC`` or ``transport-id:7``.
        """
        connection = self.make_connection(seconds)
        try:
            if target.startswith("serial:") and self._knows_tport():
                connection.send_command(f"host:tport:{target}")
                connection.check_okay()
                connection.read_exact(8)  # the transport's number
            else:
                connection.send_command(f"host:{target}".replace(":serial:", ":transport:", 1))
                connection.check_okay()
            connection.pulse = pulse
            connection.send_command(service)
            connection.check_okay()
        except BaseException:
            connection.close()
            raise
        return connection

    def _knows_tport(self) -> bool:
        """Asked of the server once; true since platform-tools 28.0.2."""
        if self._server_version is None:
            self._server_version = int(self.server_version())
        return self._server_version >= 41
