"""Small trees of nodes, made by hand and at random."""

from __future__ import annotations

from random import Random
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.nodes import SimNode

TEXTS = ("", "", "Wi-Fi", "wi-fi on", "Bluetooth", "Blue", "a\nb")
CLASSES = ("List", "Row", "Text", "Switch")
FLAGS = (
    "checkable",
    "checked",
    "clickable",
    "enabled",
    "focusable",
    "focused",
    "scrollable",
    "long_clickable",
    "selected",
)


def node(class_name: str, *children: SimNode, **fields: Any) -> SimNode:
    spot = Bounds(left=0, top=0, right=10, bottom=10)
    return SimNode(class_name=class_name, package="app", bounds=spot, children=list(children), **fields)


def random_tree(random: Random, depth: int = 4) -> SimNode:
    """A tree of at most so many levels below its root; nodes are much alike, so that selectors often match many."""
    children = [random_tree(random, depth - 1) for _ in range(random.randrange(4))] if depth else []
    flags = {name: random.random() < 0.5 for name in FLAGS}
    return node(
        random.choice(CLASSES),
        *children,
        text=random.choice(TEXTS),
        description=random.choice(TEXTS),
        resource_id=random.choice(("", "app:id/a", "app:id/b")),
        **flags,
    )
