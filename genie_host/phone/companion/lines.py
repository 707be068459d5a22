"""Lines from a forwarded socket, with deadlines and the user's stop; a lost connection may be made again."""

from __future__ import annotations

import socket
from contextlib import suppress

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.phone.adb import HOST

_SLICE_SECONDS = 0.1
_CONNECT_SECONDS = 1.0
LONGEST_LINE = 65_536


class PortClosed(Exception):
    """Nothing listens on the port any more: adb has given the phone up."""


class TooLong(Exception):
    """A line without an end."""


class Lines:
    """What the phone says on one port. Each connection begins with the first line; those known are skipped."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._buffer = bytearray()
        self._skipped = 0
        self.count = 0
        """Lines given out so far."""

    @property
    def is_connected(self) -> bool:
        return self._socket is not None

    def connect(self) -> None:
        """Try once. Raises PortClosed. That it worked says nothing yet: adb accepts for phones where nobody listens."""
        self.close()
        try:
            self._socket = socket.create_connection((HOST, self._port), timeout=_CONNECT_SECONDS)
        except ConnectionRefusedError as error:
            raise PortClosed from error
        except OSError:
            return
        self._buffer.clear()
        self._skipped = 0

    def read(self, deadline: Deadline, cancel: CancelToken) -> bytes | None:
        """The next line without its end; None at the deadline, or when the connection has ended. Raises Cancelled."""
        while True:
            line = self._next_buffered()
            if line is not None:
                return line
            cancel.check()
            remaining = deadline.remaining_seconds
            if self._socket is None or remaining <= 0:
                return None
            self._receive(self._socket, min(_SLICE_SECONDS, remaining))

    def send(self, line: bytes) -> bool:
        """One line to the phone; False when there is no connection for it."""
        if self._socket is None:
            return False
        try:
            self._socket.settimeout(_CONNECT_SECONDS)
            self._socket.sendall(line + b"\n")
        except OSError:
            self.close()
            return False
        return True

    def close(self) -> None:
        """Harmless when there is none."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.close()
            self._socket = None

    def _receive(self, connection: socket.socket, seconds: float) -> None:
        connection.settimeout(seconds)
        try:
            data = connection.recv(65_536)
        except TimeoutError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        self._buffer += data
        if len(self._buffer) > 2 * LONGEST_LINE:
            raise TooLong

    def _next_buffered(self) -> bytes | None:
        while True:
            end = self._buffer.find(b"\n")
            if end > LONGEST_LINE or (end < 0 and len(self._buffer) > LONGEST_LINE):
                raise TooLong
            if end < 0:
                return None
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            if self._skipped < self.count:
                self._skipped += 1
                continue
            self._skipped += 1
            self.count += 1
            return line
