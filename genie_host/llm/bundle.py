"""Is a file the LiteRT-LM bundle it should be? The engine itself loads flipped weight bytes without a word."""

from __future__ import annotations

import hashlib
from pathlib import Path

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import ModelDamaged, ModelMissing
from genie_host.llm.catalogue import CatalogueEntry

MAGIC = b"LITERTLM"
CHUNK_BYTES = 1 << 20


def flaw_of(path: Path, entry: CatalogueEntry, cancel: CancelToken) -> str | None:
    """What is wrong with the file, as the end of a sentence, as far as the catalogue knows what would be right.

    None when nothing is. Raises OSError when it cannot be read.
    """
    with path.open("rb") as file:
        magic = file.read(len(MAGIC))
    if magic != MAGIC:
        return "is not a LiteRT-LM model"
    if entry.size_bytes is not None and path.stat().st_size != entry.size_bytes:
        return "has the wrong size"
    if entry.sha256 is not None and sha256_of(path, cancel) != entry.sha256:
        return "does not match its checksum"
    return None


def check_bundle(path: Path, entry: CatalogueEntry, cancel: CancelToken) -> None:
    """Raises ModelMissing or ModelDamaged, saying where to get a good one."""
    remedy = f": get it with `genie models pull {entry.name}`" if entry.repository else ""
    if not path.is_file():
        raise ModelMissing(f"The model {entry.name} is not on this machine{remedy}.")
    try:
        flaw = flaw_of(path, entry, cancel)
    except OSError as exc:
        raise ModelMissing(f"The file of the model {entry.name} cannot be read.") from exc
    if flaw is not None:
        raise ModelDamaged(f"The file of the model {entry.name} {flaw}{remedy}.")


def sha256_of(path: Path, cancel: CancelToken) -> str:
    """Checksum of a file as lower-case hex; gives up between chunks when cancelled."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            cancel.check()
            digest.update(chunk)
    return digest.hexdigest()
