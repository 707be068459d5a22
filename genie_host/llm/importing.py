"""Take a model file that is on this machine already into the model directory."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import ModelFetchFailed
from genie_host.llm.bundle import CHUNK_BYTES, check_bundle
from genie_host.llm.catalogue import BUNDLE_SUFFIX, Catalogue, CatalogueEntry, imported_entry
from genie_host.llm.download import OnProgress, Progress, free_bytes_at, require_room


def import_model(
    source: Path,
    catalogue: Catalogue,
    *,
    is_moved: bool = False,
    on_progress: OnProgress = lambda _: None,
    cancel: CancelToken | None = None,
    free_bytes: Callable[[Path], int] = free_bytes_at,
) -> CatalogueEntry:
    """Copy (or move) a bundle in and return its entry, the catalogue's own when the file has its name.

    Raises ModelMissing, ModelDamaged, ModelFetchFailed or Cancelled; the source is untouched then.
    """
    cancel = cancel or CancelToken()
    if source.suffix != BUNDLE_SUFFIX or source.name.startswith("."):
        raise ModelFetchFailed(f"A model file is called something{BUNDLE_SUFFIX}; {source.name} is not.")
    entry = _entry_for(source, catalogue)
    check_bundle(source, entry, cancel)
    target = catalogue.path_of(entry)
    if target.exists() and target.samefile(source):
        return entry
    if catalogue.is_present(entry):
        raise ModelFetchFailed(f"There is a model file {target.name} already; rename one of them.")
    target.parent.mkdir(parents=True, exist_ok=True)
    if is_moved and _is_renamed(source, target):
        return entry
    require_room(source.stat().st_size, target.parent, free_bytes)
    part = target.with_name(f"{target.name}.import.part")
    try:
        _copy(source, part, on_progress, cancel)
        os.replace(part, target)
    except OSError as exc:
        raise ModelFetchFailed(f"{source.name} could not be copied: {exc.strerror or 'the disk failed'}.") from exc
    finally:
        part.unlink(missing_ok=True)
    if is_moved:
        with contextlib.suppress(OSError):
            source.unlink()
    return entry


def _entry_for(source: Path, catalogue: Catalogue) -> CatalogueEntry:
    for entry in catalogue.entries:
        if entry.file == source.name and not entry.is_imported:
            if entry.is_bundled:
                raise ModelFetchFailed(
                    f"{source.name} is the name of the model that comes with Genie; rename the file."
                )
            return entry
    return imported_entry(source)


def _is_renamed(source: Path, target: Path) -> bool:
    """Moving within one file system needs no copy. False when it is another one."""
    try:
        os.rename(source, target)
    except OSError:
        return False
    return True


def _copy(source: Path, part: Path, on_progress: OnProgress, cancel: CancelToken) -> None:
    total = source.stat().st_size
    with source.open("rb") as reader, part.open("wb") as writer:
        done = 0
        while chunk := reader.read(CHUNK_BYTES):
            cancel.check()
            writer.write(chunk)
            done += len(chunk)
            on_progress(Progress(done_bytes=done, total_bytes=total))
        writer.flush()
        os.fsync(writer.fileno())
    shutil.copystat(source, part)
