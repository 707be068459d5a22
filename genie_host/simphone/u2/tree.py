"""Nodes as a search meets them: with their place among their siblings, and the way up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from genie_host.simphone.world.nodes import SimNode


@dataclass(frozen=True, eq=False)
class Located:
    """A node and where it hangs."""

    node: SimNode
    index: int = 0
    parent: Located | None = None

    def children(self) -> Iterator[Located]:
        """Those directly below that can be seen, with their index among all."""
        for index, child in enumerate(self.node.children):
            if child.bounds.area > 0:
                yield Located(child, index, self)
