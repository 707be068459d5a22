"""Fetch a model of the catalogue: resumed where it broke off, checked, and put in place in one step."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request, build_opener

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import ModelFetchFailed
from genie_host.llm.bundle import CHUNK_BYTES, flaw_of
from genie_host.llm.catalogue import CatalogueEntry

logger = logging.getLogger(__name__)

_SOCKET_SECONDS = 30.0
_FRUITLESS_ATTEMPTS = 3
"""In a row, without a single byte, before a download is given up."""
_PAUSE_SECONDS = 1.0
_SPARE_BYTES = 64 << 20
"""Room left on the disk after everything is there."""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a download or copy is."""

    done_bytes: int
    total_bytes: int | None


OnProgress = Callable[[Progress], None]
FlawOf = Callable[[Path, CatalogueEntry, CancelToken], str | None]
"""What is wrong with a file that has come, as the end of a sentence; None when nothing is."""


class _Interrupted(Exception):
    """The transfer broke off; what has arrived is kept."""


class _SecureRedirects(HTTPRedirectHandler):
    """Follows a redirect to the hub's file servers, but not from https down to http."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        if req.type == "https" and not newurl.startswith("https:"):
            raise ModelFetchFailed("The hub sent the download to an insecure address; it was stopped.")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def free_bytes_at(directory: Path) -> int:
    """Free space where the directory is."""
    return shutil.disk_usage(directory).free


def pull(
    entry: CatalogueEntry,
    url: str,
    target: Path,
    *,
    on_progress: OnProgress = lambda _: None,
    cancel: CancelToken | None = None,
    free_bytes: Callable[[Path], int] = free_bytes_at,
    pause_seconds: float = _PAUSE_SECONDS,
    flaw_of: FlawOf = flaw_of,
) -> None:
    """Download to ``target``; raises ModelFetchFailed or Cancelled, and keeps what arrived for the next try.

    Nothing is done when a good file is there already. The partial file carries the commit in its name, so that two
    versions never mix. Chunks are written at their own offset: two downloads at once write the same bytes to the
    same places.
    """
    cancel = cancel or CancelToken()
    if not url.startswith(("https://", "http://127.0.0.1", "http://localhost")):
        raise ModelFetchFailed("Models are downloaded over https only.")
    if target.is_file() and flaw_of(target, entry, cancel) is None:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{entry.commit[:12] or 'unpinned'}.part")
    opener = build_opener(_SecureRedirects)
    fruitless = 0
    while True:
        arrived = _size(part)
        try:
            _fetch(opener, url, part, entry, on_progress, cancel, free_bytes)
            break
        except _Interrupted as exc:
            fruitless = fruitless + 1 if _size(part) == arrived else 0
            logger.info("the download broke off: %s", exc)
            if fruitless == _FRUITLESS_ATTEMPTS:
                raise ModelFetchFailed(f"The download of {entry.name} broke off; run it again to go on.") from exc
            cancel.wait(pause_seconds * (1 + fruitless))
    if flaw := flaw_of(part, entry, cancel):
        part.unlink()
        raise ModelFetchFailed(f"What came for {entry.name} {flaw}; it was removed.")
    os.replace(part, target)


def require_room(needed_bytes: int, directory: Path, free_bytes: Callable[[Path], int]) -> None:
    """Raises ModelFetchFailed when the disk is too full."""
    free = free_bytes(directory)
    if free < needed_bytes + _SPARE_BYTES:
        raise ModelFetchFailed(
            f"There is not enough space: {_gigabytes(needed_bytes + _SPARE_BYTES)} are needed, {_gigabytes(free)} free."
        )


def _fetch(
    opener: OpenerDirector,
    url: str,
    part: Path,
    entry: CatalogueEntry,
    on_progress: OnProgress,
    cancel: CancelToken,
    free_bytes: Callable[[Path], int],
) -> None:
    """One attempt: ask for what is missing and write it. Raises _Interrupted when trying again may help."""
    cancel.check()
    start = _size(part)
    if entry.size_bytes is not None and start >= entry.size_bytes:
        if start == entry.size_bytes:
            return  # everything had come; only the check and the renaming were left
        part.unlink()
        start = 0
    headers = {"Accept-Encoding": "identity", "User-Agent": "genie-host"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        with opener.open(Request(url, headers=headers), timeout=_SOCKET_SECONDS) as response:  # noqa: S310 (checked in pull)
            start = _offset(response, start)
            total = entry.size_bytes if entry.size_bytes is not None else _total(response, start)
            require_room((total or start) - start, part.parent, free_bytes)
            _write(response, part, start, total, on_progress, cancel)
    except HTTPError as exc:
        exc.close()
        if exc.code == 416:
            part.unlink(missing_ok=True)
        if exc.code == 416 or exc.code >= 500 or exc.code == 429:
            raise _Interrupted(f"HTTP {exc.code}") from exc
        raise ModelFetchFailed(_refusal(entry, exc.code)) from exc
    except (OSError, HTTPException) as exc:
        if isinstance(exc, OSError) and exc.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ModelFetchFailed("The disk is full; what has arrived is kept.") from exc
        raise _Interrupted(str(exc)) from exc


def _write(
    response: HTTPResponse, part: Path, start: int, total: int | None, on_progress: OnProgress, cancel: CancelToken
) -> None:
    done = start
    with part.open("r+b" if part.exists() else "w+b") as file:
        file.truncate(start)
        file.seek(start)
        on_progress(Progress(done_bytes=done, total_bytes=total))
        while chunk := response.read1(CHUNK_BYTES):
            file.write(chunk)
            done += len(chunk)
            on_progress(Progress(done_bytes=done, total_bytes=total))
            cancel.check()
        file.flush()
        os.fsync(file.fileno())
    if total is not None and done < total:
        raise _Interrupted(f"{done} of {total} bytes")


def _offset(response: HTTPResponse, start: int) -> int:
    """Where the body begins: a server may ignore the range and send everything."""
    if response.status != 206:
        return 0
    stated = response.headers.get("Content-Range", "")
    if not stated.startswith(f"bytes {start}-"):
        raise _Interrupted(f"asked for a range from {start}, got {stated!r}")
    return start


def _total(response: HTTPResponse, start: int) -> int | None:
    length = response.headers.get("Content-Length", "")
    return start + int(length) if length.isdigit() else None


def _refusal(entry: CatalogueEntry, status: int) -> str:
    if status in (401, 403):
        return (
            f"The hub wants you to sign in for {entry.name}: accept its licence there, download {entry.file} with a "
            f"browser and run `genie models import`."
        )
    return f"The hub does not have {entry.name} (HTTP {status})."


def _size(path: Path) -> int:
    with contextlib.suppress(OSError):
        return path.stat().st_size
    return 0


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
