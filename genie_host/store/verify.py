"""Reads a log from end to end and finds the first thing in it that is not as Genie left it.

Every byte counts: a line must be the one way to write what it says, so a change that means the same is found too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.keys import PublicKey
from genie_host.store.approvals import Touches
from genie_host.store.files import first_seq_of
from genie_host.store.head import HEAD_NAME, Head
from genie_host.store.reading import snapshot
from genie_host.store.record import LONGEST_LINE, NOTHING_BEFORE, Record


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The first thing that is wrong, and where."""

    what: str
    file: str = ""
    line: int = 0
    """From 1; 0 when it is no matter of one line."""
    offset: int = 0
    """Of that line's first byte."""
    seq: int = 0
    """Number of the record that should stand there; 0 when that is not known."""

    def __str__(self) -> str:
        place = f"{self.file}, line {self.line} (byte {self.offset}), record {self.seq}" if self.line else self.file
        return f"{place}: {self.what}" if place else self.what


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What a walk over a log has shown."""

    fault: Fault | None = None
    records: int = 0
    """Good ones, up to the fault if there is one."""
    first_seq: int = 0
    head: Head = field(default_factory=Head)
    """The last good record."""
    touches: int = 0
    """Approved actions that a phone has signed; each signature was checked."""
    words: int = 0
    """Approved actions that the host alone vouches for."""
    notes: tuple[str, ...] = ()
    """What is no fault, but worth knowing."""


class _Found(Exception):
    """Control flow: ends the walk where the first fault is."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.what)
        self.fault = fault


def verify_log(folder: Path, key: PublicKey, noted: Mapping[int, str] | None = None) -> Verified:
    """Check a whole log. ``noted``: hashes of records that somebody has kept elsewhere, by number.

    Raises OSError when it cannot be read.
    """
    return _Walk(snapshot(folder), key, noted or {}).verified()


class _Walk:
    def __init__(self, files: Mapping[str, bytes], key: PublicKey, noted: Mapping[int, str]) -> None:
        self._files = files
        self._key = key
        self._noted = noted
        self._last = Head()
        self._records = 0
        self._first_seq = 0
        self._before = NOTHING_BEFORE
        """What the first record there is says of the one before it."""
        self._accounted: set[tuple[int, str]] = {(0, NOTHING_BEFORE)}
        """Beginnings that a record of the log accounts for."""
        self._hashes: dict[int, str] = {}
        """Of the records that were noted elsewhere."""
        self._touches = Touches()
        self._notes: list[str] = []

    def verified(self) -> Verified:
        fault = None
        try:
            self._walk()
        except _Found as found:
            fault = found.fault
        return Verified(
            fault=fault,
            records=self._records,
            first_seq=self._first_seq,
            head=self._last,
            touches=self._touches.by_phone,
            words=self._touches.by_host,
            notes=tuple(self._notes),
        )

    def _walk(self) -> None:
        names = sorted(name for name in self._files if first_seq_of(name) is not None)
        stranger = next((name for name in sorted(self._files) if name not in names and name != HEAD_NAME), None)
        if stranger is not None:
            raise _Found(Fault(what="this is no file of the log", file=stranger))
        head = self._head()
        if head is None and names:
            raise _Found(Fault(what="the signed end of the log is missing", file=HEAD_NAME))
        for name in names:
            self._file(name, head)
        self._check_beginning()
        self._check_end(head)
        self._check_noted()

    def _head(self) -> Head | None:
        try:
            return Head.parse(self._files[HEAD_NAME], self._key) if HEAD_NAME in self._files else None
        except MessageMalformed as error:
            raise _Found(Fault(what=str(error), file=HEAD_NAME)) from error

    def _file(self, name: str, head: Head | None) -> None:
        first, data, offset = first_seq_of(name), self._files[name], 0
        if not data and name != max(self._files):
            raise _Found(Fault(what="the file is empty", file=name))
        for number, line in enumerate(data.split(b"\n"), start=1):
            seq = self._last.seq + 1 if self._records else (first or 0)
            if offset == len(data):
                break
            place = Fault(what="", file=name, line=number, offset=offset, seq=seq)
            if number == 1 and first != seq:
                raise _Found(replace(place, what=f"record {seq} should begin this file, not number {first}"))
            if offset + len(line) == len(data):
                raise _Found(replace(place, what="the line is torn: it has no end"))
            record = self._record(line, place)
            offset += len(line) + 1
            self._take(record, Head.after(record, name, offset), place)
            if head is not None and record.seq == head.seq and self._last != head:
                raise _Found(replace(place, what="the signed end of the log names another record"))

    def _record(self, line: bytes, place: Fault) -> Record:
        try:
            if len(line) > LONGEST_LINE:
                raise MessageMalformed("longer than any record")
            record = Record.read(line)
        except MessageMalformed as error:
            raise _Found(replace(place, what=str(error))) from error
        if record.seq != place.seq:
            raise _Found(replace(place, what=f"record {record.seq} stands where {place.seq} should"))
        if self._records and record.prev != self._last.hash:
            raise _Found(replace(place, what="it does not follow the record before it"))
        if not record.is_signed_by(self._key):
            raise _Found(replace(place, what="its signature is not the host's"))
        return record

    def _take(self, record: Record, head: Head, place: Fault) -> None:
        if not self._records:
            self._first_seq, self._before = record.seq, record.prev
        self._records += 1
        self._last = head
        try:
            self._touches.take(record)
        except MessageMalformed as error:
            raise _Found(replace(place, what=str(error))) from error
        if record.seq in self._noted:
            self._hashes[record.seq] = record.hash
        if record.kind == "pruned":
            self._accounted.add((int(record.data["through"]), str(record.data["hash"])))
        if record.kind == "repaired":
            self._notes.append(f"record {record.seq}: a line that a crash had torn was cut off and kept there")

    def _check_beginning(self) -> None:
        """The first record is number 1, or a later one says what was taken away before it."""
        if self._records and (self._first_seq - 1, self._before) not in self._accounted:
            raise _Found(
                Fault(what=f"records before number {self._first_seq} are missing, and nothing accounts for it")
            )
        if self._first_seq > 1:
            self._notes.append(f"records before number {self._first_seq} were taken away by the bounds of the log")

    def _check_end(self, head: Head | None) -> None:
        if head is None:
            return
        if head.seq > self._last.seq:
            raise _Found(
                Fault(
                    what=f"the end is missing: records {self._last.seq + 1} to {head.seq}",
                    file=self._last.file,
                    seq=self._last.seq + 1,
                )
            )
        if self._last.seq > head.seq + 1:
            raise _Found(
                Fault(what=f"the signed end of the log is older than its records: it names {head.seq}", file=HEAD_NAME)
            )
        if self._last.seq > head.seq:
            self._notes.append(
                f"record {self._last.seq} is newer than the head: a run is writing, or a crash left it so"
            )

    def _check_noted(self) -> None:
        """Against what was noted elsewhere: finds a log that was put back to an earlier state, its head too."""
        for seq, digest in sorted(self._noted.items()):
            if seq > self._last.seq:
                what = f"record {seq} was noted elsewhere and is not here: the log was removed or put back"
                raise _Found(Fault(what=what, seq=seq))
            if self._hashes.get(seq, digest) != digest:
                raise _Found(Fault(what=f"record {seq} is not the one that was noted elsewhere", seq=seq))
