"""Files out of a zip or a folder into a folder of ours, whatever the zip would like to do."""

from __future__ import annotations

import lzma
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import IO

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import UsageError

_MOST_FILES = 1_000
_MOST_BYTES = 8 << 30
"""The biggest speech models have five gigabytes."""
_CHUNK_BYTES = 1 << 20
_DAMAGE = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    NotImplementedError,
    RuntimeError,
    EOFError,
    UnicodeDecodeError,
    zlib.error,
    lzma.LZMAError,
)
"""All that the library raises for what is wrong in a zip, but for an OSError without a number."""


def unpack(archive: Path, folder: Path, cancel: CancelToken) -> None:
    """Every file of a zip. Raises UsageError when it is damaged, too big or reaches outside; OSError and Cancelled."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = list(_files(opened))
            left = _MOST_BYTES
            for entry, place in entries:
                target = folder.joinpath(*place.parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with opened.open(entry) as source, target.open("xb") as out:
                    left = _copy(source, out, left, cancel)
    except _DAMAGE as exc:
        raise UsageError(f"{archive.name} is not a whole zip file.") from exc
    except FileExistsError as exc:
        raise UsageError(f"{archive.name} holds two files of one name; it was not unpacked.") from exc
    except OSError as exc:
        if exc.errno is None:  # of bzip2, not of the disk
            raise UsageError(f"{archive.name} is not a whole zip file.") from exc
        raise


def copy_folder(source: Path, folder: Path, cancel: CancelToken) -> None:
    """Every file of a folder, what links lead to included. Raises UsageError, OSError and Cancelled."""
    paths: list[Path] = []
    for path in source.rglob("*"):
        cancel.check()
        if path.is_file():
            paths.append(path)
        if len(paths) > _MOST_FILES:
            raise UsageError(f"{source.name} is not a speech model: it has more than {_MOST_FILES} files.")
    if not source.is_dir() or not paths:
        raise UsageError(f"{source.name} is neither a zip file nor a folder with a model in it.")
    for path in paths:
        cancel.check()
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def _files(archive: zipfile.ZipFile) -> Iterator[tuple[zipfile.ZipInfo, PurePosixPath]]:
    """The files that may be unpacked; raises UsageError when one may not, before anything is written."""
    entries = [entry for entry in archive.infolist() if not entry.is_dir()]
    if len(entries) > _MOST_FILES or sum(entry.file_size for entry in entries) > _MOST_BYTES:
        raise UsageError("That zip file is far too big for a speech model; it was not unpacked.")
    for entry in entries:
        place = PurePosixPath(entry.filename.replace("\\", "/"))
        is_plain = stat.S_IFMT(entry.external_attr >> 16) in (0, stat.S_IFREG)
        if place.is_absolute() or ".." in place.parts or ":" in entry.filename or not is_plain:
            raise UsageError("That zip file wants to write outside its folder; it was not unpacked.")
        yield entry, place


def _copy(source: IO[bytes], out: IO[bytes], left: int, cancel: CancelToken) -> int:
    while chunk := source.read(_CHUNK_BYTES):
        cancel.check()
        left -= len(chunk)
        if left < 0:  # the sizes that a zip states need not be true
            raise UsageError("That zip file is far too big for a speech model; it was not unpacked.")
        out.write(chunk)
    return left
