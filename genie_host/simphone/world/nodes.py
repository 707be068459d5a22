"""The simulated screen as nodes, with what each does when touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from genie_host.core.geometry import Bounds, Point
from genie_host.simphone.world.schema import Action


@dataclass(kw_only=True, slots=True)
class SimNode:
    """One node as the accessibility tree shows it, and its behaviour; a phone keeps those of its last look."""

    class_name: str
    package: str
    bounds: Bounds
    resource_id: str = ""
    text: str = ""
    description: str = ""
    hint: str = ""
    checkable: bool = False
    checked: bool = False
    clickable: bool = False
    enabled: bool = True
    focusable: bool = False
    focused: bool = False
    scrollable: bool = False
    long_clickable: bool = False
    password: bool = False
    selected: bool = False
    children: list[SimNode] = field(default_factory=list)
    path: str = ""
    tap: list[Action] = field(default_factory=list)
    long_press: list[Action] = field(default_factory=list)
    scope: Mapping[str, Any] = field(default_factory=dict)
    on_tap: str = ""
    """A command of the phone itself, ``name`` or ``name:argument``, instead of an app's actions."""
    bind: str = ""
    """Path of the variable behind a field or switch."""
    key: str = ""
    """The id that the app file itself gives it, without package; default ids are left out."""
    input_type: str = "text"
    max_length: int | None = None
    range: tuple[int, int, float] | None = None
    """Least, most and present value of a slider."""
    is_virtual: bool = False
    """Made by a toolkit that draws its own widgets, not by a view of the system's."""
    drawn: str | None = None
    """What the picture shows instead of text or description; "" for nothing."""
    fill: str = ""
    """Colour behind it in the picture, ``#rrggbb``."""
    painted: list[SimNode] = field(default_factory=list)
    """Children that are seen and take touches, but are not in the tree."""

    def walk(self) -> Iterator[SimNode]:
        yield self
        for child in self.children:
            yield from child.walk()

    def walk_seen(self) -> Iterator[SimNode]:
        """All that the glass shows, what the tree leaves out included; later ones lie on top."""
        yield self
        for child in (*self.children, *self.painted):
            yield from child.walk_seen()

    def number(self, path: str) -> None:
        """Give this node and all below it their paths; what is not in the tree is told apart by a ``p``."""
        self.path = path
        for position, child in enumerate(self.children):
            child.number(f"{path}/{position}")
        for position, child in enumerate(self.painted):
            child.number(f"{path}/p{position}")

    def trail(self, point: Point) -> list[SimNode]:
        """Nodes under a point from this one to the innermost; later siblings lie on top."""
        if not self.bounds.contains(point):
            return []
        for child in reversed((*self.children, *self.painted)):
            below = child.trail(point)
            if below:
                return [self, *below]
        return [self]

    @property
    def label(self) -> str:
        """Its own text or description, else the first one below it."""
        for node in self.walk():
            if node.text or node.description:
                return node.text or node.description
        return ""


WindowType = Literal[
    "application",
    "application_starting",
    "dialog",
    "popup",
    "toast",
    "status_bar",
    "notification_shade",
    "input_method",
    "keyguard",
    "system_alert",
    "navigation_bar",
]


@dataclass(frozen=True, kw_only=True)
class Window:
    """One window; a list of them runs from the bottom to the top of the glass."""

    kind: str
    """How it is drawn: ``app``, ``status``, or a box of its own such as ``dialog``, ``keyboard``, ``shade``."""
    root: SimNode
    secure: bool = False
    type: WindowType = "application"
    layer: int = 0
    """Height above the glass's floor; equal ones lie in the order of the list."""
    focusable: bool = True
    """Takes keys, and keeps touches from what lies below."""
    display: int = 0
    title: str = ""
    """As ``dumpsys window`` calls it: ``package/activity`` or a name such as ``StatusBar``."""
    is_accessible: bool = True
    """In the accessibility tree; a toast is seen but not found there."""
