"""The control socket: JSON lines on a loopback port, for whoever knows the token.

A request is ``{"id": 1, "token": "...", "phone": "127.0.0.1:5640", "do": "state.get", "path": "settings.wifi"}``; its
answer ``{"id": 1, "ok": true, "result": true}`` or ``{"id": 1, "ok": false, "error": "..."}``. ``events.follow`` is
answered by ``{"event": {...}}`` lines for as long as the connection lasts.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import socket
from collections.abc import Mapping, Sequence
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.orders import obey
from genie_host.simphone.door import Door
from genie_host.simphone.listener import Listener

_LOG = logging.getLogger(__name__)
_MAX_LINE = 16 * 1024 * 1024
FOLLOW = "events.follow"


class ControlServer:
    """Takes orders for the phones of this process."""

    def __init__(self, phones: Sequence[Listener], *, token: str | None = None) -> None:
        self._phones = phones
        self.token = secrets.token_urlsafe(24) if token is None else token
        self.port = 0
        self._door = Door(self._serve)

    async def open(self) -> None:
        """Listen on a free port."""
        self.port = self._door.open(0)

    async def close(self) -> None:
        """Hang up on everybody."""
        await self._door.close()

    async def _serve(self, connection: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=connection, limit=_MAX_LINE)
        try:
            while line := await reader.readline():
                answer = await self._answer(line, reader, writer)
                if answer is not None:
                    await _write(writer, answer)
        except (ConnectionError, ValueError) as error:
            _LOG.debug("control connection ended: %r", error)
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer(
        self, line: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> dict[str, Any] | None:
        try:
            request = json.loads(line)
        except ValueError:
            request = None
        if not isinstance(request, dict):
            return {"id": None, "ok": False, "error": "a request is one JSON object a line"}
        request_id = request.get("id")
        try:
            if not secrets.compare_digest(str(request.get("token", "")).encode(), self.token.encode()):
                raise SimulatorError("wrong token")
            phone = self._phone(request)
            if request.get("do") == FOLLOW:
                await _follow(phone, int(request.get("since", 0)), reader, writer)
                return None
            return {"id": request_id, "ok": True, "result": await obey(str(request.get("do")), phone, request)}
        except SimulatorError as error:
            return {"id": request_id, "ok": False, "error": str(error)}
        except Exception as error:
            _LOG.exception("an order failed")
            return {"id": request_id, "ok": False, "error": f"{type(error).__name__}: {error}"}

    def _phone(self, request: Mapping[str, Any]) -> Listener:
        wanted = request.get("phone")
        if wanted is None and len(self._phones) == 1:
            return self._phones[0]
        for phone in self._phones:
            if wanted in (phone.serial, phone.port):
                return phone
        raise SimulatorError(f"no phone here is called {wanted!r}" if wanted else "there are several phones: name one")


async def _follow(phone: Listener, since: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Entries after ``since`` and all that come, until the other side hangs up."""
    log = phone.phone.world.log
    queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    for entry in log.since(since):
        queue.put_nowait(entry)
    log.listen(queue.put_nowait)
    hung_up = asyncio.create_task(reader.read())
    try:
        while not hung_up.done():
            coming = asyncio.create_task(queue.get())
            await asyncio.wait((coming, hung_up), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                coming.cancel()
                return
            await _write(writer, {"event": coming.result()})
    finally:
        hung_up.cancel()
        log.unlisten(queue.put_nowait)


async def _write(writer: asyncio.StreamWriter, answer: Mapping[str, Any]) -> None:
    writer.write(json.dumps(answer, default=str).encode() + b"\n")
    await writer.drain()
