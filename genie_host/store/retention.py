"""How much of the log is kept: whole files from its beginning are taken away, and a signed record says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from genie_host.core.errors import MessageMalformed
from genie_host.store.files import log_files
from genie_host.store.record import LONGEST_LINE, Record

DAY_MS = 86_400_000


@dataclass(frozen=True, kw_only=True)
class Retention:
    """Bounds of a log."""

    file_bytes: int = 1 << 20
    """A file that is larger is followed by a new one; so is one of another day."""
    total_bytes: int = 64 << 20
    """All files together; some three thousand runs."""
    days: int | None = None
    """Files whose last record is older are taken away too; None keeps them."""


def prunable(folder: Path, retention: Retention, now_ms: int) -> Sequence[Path]:
    """The oldest files that are beyond the bounds; never the newest one. Raises OSError."""
    paths = log_files(folder)
    sizes = [path.stat().st_size for path in paths]
    total, chosen = sum(sizes), []
    for path, size in zip(paths[:-1], sizes[:-1], strict=True):
        if total <= retention.total_bytes and not _is_old(path, retention, now_ms):
            break
        total -= size
        chosen.append(path)
    return chosen


def last_record(path: Path) -> Record | None:
    """The last one in a file; None when it cannot be read. Raises OSError."""
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - 2 * LONGEST_LINE))
        lines = file.read().split(b"\n")
    try:
        return Record.read(lines[-2]) if len(lines) > 1 and not lines[-1] else None
    except MessageMalformed:
        return None


def _is_old(path: Path, retention: Retention, now_ms: int) -> bool:
    if retention.days is None:
        return False
    last = last_record(path)
    return last is not None and last.at_ms < now_ms - retention.days * DAY_MS
