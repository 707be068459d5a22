"""Files that only their owner may read, on disk before anybody goes on."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

_BINARY = getattr(os, "O_BINARY", 0)
"""Windows would write other ends of lines."""
_LOG = re.compile(r"log-([0-9]{12})\.jsonl")


def log_name(first_seq: int) -> str:
    """Name of the file that begins with this record."""
    return f"log-{first_seq:012d}.jsonl"


def first_seq_of(name: str) -> int | None:
    """Number of the record that a file of this name begins with; None when it is no file of the log."""
    match = _LOG.fullmatch(name)
    return int(match.group(1)) if match else None


def log_files(folder: Path) -> Sequence[Path]:
    """The files of the log in their order."""
    return sorted(path for path in folder.iterdir() if first_seq_of(path.name) is not None)


def make_folder(folder: Path) -> None:
    """A folder of one's own. Raises OSError."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if sys.platform != "win32" and folder.stat().st_mode & 0o077:
        folder.chmod(0o700)


def append(path: Path, data: bytes) -> None:
    """Write behind what is there and wait for the disk; takes back what was written when that fails. Raises OSError."""
    is_new = not path.exists()
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _BINARY, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        try:
            _write_all(descriptor, data)
            os.fsync(descriptor)
        except OSError:
            # A full disk keeps half a line: without it the next one can be written when there is room again.
            os.ftruncate(descriptor, size)
            raise
    finally:
        os.close(descriptor)
    if is_new:
        sync_folder(path.parent)


def cut(path: Path, size: int) -> None:
    """Keep only the first bytes. Raises OSError."""
    with path.open("r+b") as file:
        file.truncate(size)
        os.fsync(file.fileno())


def replace_file(path: Path, data: bytes) -> None:
    """New content in one step: a crash leaves the old one or the new one. Raises OSError."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o600)
    try:
        _write_all(descriptor, data)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Names are on disk as well; Windows does that by itself."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
