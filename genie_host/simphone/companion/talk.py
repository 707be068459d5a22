"""One request's lines, and whoever reads them over its socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.canonical import parse
from genie_host.simphone.wire.stream import Stream, StreamClosed

_LONGEST_HEARD = 4096
LINGER_SECONDS = 5.0
"""How long a socket stays after the last line."""


class Talk:
    """What the companion says about one request. Every connection gets all of it, from the first line."""

    def __init__(self, on_cancel: Callable[[Talk, str], None]) -> None:
        self.req_id = ""
        """Empty until the request was read."""
        self.lines: list[bytes] = []
        self.is_over = False
        self.is_dead = False
        """The process is gone: connections end where they are."""
        self._on_cancel = on_cancel
        self._waiting: set[asyncio.Event] = set()

    def say(self, line: bytes, *, is_last: bool = False) -> None:
        """One more line for everybody."""
        self.lines.append(line)
        self.is_over = self.is_over or is_last
        self._wake()

    def die(self) -> None:
        """End every connection without another word."""
        self.is_dead = True
        self._wake()

    async def serve(self, stream: Stream) -> None:
        """One connection, to its end."""
        changed = asyncio.Event()
        self._waiting.add(changed)
        hearing = asyncio.create_task(self._hear(stream, changed))
        sent = 0
        try:
            while not self.is_dead and not hearing.done():
                changed.clear()
                for line in self.lines[sent:]:
                    await stream.write(line + b"\n")
                    sent += 1
                if sent < len(self.lines):
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), LINGER_SECONDS if self.is_over else None)
                except TimeoutError:
                    break
        finally:
            self._waiting.discard(changed)
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _hear(self, stream: Stream, changed: asyncio.Event) -> None:
        """Withdrawals; every other line is ignored."""
        try:
            while True:
                line = (await stream.read_until(b"\n", limit=_LONGEST_HEARD)).rstrip(b"\n")
                try:
                    value = parse(line)
                except MessageMalformed:
                    continue
                if isinstance(value, dict) and value.keys() == {"v", "cancel"} and value["cancel"] == self.req_id:
                    self._on_cancel(self, self.req_id)
        except StreamClosed:
            pass
        finally:
            changed.set()

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()
