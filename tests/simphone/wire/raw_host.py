"""A host that speaks the adb transport by hand, so that tests can say what no adb server would."""

from __future__ import annotations

import socket
import struct
from types import TracebackType

from genie_host.simphone.server import HOST
from genie_host.simphone.wire.packet import HEADER_SIZE, Command, Header, checksum_of, encode

Packet = tuple[int, int, int, bytes]


class RawHost:
    """One connection to a phone's port."""

    def __init__(self, port: int, *, version: int = 0x01000001, max_payload: int = 1 << 20) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=10)
        self._version = version
        self._max_payload = max_payload
        self.checksums: list[tuple[int, int]] = []
        """Announced and true checksum of each packet received."""

    def __enter__(self) -> RawHost:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._socket.close()

    def send(
        self, command: Command, arg0: int = 0, arg1: int = 0, payload: bytes = b"", *, checksum: bool = True
    ) -> None:
        self._socket.sendall(encode(command, arg0, arg1, payload, with_checksum=checksum))

    def send_bytes(self, data: bytes) -> None:
        self._socket.sendall(data)

    def receive(self) -> Packet:
        header = Header.parse(self._exactly(HEADER_SIZE))
        payload = self._exactly(header.length)
        self.checksums.append((header.checksum, checksum_of(payload)))
        return header.command, header.arg0, header.arg1, payload

    def is_hung_up(self) -> bool:
        """Wait for the phone to close the connection."""
        try:
            return self._socket.recv(1) == b""
        except ConnectionError:
            return True

    def greet(self, *, checksum: bool = True, features: bytes = b"shell_v2") -> Packet:
        banner = b"host::features=" + features + b"\0"
        self.send(Command.CNXN, self._version, self._max_payload, banner, checksum=checksum)
        return self.receive()

    def open(self, service: bytes, local_id: int = 1, window: int = 0) -> Packet:
        self.send(Command.OPEN, local_id, window, service + b"\0")
        return self.receive()

    def read_stream(self, local_id: int = 1) -> bytes:
        """Everything a stream brings until the phone closes it, acknowledging each piece."""
        data = b""
        while True:
            command, remote_id, _, payload = self.receive()
            if command == Command.CLSE:
                return data
            if command == Command.WRTE:
                data += payload
                self.send(Command.OKAY, local_id, remote_id)

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            chunk = self._socket.recv(count - len(data))
            if not chunk:
                raise ConnectionError("the phone hung up")
            data += chunk
        return data


def sync_request(name: bytes, payload: bytes) -> bytes:
    """One request of the sync service."""
    return struct.pack("<4sI", name, len(payload)) + payload
