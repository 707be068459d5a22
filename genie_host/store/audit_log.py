"""The audit log: files of lines, each naming the one before it, and a signed head that says where they end.

A line is on disk before the head names it, and the head before the caller goes on. So after a crash the log is ahead of
its head by one whole line at most, or by a torn one; a head that is ahead of its log means that something was taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from genie_host.core.clock import wall_seconds
from genie_host.core.errors import AuditUnavailable, MessageMalformed
from genie_host.core.gap.keys import PrivateKey
from genie_host.store import files
from genie_host.store.head import Head
from genie_host.store.lock import LOCK_NAME, locked
from genie_host.store.record import Record
from genie_host.store.recovery import damaged, left_behind, read_head
from genie_host.store.retention import DAY_MS, Retention, last_record, prunable
from genie_host.store.storable import storable

_LOCK_SECONDS = 5.0


class AuditLog:
    """One log in one folder, for any number of processes."""

    def __init__(
        self,
        folder: Path,
        key: PrivateKey,
        *,
        retention: Retention | None = None,
        now: Callable[[], float] = wall_seconds,
        lock_seconds: float = _LOCK_SECONDS,
    ) -> None:
        """Touches nothing yet. ``now``: seconds since 1970."""
        self.folder = folder
        self._key = key
        self._retention = retention or Retention()
        self._now = now
        self._lock_seconds = lock_seconds

    def append(self, kind: str, data: Mapping[str, Any], *, run: str = "") -> Record:
        """Write a record, which is on disk when this returns. Raises AuditUnavailable when it could not be.

        The data may hold no secret: who calls this has seen to it.
        """
        with self._held() as head:
            after, record = self._append(head, kind, storable(data), run)
            if after.file != head.file:
                self._prune(after, self._retention)
            return record

    def head(self) -> Head:
        """Where the log ends, after what a crash has left is put right. Raises AuditUnavailable."""
        with self._held() as head:
            return head

    def prune(self, retention: Retention) -> int:
        """Take away the oldest files as far as the bounds say, and write that down. Answers how many."""
        with self._held() as head:
            return self._prune(head, retention)[1]

    @contextmanager
    def _held(self) -> Iterator[Head]:
        """The head, while nobody else can write."""
        try:
            files.make_folder(self.folder)
            with locked(self.folder / LOCK_NAME, seconds=self._lock_seconds):
                yield self._settled()
        except OSError as error:
            raise AuditUnavailable(
                f"The audit log cannot be written ({error.strerror or type(error).__name__}), so nothing that changes "
                "the phone is done. Make room, make Genie's state folder writable, or name another with "
                "GENIE_STATE_DIR."
            ) from error

    def _settled(self) -> Head:
        head = read_head(self.folder, self._key.public)
        if head is None:
            head = Head()
            head.write(self.folder, self._key)
        left = left_behind(head, self.folder, self._key.public)
        if left is None:
            return head
        if left.torn:
            files.cut(left.torn_in, left.torn_at)
            return self._append(left.head, "repaired", left.told, "")[0]
        left.head.write(self.folder, self._key)
        return left.head

    def _append(self, head: Head, kind: str, data: Mapping[str, Any], run: str) -> tuple[Head, Record]:
        try:
            record = Record.make(
                seq=head.seq + 1, at_ms=self._now_ms(), run=run, kind=kind, data=data, prev=head.hash, signer=self._key
            )
        except MessageMalformed as error:
            raise AuditUnavailable(f"A record of the audit log cannot be made: {error}.") from error
        line = record.line
        is_new = self._begins_file(head, len(line))
        path, start = self.folder / (files.log_name(record.seq) if is_new else head.file), 0 if is_new else head.size
        files.append(path, line)
        after = Head.after(record, path.name, start + len(line))
        try:
            after.write(self.folder, self._key)
        except OSError:
            # What the caller is told was not written must not be there afterwards.
            with suppress(OSError):
                files.cut(path, start)
            raise
        return after, record

    def _begins_file(self, head: Head, more: int) -> bool:
        is_full = head.size + more > self._retention.file_bytes
        return not head.file or is_full or self._now_ms() // DAY_MS != head.at_ms // DAY_MS

    def _prune(self, head: Head, retention: Retention) -> tuple[Head, int]:
        chosen = prunable(self.folder, retention, self._now_ms())
        if not chosen:
            return head, 0
        last = last_record(chosen[-1])
        if last is None:
            raise damaged(f"the end of {chosen[-1].name} cannot be read")
        told = {"through": last.seq, "hash": last.hash, "files": len(chosen)}
        # First the record: a beginning that nothing accounts for is a fault.
        head = self._append(head, "pruned", told, "")[0]
        for path in chosen:
            path.unlink()
        return head, len(chosen)

    def _now_ms(self) -> int:
        return max(0, int(self._now() * 1000))
