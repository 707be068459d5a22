"""Moves from screen to screen, and the words by which a cassette knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from genie_host.core.geometry import Point
from genie_host.simphone.world.nodes import SimNode

Direction = Literal["up", "down", "left", "right"]


def tap_on(node: SimNode, *, is_long: bool = False) -> str:
    """``tap 0/1/3``: a touch on the node at that path."""
    return f"{'long' if is_long else 'tap'} {node.path}"


def key(code: int) -> str:
    """``key 4``."""
    return f"key {code}"


def text(words: str) -> str:
    """``text hello``."""
    return f"text {words}"


def start(package: str) -> str:
    """``start com.example.notes``."""
    return f"start {package}"


def swipe(start_at: Point, end_at: Point) -> str:
    """``swipe up``: by the way the finger goes."""
    dx, dy = end_at.x - start_at.x, end_at.y - start_at.y
    if abs(dy) >= abs(dx):
        return "swipe up" if dy < 0 else "swipe down"
    return "swipe left" if dx < 0 else "swipe right"


def node_taking(roots: Sequence[SimNode], point: Point, *, is_long: bool = False) -> SimNode | None:
    """The node that reacts to a touch there; None when nothing does. Later windows lie on top."""
    for root in reversed(roots):
        for node in reversed(root.trail(point)):
            if node.long_clickable if is_long else node.clickable:
                return node
    return None
