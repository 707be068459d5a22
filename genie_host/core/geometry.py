"""Points, sizes and rectangles in whole screen pixels of the current orientation, origin top left.

Named tuples, for a screen has hundreds of them and they are made anew at every look.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


class Point(NamedTuple):
    """One pixel."""

    x: int
    y: int


class Size(NamedTuple):
    """Width and height of a screen in pixels."""

    width: int
    height: int


class Bounds(NamedTuple):
    """A rectangle; right and bottom are exclusive. May be negative or off screen."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def parse(cls, text: str) -> Bounds:
        """Read uiautomator's ``[left,top][right,bottom]``; raises ValueError for anything else."""
        match = _BOUNDS.fullmatch(text)
        if match is None:
            raise ValueError(f"not bounds: {text[:40]!r}")
        return cls(*map(int, match.groups()))

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        left, top, right, bottom = self
        return (right - left) * (bottom - top) if right > left and bottom > top else 0

    @property
    def center(self) -> Point:
        return Point(x=(self.left + self.right) // 2, y=(self.top + self.bottom) // 2)

    def contains(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def clipped(self, other: Bounds) -> Bounds:
        """The part of this rectangle inside the other; its area is 0 when they do not meet."""
        left, top, right, bottom = other
        return Bounds(
            left if left > self.left else self.left,
            top if top > self.top else self.top,
            right if right < self.right else self.right,
            bottom if bottom < self.bottom else self.bottom,
        )
