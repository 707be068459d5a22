"""``>``, ``>>``, ``<`` and ``<<``: streams that end in files."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import replace

from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.shell.state import State
from genie_host.simphone.shell.streams import BytesInput, Lookahead, NoInput, Sink, Streams, discard
from genie_host.simphone.shell.words import Redirection

_NULL = "/dev/null"
_SMALL_FILE = 64 * 1024


class CannotRedirect(Exception):
    """A file is missing, or cannot be made."""


class Redirector:
    """The redirections of one command; what went to files is in them when it is closed."""

    def __init__(self, files: FileSystem, state: State) -> None:
        self._files = files
        self._state = state
        self._written: dict[str, bytearray] = {}

    def apply(self, redirections: Iterable[tuple[Redirection, str]], streams: Streams) -> Streams:
        """The streams after them; raises CannotRedirect."""
        for redirection, target in redirections:
            if redirection.descriptor == 0:
                streams = replace(streams, stdin=Lookahead(self._source(redirection.operator, target)))
                continue
            sink = self._sink(target, streams, appends=redirection.operator == ">>")
            if redirection.descriptor == 1:
                streams = replace(streams, stdout=sink, reader_gone=None)
            elif redirection.descriptor == 2:
                streams = replace(streams, stderr=sink)
        return streams

    def close(self) -> None:
        """Put what was written into its files."""
        for path, data in self._written.items():
            self._files.write(path, bytes(data))

    def _source(self, operator: str, target: str) -> BytesInput | NoInput:
        if operator.startswith("<<"):
            return BytesInput(target.encode())
        if target == _NULL:
            return NoInput()
        data = self._files.read(self._state.path(target))
        if data is None:
            raise CannotRedirect(f"can't open {target}: No such file or directory")
        return BytesInput(data)

    def _sink(self, target: str, streams: Streams, *, appends: bool) -> Sink:
        if target in ("&1", "&2"):
            return streams.stdout if target == "&1" else streams.stderr
        if target == _NULL:
            return discard
        path = self._state.path(target)
        entry = self._files.get(path)
        if self._files.get(posixpath.dirname(path)) is None:
            raise CannotRedirect(f"can't create {target}: No such file or directory")
        if entry is not None and entry.is_directory:
            raise CannotRedirect(f"can't create {target}: Is a directory")
        if path not in self._written:
            if not self._files.write(path, (entry.data or b"") if appends and entry is not None else b""):
                raise CannotRedirect(f"can't create {target}: No such file or directory")
            self._written[path] = bytearray((self._files.read(path) or b"") if appends else b"")
        return self._through(path, self._written[path])

    def _through(self, path: str, data: bytearray) -> Sink:
        """Others may read the file while it is being written; a long one is brought up to date now and then."""
        seen = 0

        async def write(more: bytes) -> None:
            nonlocal seen
            data.extend(more)
            if len(data) < _SMALL_FILE or len(data) > seen * 2:
                self._files.write(path, bytes(data))
                seen = len(data)

        return write
