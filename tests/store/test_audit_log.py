"""Writing: the chain, what a crash leaves, several writers, a disk that is full, and how long records are kept."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from genie_host.core.errors import AuditUnavailable
from genie_host.core.gap.forms import unb64
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
from genie_host.store.files import append, log_files
from genie_host.store.head import HEAD_NAME, Head
from genie_host.store.lock import LOCK_NAME, locked
from genie_host.store.reading import records_of
from genie_host.store.record import NOTHING_BEFORE, Record
from genie_host.store.retention import DAY_MS, Retention
from genie_host.store.verify import verify_log
from tests.store.conftest import SlowClock, grown

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")


def test_records_count_from_one_and_name_the_one_before(log: AuditLog, folder: Path, key: PrivateKey) -> None:
    grown(log, 20)
    records = list(records_of(folder))
    assert [record.seq for record in records] == list(range(1, 21))
    assert [record.prev for record in records] == [NOTHING_BEFORE, *(record.hash for record in records[:-1])]
    verified = verify_log(folder, key.public)
    assert (verified.fault, verified.records, verified.head.hash) == (None, 20, records[-1].hash)
    assert len(log_files(folder)) > 1


def test_log_that_was_never_written_has_no_fault(folder: Path, key: PrivateKey) -> None:
    assert verify_log(folder, key.public).records == 0


def test_each_day_begins_a_file(folder: Path, key: PrivateKey, clock: SlowClock) -> None:
    log = AuditLog(folder, key, now=clock)
    grown(log, 2)
    clock.seconds += DAY_MS / 1000
    grown(log, 2)
    assert [path.name for path in log_files(folder)] == ["log-000000000001.jsonl", "log-000000000003.jsonl"]


@POSIX
def test_files_are_for_their_owner_alone(log: AuditLog, folder: Path) -> None:
    before = os.umask(0)
    try:
        grown(log, 20)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


@pytest.mark.parametrize("kept", [1, 40, -1])
def test_line_that_a_crash_tore_is_cut_off_and_kept_in_a_record(
    log: AuditLog, folder: Path, key: PrivateKey, kept: int
) -> None:
    grown(log, 3)
    path, size = log_files(folder)[-1], log_files(folder)[-1].stat().st_size
    head = (folder / HEAD_NAME).read_bytes()
    line = log.append("acted", {"tool": "click"}).line
    torn = line[:kept]
    path.write_bytes(path.read_bytes()[:size] + torn)
    (folder / HEAD_NAME).write_bytes(head)
    assert "torn" in str(verify_log(folder, key.public).fault)
    log.append("acted", {"tool": "back"})
    repaired = list(records_of(folder))[3]
    assert repaired.kind == "repaired"
    assert unb64(repaired.data["torn"], 3072) == torn
    assert repaired.data["sha256"] == hashlib.sha256(torn).hexdigest()
    verified = verify_log(folder, key.public)
    assert verified.fault is None
    assert any("record 4" in note for note in verified.notes)


def test_record_that_a_crash_left_without_its_head_is_taken(log: AuditLog, folder: Path, key: PrivateKey) -> None:
    grown(log, 3)
    head = (folder / HEAD_NAME).read_bytes()
    log.append("acted", {"tool": "click"})
    (folder / HEAD_NAME).write_bytes(head)
    assert verify_log(folder, key.public).fault is None
    assert log.append("acted", {"tool": "back"}).seq == 5
    assert verify_log(folder, key.public).records == 5


def test_file_that_a_crash_began_is_gone_on_with(
    log: AuditLog, folder: Path, key: PrivateKey, clock: SlowClock
) -> None:
    grown(log, 2)
    head = (folder / HEAD_NAME).read_bytes()
    clock.seconds += DAY_MS / 1000
    log.append("acted", {"tool": "click"})
    (folder / HEAD_NAME).write_bytes(head)
    log.append("acted", {"tool": "back"})
    assert len(log_files(folder)) == 2
    assert verify_log(folder, key.public).records == 4


def test_file_that_a_crash_left_empty_is_written_to(
    log: AuditLog, folder: Path, key: PrivateKey, clock: SlowClock
) -> None:
    grown(log, 2)
    clock.seconds += DAY_MS / 1000
    (folder / "log-000000000003.jsonl").touch()
    assert verify_log(folder, key.public).fault is None
    assert log.append("acted", {}).seq == 3
    assert verify_log(folder, key.public).records == 3


@pytest.mark.parametrize(
    "damage",
    [
        lambda folder: log_files(folder)[-1].unlink(),
        lambda folder: log_files(folder)[-1].write_bytes(log_files(folder)[-1].read_bytes()[:-5]),
        lambda folder: (folder / HEAD_NAME).unlink(),
        lambda folder: (folder / HEAD_NAME).write_text("{}\n"),
        lambda folder: append(log_files(folder)[-1], b"{}\n"),
        lambda folder: append(log_files(folder)[-1], log_files(folder)[0].read_bytes()),
        lambda folder: append(log_files(folder)[-1], b"x" * 200_000),
    ],
)
def test_damaged_log_takes_nothing_more(log: AuditLog, folder: Path, damage: Callable[[Path], object]) -> None:
    grown(log, 20)
    damage(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(AuditUnavailable, match="genie audit verify"):
        log.append("acted", {"tool": "click"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_log_signed_by_another_key_is_not_added_to(log: AuditLog, folder: Path) -> None:
    grown(log, 2)
    with pytest.raises(AuditUnavailable, match="damaged"):
        AuditLog(folder, PrivateKey.generate()).append("acted", {})


def test_record_newer_than_the_head_must_be_signed(log: AuditLog, folder: Path) -> None:
    grown(log, 2)
    head = Head.after(list(records_of(folder))[-1], log_files(folder)[0].name, 0)
    forged = Record.make(
        seq=3, at_ms=head.at_ms, run="", kind="acted", data={}, prev=head.hash, signer=PrivateKey.generate()
    )
    append(log_files(folder)[-1], forged.line)
    with pytest.raises(AuditUnavailable, match="does not follow"):
        log.append("acted", {})


WRITER = """
import sys
from pathlib import Path
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
log = AuditLog(Path(sys.argv[1]), PrivateKey.from_pem(sys.stdin.buffer.read()), lock_seconds=60)
for number in range(40):
    log.append("acted", {"writer": sys.argv[2], "number": number})
