"""A thousand ways to change a log behind Genie's back; each one must be found."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from genie_host.core.gap.canonical import canonical
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
from genie_host.store.files import log_files
from genie_host.store.head import HEAD_NAME
from genie_host.store.record import _hash
from genie_host.store.verify import verify_log
from tests.store.conftest import grown

TAMPERINGS = 1000


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def change_byte(folder: Path, chance: random.Random) -> None:
    """Any byte of any file, to any other value."""
    path = chance.choice([*log_files(folder), folder / HEAD_NAME])
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    data[at] ^= chance.randrange(1, 256)
    path.write_bytes(data)


def keep_the_meaning(folder: Path, chance: random.Random) -> None:
    """The same JSON, written otherwise."""
    path = chance.choice([*log_files(folder), folder / HEAD_NAME])
    lines = lines_of(path)
    at = chance.randrange(len(lines))
    value = json.loads(lines[at])
    rewritten = chance.choice(
        [
            json.dumps(value).encode() + b"\n",
            lines[at].replace(b":", b": ", 1),
            lines[at].replace(b"{", b"{ ", 1),
            lines[at][:-1] + b" \n",
            lines[at][:-1] + b"\r\n",
            lines[at].replace(b'"seq"', b'"\\u0073eq"', 1),
            lines[at] + b"\n",
            json.dumps(dict(reversed(value.items())), separators=(",", ":"), ensure_ascii=False).encode() + b"\n",
        ]
    )
    assert rewritten != lines[at]
    lines[at] = rewritten
    path.write_bytes(b"".join(lines))


def remove_record(folder: Path, chance: random.Random) -> None:
    path = chance.choice(log_files(folder))
    lines = lines_of(path)
    del lines[chance.randrange(len(lines))]
    path.write_bytes(b"".join(lines))


def reorder_records(folder: Path, chance: random.Random) -> None:
    path = chance.choice([path for path in log_files(folder) if len(lines_of(path)) > 1])
    lines = lines_of(path)
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    path.write_bytes(b"".join(lines))


def swap_files(folder: Path, chance: random.Random) -> None:
    one, other = chance.sample(log_files(folder), 2)
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)


def repeat_record(folder: Path, chance: random.Random) -> None:
    path, source = chance.choice(log_files(folder)), chance.choice(log_files(folder))
    lines = lines_of(path)
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines_of(source)))
    path.write_bytes(b"".join(lines))


def cut_the_end(folder: Path, chance: random.Random) -> None:
    """Some bytes, or whole records, or whole files."""
    path = log_files(folder)[-1]
    match chance.randrange(3):
        case 0:
            path.write_bytes(path.read_bytes()[: -chance.randrange(1, path.stat().st_size)])
        case 1:
            lines = lines_of(path)
            path.write_bytes(b"".join(lines[: -chance.randrange(1, len(lines) + 1)]))
        case _:
            path.unlink()


def remove_file(folder: Path, chance: random.Random) -> None:
    chance.choice([*log_files(folder), folder / HEAD_NAME]).unlink()


def forge_record(folder: Path, chance: random.Random) -> None:
    """A record more, or another one, and every hash after it made to fit: all that can be done without the key."""
    paths = log_files(folder)
    records = [json.loads(line) for path in paths for line in lines_of(path)]
    at = chance.randrange(len(records))
    forged = {**records[at], "data": {"tool": "click", "target": "Cancel", "number": chance.randrange(10**6)}}
    records[at : at + chance.randrange(2)] = [forged]
    written, prev = [], records[0]["prev"]
    for seq, record in enumerate(records, start=1):
        record = {**record, "seq": seq, "prev": prev}
        prev = _hash({name: value for name, value in record.items() if name != "hash"})
        written.append(canonical({**record, "hash": prev}) + b"\n")
    for path in paths[1:]:
        path.unlink()
    paths[0].write_bytes(b"".join(written))


def forge_with_another_key(folder: Path, chance: random.Random) -> None:
    """A whole log that is right in itself, signed by somebody else."""
    shutil.rmtree(folder)
    grown(AuditLog(folder, PrivateKey.generate()), 1 + chance.randrange(5))


WAYS: list[Callable[[Path, random.Random], None]] = [
    change_byte,
    change_byte,
    change_byte,
    keep_the_meaning,
    remove_record,
    reorder_records,
    swap_files,
    repeat_record,
    cut_the_end,
    remove_file,
    forge_record,
    forge_with_another_key,
]


@pytest.mark.slow
def test_each_of_a_thousand_tamperings_is_found(log: AuditLog, folder: Path, key: PrivateKey, tmp_path: Path) -> None:
    grown(log)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(log_files(folder)) >= 3
    assert verify_log(folder, key.public).fault is None
    chance, missed, found = random.Random(20), [], {}
    for number in range(TAMPERINGS):
        way = WAYS[number % len(WAYS)]
        copy = tmp_path / "copy"
        copy.mkdir()
        for name, data in before.items():
            (copy / name).write_bytes(data)
        way(copy, chance)
        assert {path.name: path.read_bytes() for path in copy.iterdir()} != before, way.__name__
        fault = verify_log(copy, key.public).fault
        if fault is None:
            missed.append((number, way.__name__))
        else:
            found[way.__name__] = found.get(way.__name__, 0) + 1
        shutil.rmtree(copy)
    assert missed == []
    assert sum(found.values()) == TAMPERINGS
    assert set(found) == {way.__name__ for way in WAYS}


def test_every_single_byte_counts(folder: Path, key: PrivateKey) -> None:
    """Not by chance: each byte of a small log in turn."""
    grown(AuditLog(folder, key), 2)
    for path in [*log_files(folder), folder / HEAD_NAME]:
        data = path.read_bytes()
        for at in range(len(data)):
            path.write_bytes(data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1 :])
            assert verify_log(folder, key.public).fault is not None, (path.name, at)
        path.write_bytes(data)
    assert verify_log(folder, key.public).fault is None
