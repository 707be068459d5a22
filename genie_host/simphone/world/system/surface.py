"""Surfaces: what the system lays over the apps, each a window while it is up."""

from __future__ import annotations

from typing import Protocol

from genie_host.core.geometry import Bounds, Point
from genie_host.simphone.world.nodes import SimNode, Window
from genie_host.simphone.world.system.base import System

SYSTEM_UI = "com.android.systemui"
_WIDGET = "android.widget."


class Layer:
    """How high windows lie; what is higher takes touches first."""

    APP = 2
    DIALOG = 3
    PROMPT = 4
    CALL = 5
    RECENTS = 6
    TOAST = 8
    ALERT = 10
    KEYBOARD = 11
    KEYGUARD = 12
    STATUS = 15
    SHADE = 17
    HEADS_UP = 18
    FINGER = 20
    NAVIGATION = 24


class Surface(Protocol):
    """One part of the system that may lie over the apps. It keeps nothing; what it shows is in ``world.system``."""

    layer: int

    def window(self, world: System) -> Window | None:
        """What it shows now; None when it is away."""
        ...

    def back(self, world: System) -> bool:
        """Take the back key; False when it is not for this surface."""
        ...

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Take a drag; False when it is not for this surface."""
        ...


class Brush:
    """Makes the nodes of one surface, mirrored where the language runs from the right."""

    def __init__(self, world: System, package: str, *, mirrored: bool | None = None) -> None:
        self._width = world.size.width
        self._package = package
        self._is_mirrored = world.is_right_to_left if mirrored is None else mirrored

    def box(self, left: int, top: int, right: int, bottom: int, *, id: str = "", kind: str = "FrameLayout") -> SimNode:
        """A container, or anything else that is neither text nor button."""
        if self._is_mirrored:
            left, right = self._width - right, self._width - left
        resource_id = id if ":" in id or not id else f"{self._package}:id/{id}"
        return SimNode(
            class_name=kind if "." in kind else f"{_WIDGET}{kind}",
            package=self._package,
            bounds=Bounds(left=left, top=top, right=right, bottom=bottom),
            resource_id=resource_id,
        )

    def text(self, text: str, left: int, top: int, right: int, bottom: int, *, id: str = "") -> SimNode:
        """A line of text."""
        node = self.box(left, top, right, bottom, id=id, kind="TextView")
        node.text = text
        return node

    def button(
        self,
        text: str,
        left: int,
        top: int,
        right: int,
        bottom: int,
        *,
        on_tap: str,
        id: str = "",
        kind: str = "Button",
        described: bool = False,
    ) -> SimNode:
        """Something to tap; ``described`` when its text is only its description, as with icons."""
        node = self.box(left, top, right, bottom, id=id, kind=kind)
        node.clickable = node.focusable = True
        node.on_tap = on_tap
        if described:
            node.description = text
        else:
            node.text = text
        return node


class QuietSurface:
    """A surface that takes neither the back key nor drags."""

    layer = 0

    def back(self, world: System) -> bool:
        """Not for this surface."""
        return False

    def swipe(self, world: System, start: Point, end: Point) -> bool:
        """Not for this surface."""
        return False
