"""Grows accessibility nodes while a parser walks through a dump: one pass, no tree of the parser's own."""

from __future__ import annotations

from collections.abc import Mapping

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode

MAX_DEPTH = 120
"""Deeper nodes are dropped: no real screen has them, and a hostile one could exhaust the stack."""

_NOWHERE = Bounds(0, 0, 0, 0)


class _Branch:
    """A node whose children are still being read."""

    __slots__ = ("attributes", "children", "path")

    def __init__(self, attributes: Mapping[str, str], path: str) -> None:
        self.attributes = attributes
        self.path = path
        self.children: list[AccessibilityNode] = []


class Forest:
    """Takes the events of expat and of lxml alike.

    A node is whatever has bounds: ``node`` in most dumps, the class name in Appium's form.
    """

    def __init__(self) -> None:
        self.roots: list[AccessibilityNode] = []
        self.rotation = "0"
        self._open: list[_Branch | None] = []
        """None stands for an element that is no node; what is in it is left out. The first is the document."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._open:
            self.rotation = attributes.get("rotation", "0")
            self._open.append(None)
            return
        parent = self._open[-1]
        depth = len(self._open) - 1
        if "bounds" not in attributes or depth > MAX_DEPTH or (parent is None and depth > 0):
            self._open.append(None)
            return
        siblings = self.roots if parent is None else parent.children
        position = str(len(siblings))
        self._open.append(_Branch(attributes, position if parent is None else f"{parent.path}/{position}"))

    def end(self, tag: str) -> None:
        branch = self._open.pop()
        if branch is None:
            return
        parent = self._open[-1]
        (self.roots if parent is None else parent.children).append(_node(branch))

    def close(self) -> Forest:
        """Close what a document that was cut off left open."""
        while self._open:
            self.end("")
        return self


def _node(branch: _Branch) -> AccessibilityNode:
    get = branch.attributes.get
    return AccessibilityNode(
        branch.path,
        get("class", ""),
        get("package", ""),
        get("resource-id", ""),
        get("text", ""),
        get("content-desc", ""),
        get("hint", ""),
        _bounds(get("bounds", "")),
        get("checkable") == "true",
        get("checked") == "true",
        get("clickable") == "true",
        get("enabled", "true") == "true",
        get("focusable") == "true",
        get("focused") == "true",
        get("scrollable") == "true",
        get("long-clickable") == "true",
        get("password") == "true",
        get("selected") == "true",
        get("visible-to-user", get("displayed", "true")) == "true",
        _number(get("display-id")),
        _number(get("drawing-order")),
        tuple(branch.children),
    )


def _bounds(text: str) -> Bounds:
    try:
        return Bounds.parse(text)
    except ValueError:
        return _NOWHERE


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.isdigit() else 0