"""


@pytest.mark.slow
def test_several_processes_make_one_chain(folder: Path, key: PrivateKey) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(folder), name], stdin=subprocess.PIPE, cwd=Path.cwd())
        for name in ("one", "two", "three")
    ]
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write(key.pem())
        writer.stdin.close()
    assert [writer.wait(120) for writer in writers] == [0, 0, 0]
    verified = verify_log(folder, key.public)
    assert (verified.fault, verified.records) == (None, 120)
    by_writer = {}
    for record in records_of(folder):
        by_writer.setdefault(record.data["writer"], []).append(record.data["number"])
    assert by_writer == {name: list(range(40)) for name in ("one", "two", "three")}


def test_writer_that_waits_too_long_says_so(folder: Path, key: PrivateKey) -> None:
    log = AuditLog(folder, key, lock_seconds=0.05)
    log.append("acted", {})
    with locked(folder / LOCK_NAME, seconds=1), pytest.raises(AuditUnavailable, match="Another Genie"):
        log.append("acted", {})
    assert log.append("acted", {}).seq == 2


@pytest.mark.skipif(not Path("/dev/full").exists() or sys.platform == "win32", reason="needs Linux")
def test_full_disk_refuses_with_a_sentence_and_loses_nothing(tmp_path: Path, key: PrivateKey) -> None:
    resource = pytest.importorskip("resource")
    folder = tmp_path / "audit"
    log = AuditLog(folder, key)
    grown(log, 5)
    # A limit on the size of files is the one way to a write that fails in the middle which needs no rights.
    code = """
import resource, signal, sys
from pathlib import Path
from genie_host.core.errors import AuditUnavailable
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
log = AuditLog(Path(sys.argv[1]), PrivateKey.from_pem(sys.stdin.buffer.read()))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    log.append("acted", {"tool": "click"})
except AuditUnavailable as error:
    print(error)
