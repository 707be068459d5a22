"""One HTTP request and its answer over a stream to the phone, within the stream's deadline."""

from __future__ import annotations

import http.client
import io
import socket
from typing import Any, NamedTuple, cast

from genie_host.phone.adb_socket import AdbSocket


class Answer(NamedTuple):
    """What came back."""

    status: int
    body: bytes
    is_reusable: bool
    """The stream may carry another request."""


class _Incoming(io.RawIOBase):
    """The stream as http.client wants to read it."""

    def __init__(self, stream: AdbSocket) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        return self._stream.receive_into(memoryview(buffer))

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self, 65536)


def exchange(stream: AdbSocket, method: str, path: str, body: bytes = b"") -> Answer:
    """Send a request and read the whole answer. Raises what the socket or http.client raises."""
    # Headers and body in one packet; no compression, which leaks memory in the phone's NanoHTTPD (its issue 492).
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: \r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    stream.send_all(head.encode() + body)
    # http.client asks of a socket no more than makefile().
    response = http.client.HTTPResponse(cast(socket.socket, _Incoming(stream)), method=method)
    response.begin()
    content = response.read()
    return Answer(status=response.status, body=content, is_reusable=not response.will_close)
