"""Asks a running phone for something, from another process."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.control.server import FOLLOW
from genie_host.simphone.listener import HOST

_ANSWER_SECONDS = 30.0


@dataclass(frozen=True, kw_only=True)
class ControlClient:
    """One phone by way of its control socket."""

    port: int
    token: str
    phone: str
    """The serial of the phone."""

    def ask(self, order: str, **given: Any) -> Any:
        """Give an order and get its result; raises SimulatorError when it is refused or nobody is there."""
        with self._connected() as connection, connection.makefile("rwb") as stream:
            self._send(stream, order, given)
            line = stream.readline()
        answer = json.loads(line) if line else {"ok": False, "error": "the simulated phone hung up"}
        if not answer["ok"]:
            raise SimulatorError(answer["error"])
        return answer["result"]

    def follow(self, *, since: int = 0) -> Iterator[dict[str, Any]]:
        """Entries of the event log as they come, until the phone ends."""
        with self._connected() as connection, connection.makefile("rwb") as stream:
            connection.settimeout(None)
            self._send(stream, FOLLOW, {"since": since})
            for line in stream:
                answer = json.loads(line)
                if "event" not in answer:
                    raise SimulatorError(answer["error"])
                yield answer["event"]

    def _send(self, stream: Any, order: str, given: dict[str, Any]) -> None:
        request = {"id": 1, "token": self.token, "phone": self.phone, "do": order, **given}
        stream.write(json.dumps(request).encode() + b"\n")
        stream.flush()

    @contextlib.contextmanager
    def _connected(self) -> Iterator[socket.socket]:
        try:
            connection = socket.create_connection((HOST, self.port), timeout=_ANSWER_SECONDS)
        except OSError as error:
            raise SimulatorError(f"the simulated phone {self.phone} is not running any more") from error
        try:
            with connection:
                yield connection
        except OSError as error:
            raise SimulatorError(f"the simulated phone {self.phone} does not answer") from error
