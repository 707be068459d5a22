"""Points, sizes and rectangles in whole screen pixels of the current orientation, origin top left."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BOUNDS = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")


@dataclass(frozen=True, kw_only=True)
class Point:
    """One pixel."""

    x: int
    y: int


@dataclass(frozen=True, kw_only=True)
class Size:
    """Width and height of a screen in pixels."""

    width: int
    height: int


@dataclass(frozen=True, kw_only=True)
class Bounds:
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
        left, top, right, bottom = (int(group) for group in match.groups())
        return cls(left=left, top=top, right=right, bottom=bottom)

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top

    @property
    def area(self) -> int:
        return max(0, self.width) * max(0, self.height)

    @property
    def center(self) -> Point:
        return Point(x=(self.left + self.right) // 2, y=(self.top + self.bottom) // 2)

    def contains(self, point: Point) -> bool:
        return self.left <= point.x < self.right and self.top <= point.y < self.bottom

    def clipped(self, other: Bounds) -> Bounds:
        """The part of this rectangle inside the other; its area is 0 when they do not meet."""
        return Bounds(
            left=max(self.left, other.left),
            top=max(self.top, other.top),
            right=min(self.right, other.right),
            bottom=min(self.bottom, other.bottom),
        )
