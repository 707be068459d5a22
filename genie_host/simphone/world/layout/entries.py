"""The items of a screen that are shown, each with what its templates can name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from genie_host.simphone.world import paths
from genie_host.simphone.world.schema import Item
from genie_host.simphone.world.scope import widened

Entry = tuple[Item, Mapping[str, Any]]


def entries(items: Iterable[Item], scope: Mapping[str, Any]) -> list[Entry]:
    """Items whose ``when`` holds, repeated for their ``each``."""
    return [(item, inner) for item in items for inner in _scopes(item, scope) if paths.holds(item.when, inner)]


def _scopes(item: Item, scope: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if not item.each:
        return [scope]
    return [widened(scope, item=entry) for entry in paths.lookup(scope, item.each) or []]
