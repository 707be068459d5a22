"""The automation server's HTTP: NanoHTTPD's habits, among them that an idle connection dies after five seconds."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.rpc import ServerCrashed, answer
from genie_host.simphone.wire.stream import Stream, StreamClosed

_LOG = logging.getLogger(__name__)
IDLE_SECONDS = 5.0
"""NanoHTTPD's SOCKET_READ_TIMEOUT; it holds between requests too."""
_MAX_BODY = 8 * 1024 * 1024


@dataclass(frozen=True)
class Request:
    """One HTTP request."""

    path: str
    body: bytes
    keeps_alive: bool


@dataclass(frozen=True)
class Response:
    """One HTTP response."""

    status: str
    content_type: str
    body: bytes

    def encoded(self) -> bytes:
        head = (
            f"HTTP/1.1 {self.status} \r\nContent-Type: {self.content_type}\r\n"
            f"Date: Mon, 30 Nov 2026 10:31:00 GMT\r\nConnection: keep-alive\r\nContent-Length: {len(self.body)}\r\n\r\n"
        )
        return head.encode("ascii") + self.body


class HttpServer:
    """Serves the connections to one automation process."""

    def __init__(self, automation: Automation, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._automation = automation
        self._idle_seconds = idle_seconds

    async def serve(self, stream: Stream) -> None:
        """Answer requests on one connection until either side has had enough."""
        task = asyncio.current_task()
        if task is not None:
            self._automation.adopt(task)
        while True:
            try:
                async with asyncio.timeout(self._idle_seconds):
                    request = await _read_request(stream)
            except TimeoutError:
                return
            # The call is the phone's work: it is done even when the host no longer waits for it.
            response = await asyncio.shield(self._automation.start(self._respond(request)))
            if response is None:
                return
            await stream.write(response.encoded())
            if request.path == "/stop" and not self._automation.survives:
                await stream.flushed()
                self._automation.kill()
            if not request.keeps_alive or self._automation.has_ended:
                return

    async def _respond(self, request: Request) -> Response | None:
        match request.path:
            case "/ping":
                return Response("200 OK", "text/html", b"pong")
            case "/stop":
                if not self._automation.survives:
                    self._automation.close()
                return Response("200 OK", "text/html", b"Server stopped!!!")
            case "/screenshot/0":
                return Response("200 OK", "image/png", self._automation.phone.snapshots.png())
            case "/jsonrpc/0" if self._automation.phone.faults.take("u2_http_errors"):
                self._automation.phone.fault_fired("u2_http_errors")
                return Response("500 Internal Server Error", "text/plain", b"SERVER INTERNAL ERROR")
            case "/jsonrpc/0":
                try:
                    return Response("200 OK", "application/json", await answer(self._automation, request.body))
                except ServerCrashed:
                    self._automation.kill()
                    return None
                except Exception:
                    _LOG.exception("the automation server failed")
                    return Response("500 Internal Server Error", "text/plain", b"SERVER INTERNAL ERROR")
        return Response("404 Not Found", "text/plain", b"Not Found!!!")


async def _read_request(stream: Stream) -> Request:
    head = (await stream.read_until(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.strip().split("\r\n")
    words = first.split(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = headers.get("content-length", "0")
    if len(words) != 3 or not length.isdigit() or int(length) > _MAX_BODY:
        raise StreamClosed  # not HTTP
    return Request(
        path=words[1].partition("?")[0],
        body=await stream.read_exactly(int(length)),
        keeps_alive=headers.get("connection", "").lower() != "close",
    )
