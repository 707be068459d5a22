"""JSON-RPC to the automation server: a deadline for every call, one kept-alive stream, and no action sent twice.

uiautomator2's own transport opens two connections per call, loses 40 ms to Nagle's algorithm, ignores its time-out
and repeats a tap whose answer it did not see. Here a call that changes something is sent at most once: when its
answer is lost it raises OutcomeUnknown. A question is asked once more, of a restarted server if need be.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import OutcomeUnknown, PhoneError, PhoneUnavailable, ServerDead
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.http_exchange import Answer, exchange
from genie_host.phone.link import DeviceLink
from genie_host.phone.translate import UNREADABLE, from_java, translated
from genie_host.phone.u2_server import SERVICE, AutomationServer

REPEATABLE = frozenset(
    {
        *("deviceInfo", "dumpWindowHierarchy", "takeScreenshot", "isScreenOn", "ping"),
        *("exist", "count", "objInfo", "objInfoOfAllInstances", "waitForExists", "waitUntilGone", "getText"),
        *("getClipboard", "setClipboard", "getLastToast", "clearLastToast", "wakeUp"),
    }
)
"""Methods that may be called twice for once: questions, and orders that end in the same state."""

_IDLE_SECONDS = 4.0
"""The server closes streams that were idle for 5 seconds; younger ones are reused."""
_log = logging.getLogger(__name__)


class _Health(Enum):
    GOOD = auto()
    DOUBTFUL = auto()
    """The last call ended badly: ask for a sign of life before the next."""
    BAD = auto()
    """It said itself that it is broken: restart it before the next."""


class RpcClient:
    """Calls the automation server of one phone. One call at a time."""

    def __init__(self, link: DeviceLink, server: AutomationServer) -> None:
        self._link = link
        self._server = server
        self._health = _Health.GOOD
        self._stream: AdbSocket | None = None
        self._used_at = 0.0
        self._call_id = 0
        self._lock = threading.Lock()

    def call(self, method: str, parameters: Sequence[Any] = (), *, seconds: float | None = None) -> Any:
        """The result of a remote method, as decoded from JSON.

        ``seconds`` bounds the call itself; restarting a dead server has a bound of its own. Raises PhoneTimeout,
        DeniedByPhone, PhoneRejected, AutomationBusy, ServerDead or a PhoneUnavailable when nothing was changed, and
        OutcomeUnknown when that cannot be told.
        """
        limit = self._link.patience.call_seconds if seconds is None else seconds
        with self._lock:
            if method not in REPEATABLE:
                return self._attempt(method, parameters, limit)
            try:
                return self._attempt(method, parameters, limit)
            except (ServerDead, PhoneUnavailable) as error:
                _log.info("%s is asked again: %s", method, error)
            return self._attempt(method, parameters, limit)

    def close(self) -> None:
        """Drop the stream; the next call opens another."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _attempt(self, method: str, parameters: Sequence[Any], seconds: float) -> Any:
        stream = self._ready_stream(seconds)
        self._call_id += 1
        request = {"jsonrpc": "2.0", "id": self._call_id, "method": method, "params": list(parameters)}
        is_answered = is_reusable = False
        try:
            with translated():
                answer = exchange(stream, "POST", "/jsonrpc/0", json.dumps(request).encode())
                is_answered, is_reusable = True, answer.is_reusable
                result = self._result(answer)
        except PhoneError as error:
            if is_answered and not isinstance(error, ServerDead):
                # An orderly refusal; the stream is as good as before.
                raise
            is_reusable = False
            raise self._lost(method, error) from error
        finally:
            if not is_reusable:
                self.close()
        self._used_at = SYSTEM_CLOCK.now()
        return result

    def _lost(self, method: str, error: PhoneError) -> PhoneError:
        """What to raise for a call whose answer was not seen, or came from a broken server."""
        if self._health is _Health.GOOD:
            self._health = _Health.DOUBTFUL
        if method in REPEATABLE:
            return error
        return OutcomeUnknown(
            "The phone stopped answering in the middle of the action, which may or may not have happened. "
            "Look at the screen before doing anything else."
        )

    def _ready_stream(self, seconds: float) -> AdbSocket:
        """A stream to a server believed to be well. Nothing of the call has been sent when this fails."""
        self._server.drain()
        if self._health is not _Health.GOOD:
            self.close()
            if self._health is _Health.BAD or not self._server.is_answering():
                self._server.restart()
            self._health = _Health.GOOD
        if self._stream is not None and self._is_stale(self._stream):
            self.close()
        if self._stream is None:
            try:
                self._stream = self._link.open(SERVICE, seconds)
            except ServerDead:
                self._server.restart()
                self._stream = self._link.open(SERVICE, seconds)
        self._stream.renew(seconds, self._link.cancel)
        return self._stream

    def _is_stale(self, stream: AdbSocket) -> bool:
        # Bytes nobody asked for, the end of the stream, a frozen way to it: either way it is of no use.
        return (
            self._link.is_frozen or SYSTEM_CLOCK.now() - self._used_at > _IDLE_SECONDS or stream.read_waiting() != b""
        )

    def _result(self, answer: Answer) -> Any:
        if answer.status != 200:
            self._health = _Health.BAD
            raise ServerDead(UNREADABLE)
        try:
            reply = json.loads(answer.body)
        except ValueError:
            self._health = _Health.BAD
            raise
        if not isinstance(reply, dict) or reply.get("id") != self._call_id or not {"result", "error"} & reply.keys():
            self._health = _Health.BAD
            raise ServerDead(UNREADABLE)
        if (error := reply.get("error")) is None:
            return reply.get("result")
        ours = from_java(str(error.get("message", "")), str(error.get("data", "")))
        if isinstance(ours, ServerDead):
            self._health = _Health.BAD
        raise ours
