"""The page's server: loopback only, and only for whoever knows the token in its address."""

from __future__ import annotations

import base64
import json
import secrets
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.client import ControlClient
from genie_host.simphone.listener import HOST

_FILES = {
    "": ("page.html", "text/html"),
    "page.js": ("page.js", "text/javascript"),
    "page.css": ("page.css", "text/css"),
}
_HERE = Path(__file__).parent
_MAX_BODY = 64 * 1024
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
ORDERS = frozenset({"finger", "person.key", "person.swipe", "person.tap", "person.type"})
"""What a person can do from the page."""


class ViewServer:
    """Shows one phone by way of its control socket, in threads of its own."""

    def __init__(self, phone: ControlClient, port: int = 0) -> None:
        self._token = secrets.token_urlsafe(16)
        try:
            self._server = _Server((HOST, port), _Handler)
        except OSError as error:
            raise SimulatorError(f"port {port} cannot be used for the page: {error.strerror or error}") from error
        self._server.phone, self._server.token = phone, self._token
        self._thread = threading.Thread(target=self._server.serve_forever, name="simphone-view", daemon=True)

    @property
    def url(self) -> str:
        """The page's address, token and all."""
        return f"http://{HOST}:{self._server.server_address[1]}/{self._token}/"

    def __enter__(self) -> ViewServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    phone: ControlClient
    token: str


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    timeout = 30
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self._name()
        if name is None:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"")
        elif name in _FILES:
            file, kind = _FILES[name]
            self._answer(HTTPStatus.OK, f"{kind}; charset=utf-8", (_HERE / file).read_bytes())
        elif name == "screen.png":
            self._ask("screenshot", {}, "image/png")
        elif name == "info":
            self._ask("info", {}, "application/json")
        else:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"")

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if self._name() != "do" or not length.isdecimal() or int(length) > _MAX_BODY:
            self.close_connection = True
            self._answer(HTTPStatus.NOT_FOUND, "text/plain", b"")
            return
        try:
            request = json.loads(self.rfile.read(int(length)))
            order = request.pop("do")
        except (ValueError, AttributeError, KeyError, TypeError):
            order, request = None, {}
        if order not in ORDERS:
            self._answer(HTTPStatus.BAD_REQUEST, "text/plain", b"")
        else:
            self._ask(order, request, "application/json")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: the token would stand in the log."""

    def _name(self) -> str | None:
        """What is asked for below the token; None for whoever does not know it, or came by another name."""
        port = self.server.server_address[1]
        first, _, name = self.path.partition("?")[0].lstrip("/").partition("/")
        # The host is looked at because a foreign page can point a name of its own at this computer.
        is_ours = self.headers.get("Host") in (f"{HOST}:{port}", f"localhost:{port}")
        is_known = secrets.compare_digest(first.encode(), self.server.token.encode())
        return name if is_ours and is_known else None

    def _ask(self, order: str, given: dict[str, Any], kind: str) -> None:
        try:
            result = self.server.phone.ask(order, **given)
        except SimulatorError as error:
            self._answer(HTTPStatus.CONFLICT, "application/json", json.dumps({"error": str(error)}).encode())
            return
        body = base64.b64decode(result) if kind == "image/png" else json.dumps(result).encode()
        self._answer(HTTPStatus.OK, kind, body)

    def _answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
