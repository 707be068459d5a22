"""The compressed hierarchy: without the nodes that mean nothing to a user, as when views are not important."""

from __future__ import annotations

from dataclasses import replace

from genie_host.simphone.world.nodes import SimNode


def compressed(root: SimNode) -> SimNode:
    """A copy of a tree; what hangs on a node that is left out hangs on the next one above."""
    return replace(root, children=[kept for child in root.children for kept in _kept(child)])


def _kept(node: SimNode) -> list[SimNode]:
    below = [kept for child in node.children for kept in _kept(child)]
    return [replace(node, children=below)] if _is_important(node) else below


def _is_important(node: SimNode) -> bool:
    says = node.text or node.description
    acts = node.clickable or node.long_clickable or node.focusable or node.checkable or node.scrollable
    return bool(says or acts)