"""
    assert resource is not None
    limit = log_files(folder)[-1].stat().st_size + 100
    ran = subprocess.run(
        [sys.executable, "-c", code, str(folder), str(limit)], input=key.pem(), capture_output=True, timeout=60
    )
    assert b"cannot be written" in ran.stdout, ran
    assert str(tmp_path).encode() not in ran.stdout
    assert verify_log(folder, key.public).records == 5
    assert log.append("acted", {}).seq == 6
    assert verify_log(folder, key.public).fault is None


@POSIX
def test_folder_that_cannot_be_made_refuses_with_a_sentence(tmp_path: Path, key: PrivateKey) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(AuditUnavailable, match="GENIE_STATE_DIR") as raised:
        AuditLog(tmp_path / "file" / "audit", key).append("acted", {})
    assert str(tmp_path) not in str(raised.value)


def test_log_keeps_to_its_bound_and_accounts_for_what_it_took_away(
    folder: Path, key: PrivateKey, clock: SlowClock
) -> None:
    bound = Retention(file_bytes=4000, total_bytes=12_000)
    log = AuditLog(folder, key, now=clock, retention=bound)
    grown(log, 120)
    assert sum(path.stat().st_size for path in log_files(folder)) <= 12_000 + 4000
    verified = verify_log(folder, key.public)
    assert verified.fault is None
    assert verified.first_seq > 1
    assert verified.head.seq > 120
    assert any("taken away" in note for note in verified.notes)


def test_beginning_that_nothing_accounts_for_is_a_fault(folder: Path, key: PrivateKey, clock: SlowClock) -> None:
    log = AuditLog(folder, key, now=clock, retention=Retention(file_bytes=4000, total_bytes=12_000))
    grown(log, 120)
    log_files(folder)[0].unlink()
    assert "nothing accounts for" in str(verify_log(folder, key.public).fault)


def test_old_files_are_taken_away_when_that_is_asked(folder: Path, key: PrivateKey, clock: SlowClock) -> None:
    log = AuditLog(folder, key, now=clock)
    for _ in range(4):
        grown(log, 2)
        clock.seconds += DAY_MS / 1000
    assert log.prune(replace(Retention(), days=2)) == 3
    assert verify_log(folder, key.public).fault is None
    assert verify_log(folder, key.public).first_seq == 7


def test_log_that_was_put_back_is_found_by_what_was_noted_elsewhere(
    log: AuditLog, folder: Path, key: PrivateKey
) -> None:
    grown(log, 4)
    before = {path: path.read_bytes() for path in folder.iterdir()}
    later = log.append("approval", {"answer": True})
    noted = {later.seq: later.hash}
    assert verify_log(folder, key.public, noted).fault is None
    for path, data in before.items():
        path.write_bytes(data)
    # An old log with its old head is right in itself: this is what the log alone cannot show.
    assert verify_log(folder, key.public).fault is None
    assert "put back" in str(verify_log(folder, key.public, noted).fault)
    log.append("approval", {"answer": False})
    assert "not the one that was noted" in str(verify_log(folder, key.public, noted).fault)


def test_fault_names_its_place_exactly(log: AuditLog, folder: Path, key: PrivateKey) -> None:
    grown(log, 20)
    path = log_files(folder)[1]
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = lines[2].replace(b"click", b"clock")
    path.write_bytes(b"".join(lines))
    fault = verify_log(folder, key.public).fault
    assert fault is not None
    assert (fault.file, fault.line, fault.offset) == (path.name, 3, len(lines[0]) + len(lines[1]))
    assert fault.seq == int(path.name[4:16]) + 2
    assert "hash" in fault.what


KILLED = """
import sys
from pathlib import Path
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
log = AuditLog(Path(sys.argv[1]), PrivateKey.from_pem(sys.stdin.buffer.read()))
while True:
    print(log.append("acted", {"tool": "click", "text": "x" * 500}).seq, flush=True)
"""


@pytest.mark.slow
def test_writer_that_is_killed_loses_no_record_that_it_had_written(folder: Path, key: PrivateKey) -> None:
    for round_number in range(8):
        writer = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=False
        )
        assert writer.stdin is not None
        assert writer.stdout is not None
        writer.stdin.write(key.pem())
        writer.stdin.close()
        # At another place each time: the writer goes on while its words are on their way.
        told = [int(writer.stdout.readline()) for _ in range(3 + round_number)]
        writer.kill()
        told += [int(line) for line in writer.stdout.read().split(b"\n")[:-1]]
        writer.stdout.close()
        writer.wait(30)
        after = AuditLog(folder, key).append("acted", {"round": round_number})
        assert after.seq > told[-1]
        verified = verify_log(folder, key.public)
        assert verified.fault is None
        assert verified.head.seq == after.seq


@pytest.mark.slow
def test_log_can_be_verified_while_it_is_written(folder: Path, key: PrivateKey) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdin is not None
    assert writer.stdout is not None
    writer.stdin.write(key.pem())
    writer.stdin.close()
    writer.stdout.readline()
    try:
        faults = [verify_log(folder, key.public).fault for _ in range(20)]
    finally:
        writer.kill()
        writer.stdout.close()
        writer.wait(30)
    assert faults == [None] * 20
