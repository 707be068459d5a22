"""Where the engine keeps what it computes from a big model's weights; by default that would be beside the model."""

from __future__ import annotations

import shutil
from pathlib import Path

from genie_host.llm.catalogue import CatalogueEntry

NO_CACHE = ":nocache"


def cache_for(entry: CatalogueEntry, path: Path, cache_dir: Path) -> str:
    """The directory for this version of the file; those of older versions are removed, which the engine never does."""
    if entry.prompt_style == "nano":
        return NO_CACHE  # it loads in milliseconds as it is
    facts = path.stat()
    current = cache_dir / path.stem / f"{facts.st_size}-{facts.st_mtime_ns}"
    current.mkdir(parents=True, exist_ok=True)
    for other in current.parent.iterdir():
        if other != current:
            shutil.rmtree(other, ignore_errors=True)
    return str(current)
