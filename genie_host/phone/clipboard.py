"""The phone's clipboard, and using it without the user losing what is on it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from genie_host.core.errors import DeniedByPhone, PhoneError, PhoneRejected
from genie_host.phone.rpc import RpcClient

CLOSED = "The phone does not let this computer use its clipboard."
_log = logging.getLogger(__name__)


class Clipboard:
    """Text on the clipboard of one phone. What is on it is never logged."""

    def __init__(self, rpc: RpcClient) -> None:
        self._rpc = rpc

    def read(self) -> str:
        """The text; empty when there is none or it is no text. Raises PhoneRejected when the phone keeps it closed."""
        try:
            content = self._rpc.call("getClipboard")
        except DeniedByPhone as error:
            raise PhoneRejected(CLOSED) from error
        return content if isinstance(content, str) else ""

    def write(self, text: str) -> None:
        """Put a text on it and make sure that it is there."""
        try:
            self._rpc.call("setClipboard", [None, text])
        except DeniedByPhone as error:
            raise PhoneRejected(CLOSED) from error
        if self.read() != text:
            raise PhoneRejected(CLOSED)

    @contextmanager
    def holding(self, text: str) -> Iterator[None]:
        """For the length of a block; then the user's own text is back, whatever happened."""
        before = self.read()
        try:
            self.write(text)
            yield
        finally:
            try:
                self._rpc.call("setClipboard", [None, before])
            except PhoneError as error:
                # Whatever made the block fail is the better thing to report.
                _log.warning("the clipboard could not be put back: %s", error)
