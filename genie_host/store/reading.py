"""Reads a log's files, all of one moment, also while a run writes to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from genie_host.core.errors import AuditUnavailable, MessageMalformed
from genie_host.store.files import log_files
from genie_host.store.head import HEAD_NAME
from genie_host.store.lock import LOCK_NAME, locked
from genie_host.store.record import Record

_LOCK_SECONDS = 5.0


def snapshot(folder: Path) -> dict[str, bytes]:
    """Name and content of the head and of everything that is called like a file of the log. Raises OSError.

    No writer comes in between; one that is waiting waits for the reading alone, not for what is done with it. A folder
    that nobody can write to, such as a copy, needs no lock.
    """
    if not folder.is_dir():
        return {}
    with ExitStack() as stack:
        if (folder / LOCK_NAME).exists():
            with suppress(OSError, AuditUnavailable):
                stack.enter_context(locked(folder / LOCK_NAME, seconds=_LOCK_SECONDS))
        paths = [*sorted(folder.glob("log-*")), folder / HEAD_NAME]
        return {path.name: path.read_bytes() for path in paths if path.is_file()}


def records_of(folder: Path) -> Iterator[Record]:
    """The records in their order, as far as they can be read; nothing about them is checked but their form."""
    for path in log_files(folder) if folder.is_dir() else ():
        for line in path.read_bytes().split(b"\n"):
            try:
                yield Record.read(line)
            except MessageMalformed:
                continue
