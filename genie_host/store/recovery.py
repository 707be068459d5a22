"""What a crash can leave behind the head: one whole record, or one torn line. Anything else is damage."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from genie_host.core.errors import AuditUnavailable, MessageMalformed
from genie_host.core.gap.forms import b64
from genie_host.core.gap.keys import PublicKey
from genie_host.store.files import log_files, log_name
from genie_host.store.head import Head
from genie_host.store.record import LONGEST_LINE, Record

_TORN_KEPT = 3072
"""Bytes of a torn line that are kept as they are, within the record of its repair."""


@dataclass(frozen=True, kw_only=True)
class Left:
    """What was found behind the head."""

    head: Head
    """With a whole record counted in."""
    torn: bytes = b""
    """To be cut off behind the head."""
    torn_in: Path = field(default_factory=Path)
    torn_at: int = 0

    @property
    def told(self) -> dict[str, Any]:
        """The torn line as a record of its repair keeps it."""
        digest = hashlib.sha256(self.torn).hexdigest()
        return {"bytes": len(self.torn), "sha256": digest, "torn": b64(self.torn[:_TORN_KEPT])}


def damaged(fault: str) -> AuditUnavailable:
    """The error for a log that nothing may be added to."""
    return AuditUnavailable(
        f"The audit log is damaged: {fault}. Nothing that changes the phone is done until this is looked into: "
        "genie audit verify. To begin a new log beside the damaged one: genie audit restart."
    )


def read_head(folder: Path, key: PublicKey) -> Head | None:
    """The head of a log; None where no log has begun. Raises AuditUnavailable."""
    try:
        head = Head.read(folder, key)
    except MessageMalformed as error:
        raise damaged(f"its head is not right ({error})") from error
    if head is None and log_files(folder):
        raise damaged("its head is missing")
    return head


def left_behind(head: Head, folder: Path, key: PublicKey) -> Left | None:
    """What stands behind the head; None when that is nothing, as it nearly always is. Raises AuditUnavailable."""
    last, following = folder / (head.file or log_name(1)), folder / log_name(head.seq + 1)
    size = last.stat().st_size if last.exists() else 0
    if size < head.size:
        raise damaged(f"record {head.seq} or one before it is missing")
    path, start = (last, head.size) if size > head.size or following == last else (following, 0)
    if not path.exists() or path.stat().st_size == start:
        return None
    with path.open("rb") as file:
        file.seek(start)
        data = file.read(LONGEST_LINE + 2)
    line, end, more = data.partition(b"\n")
    if more or (not end and len(data) > LONGEST_LINE + 1):
        raise damaged(f"there is more behind record {head.seq} than a crash can leave")
    if not end:
        return Left(head=head, torn=data, torn_in=path, torn_at=start)
    record = _following(head, line, key)
    return Left(head=Head.after(record, path.name, start + len(data)))


def _following(head: Head, line: bytes, key: PublicKey) -> Record:
    try:
        record = Record.read(line)
    except MessageMalformed as error:
        raise damaged(f"record {head.seq + 1} is not right ({error})") from error
    if (record.seq, record.prev) != (head.seq + 1, head.hash) or not record.is_signed_by(key):
        raise damaged(f"what stands behind record {head.seq} does not follow it")
    return record
