"""HTTP requests as NanoHTTPD reads them, and its responses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import unquote_plus

from genie_host.simphone.wire.stream import Stream, StreamClosed

_VERBS = frozenset(
    "GET PUT POST DELETE HEAD OPTIONS TRACE CONNECT PATCH PROPFIND PROPPATCH MKCOL MOVE COPY LOCK UNLOCK".split()
)
_MAX_HEAD = 8192
_MAX_BODY = 8 * 1024 * 1024
_USAGE = "Usage: GET /example/file.html"


class BadRequest(Exception):
    """Answered with the text and the end of the connection."""

    status = "400 Bad Request"


@dataclass(frozen=True)
class Request:
    """One HTTP request."""

    path: str
    query: str
    text: str
    """The body, decoded."""
    keeps_alive: bool


@dataclass(frozen=True)
class Response:
    """One HTTP response."""

    status: str
    content_type: str
    body: bytes

    def encoded(self, *, keeps_alive: bool) -> bytes:
        """Head and body."""
        head = (
            f"HTTP/1.1 {self.status} \r\nContent-Type: {self.content_type}\r\n"
            f"Date: Mon, 30 Nov 2026 10:31:00 GMT\r\nConnection: {'keep-alive' if keeps_alive else 'close'}\r\n"
            f"Content-Length: {len(self.body)}\r\n\r\n"
        )
        return head.encode("ascii") + self.body


async def read_request(stream: Stream) -> Request:
    """The next request; raises BadRequest, and StreamClosed for what is answered by hanging up."""
    head = (await stream.read_until(b"\r\n\r\n", limit=_MAX_HEAD)).decode("latin-1")
    first, *lines = re.split(r"\r?\n", head)
    words = first.split()
    if not words:
        raise BadRequest(f"BAD REQUEST: Syntax error. {_USAGE}")
    if len(words) < 2:
        raise BadRequest(f"BAD REQUEST: Missing URI. {_USAGE}")
    if words[0] not in _VERBS:
        raise BadRequest(f"BAD REQUEST: Syntax error. HTTP verb {words[0]} unhandled.")
    named = (line.partition(":") for line in lines if ":" in line)
    headers = {name.strip().lower(): value.strip() for name, _, value in named}
    path, _, query = words[1].partition("?")
    has_body = words[0] in ("POST", "PUT")
    return Request(
        path=unquote_plus(path, errors="replace"),
        query=query,
        text=_decoded(await _body(stream, headers), headers) if has_body else "",
        keeps_alive=(words[2] if len(words) > 2 else "HTTP/1.1") == "HTTP/1.1"
        and "close" not in headers.get("connection", "").lower(),
    )


async def _body(stream: Stream, headers: Mapping[str, str]) -> bytes:
    length = headers.get("content-length", "0")
    # A length that is no number kills the server's thread for this connection; one below zero is none.
    if re.fullmatch(r"[+-]?[0-9]{1,18}", length) is None or int(length) > _MAX_BODY:
        raise StreamClosed
    return await stream.read_exactly(max(0, int(length)))


def _decoded(body: bytes, headers: Mapping[str, str]) -> str:
    """A type without a character set means ASCII, no type at all UTF-8."""
    content_type = headers.get("content-type")
    charset = re.search(r"charset\s*=\s*['\"]?([^\s'\";]+)", content_type or "", re.IGNORECASE)
    encoding = charset[1] if charset else ("utf-8" if content_type is None else "ascii")
    try:
        return body.decode(encoding, "replace").strip()
    except (LookupError, UnicodeError) as error:
        raise StreamClosed from error
