"""What a drag does to a screen: lists move by whole rows, pages by one."""

from __future__ import annotations

from genie_host.core.geometry import Point
from genie_host.simphone.world.layout.page import ROW
from genie_host.simphone.world.schema import Screen

_PAGE_SLOP = 150
"""A sideways drag shorter than this, in pixels, turns no page."""


def rows_moved(start: Point, end: Point, *, scale: float = 1.0) -> int:
    """Rows by which the content moves, following the finger; down the list is positive."""
    return round((start.y - end.y) / (ROW * scale))


def pages_moved(screen: Screen, start: Point, end: Point, *, is_mirrored: bool = False) -> int:
    """Pages by which a paged screen moves; 0 for other screens and other drags."""
    across = start.x - end.x
    if screen.layout != "pages" or abs(across) < _PAGE_SLOP or abs(across) < abs(start.y - end.y):
        return 0
    return (1 if across > 0 else -1) * (-1 if is_mirrored else 1)
