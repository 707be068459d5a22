"""The automation server's HTTP: NanoHTTPD's habits, among them that an idle connection dies after five seconds."""

from __future__ import annotations

import asyncio
import logging

from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.capture import screenshot_png
from genie_host.simphone.u2.http_message import BadRequest, Request, Response, read_request
from genie_host.simphone.u2.rpc import RequestDropped, ServerCrashed, answer
from genie_host.simphone.wire.stream import Stream

_LOG = logging.getLogger(__name__)
IDLE_SECONDS = 5.0
"""NanoHTTPD's SOCKET_READ_TIMEOUT; it holds between requests too."""
_INTERNAL = "500 Internal Server Error"


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
                    request = await read_request(stream)
            except TimeoutError:
                return
            except BadRequest as error:
                await stream.write(Response(error.status, "text/plain", str(error).encode()).encoded(keeps_alive=False))
                return
            # The call is the phone's work: it is done even when the host no longer waits for it.
            response = await asyncio.shield(self._automation.start(self._respond(request)))
            if response is None:
                return
            await stream.write(response.encoded(keeps_alive=request.keeps_alive))
            if request.path == "/stop" and not self._automation.survives:
                await stream.flushed()
                self._automation.kill()
            if not request.keeps_alive or self._automation.has_ended:
                return

    async def _respond(self, request: Request) -> Response | None:
        phone = self._automation.phone
        if request.path != "/stop" and phone.faults.take("u2_http_errors"):
            phone.fault_fired("u2_http_errors")
            return Response(_INTERNAL, "text/plain", b"SERVER INTERNAL ERROR")
        match request.path:
            case "/ping":
                return Response("200 OK", "text/html", b"pong")
            case "/stop":
                if not self._automation.survives:
                    self._automation.close()
                return Response("200 OK", "text/html", b"Server stopped!!!")
            case "/screenshot/0":
                return Response("200 OK", "image/png", await screenshot_png(self._automation, request.query))
            case "/jsonrpc/0":
                return await self._call(request)
        return Response("404 Not Found", "text/plain", b"Not Found!!!")

    async def _call(self, request: Request) -> Response | None:
        """None when the connection is to be closed without an answer."""
        body = request.query or request.text
        if not body:
            return Response(_INTERNAL, "text/plain", b"Invalid http post data!")
        try:
            return Response("200 OK", "application/json", await answer(self._automation, body))
        except ServerCrashed:
            self._automation.kill()
            return None
        except RequestDropped as error:
            _LOG.info("the automation server dropped a request: %s", error)
            return None
        except Exception:
            _LOG.exception("the automation server failed")
            return Response(_INTERNAL, "text/plain", b"SERVER INTERNAL ERROR")
