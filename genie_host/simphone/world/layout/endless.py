"""Lists without an end: feeds that load more when their last entry comes into sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.simphone.world import changes, paths
from genie_host.simphone.world.schema import Endless
from genie_host.simphone.world.scope import widened


def grow(endless: Endless, scope: Mapping[str, Any]) -> bool:
    """Append one batch; False when the list is as long as it gets, or is no list."""
    entries = paths.lookup(scope, endless.list)
    if not isinstance(entries, list) or len(entries) >= endless.limit:
        return False
    for _ in range(min(endless.batch, endless.limit - len(entries))):
        entries.append(changes.filled(endless.make, widened(scope, n=len(entries) + 1)))
    return True
