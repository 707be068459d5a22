"""Grows accessibility nodes while a parser walks through a dump: one pass, no tree of the parser's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode

MAX_DEPTH = 120
"""Deeper nodes are dropped: no real screen has them, and a hostile one could exhaust the stack."""

_NOWHERE = Bounds(0, 0, 0, 0)
_WORDS = ("class", "package", "resource-id", "text", "content-desc", "hint", "bounds", "display-id", "drawing-order")
_FLAGS = (
    "checkable", "checked", "clickable", "enabled", "focusable", "focused", "scrollable", "long-clickable", "password",
    "selected", "visible-to-user",
)  # fmt: skip
_TRUE_UNLESS_SAID = ("enabled", "visible-to-user")
_is_true = "true".__eq__
_new_node: Any = tuple.__new__
"""Makes the named tuple without naming its fields one by one; a screen has hundreds of nodes."""


_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class IllegalCharacter(ValueError):
    """What XML forbids stands in a value; parsers never let it get here."""


class Layout:
    """Where among a node's names and values each of ours stands. The nodes of a dump have the same few layouts."""

    __slots__ = ("flags", "has_bounds", "words")

    def __init__(self, names: Sequence[str]) -> None:
        # After the values stand two more, for what is not said: nothing, and "true".
        places = {name: 2 * place + 1 for place, name in enumerate(names)}
        places.setdefault("visible-to-user", places.get("displayed", -1))
        self.has_bounds = "bounds" in places
        self.words: Callable[[Sequence[str]], tuple[str, ...]] = itemgetter(*(places.get(name, -2) for name in _WORDS))
        self.flags: Callable[[Sequence[str]], tuple[str, ...]] = itemgetter(
            *(places.get(name, -1 if name in _TRUE_UNLESS_SAID else -2) for name in _FLAGS)
        )


@lru_cache(maxsize=64)
def layout_of(names: tuple[str, ...]) -> Layout:
    """Phones and tools have few, which come again in every dump."""
    return Layout(names)


_Branch = tuple[list[str], Layout, str, list[AccessibilityNode]]
"""A node whose children are still being read: its attributes, their layout, its path, the children so far."""


class Forest:
    """Takes the events of expat (with ordered attributes) and of lxml alike.

    A node is whatever has bounds: ``node`` in most dumps, the class name in Appium's form.
    """

    def __init__(self) -> None:
        self.roots: list[AccessibilityNode] = []
        self.rotation = "0"
        self.is_complete = False
        """The document's last tag was there."""
        self._open: list[_Branch | None] = []
        """None stands for an element that is no node; what is in it is left out. The first is the document."""
        self._boxes: dict[str, Bounds] = {}
        """Wrappers lie where what is in them lies, so half of all rectangles come again."""
        self._names: list[str] = []
        self._layout = layout_of(())
        """The layout of nodes whose attributes have the names above."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins; lxml's form."""
        self.start_ordered(tag, [part for pair in attributes.items() for part in pair])

    def start_ordered(self, tag: str, attributes: list[str]) -> None:
        """An element begins; names and values in turn."""
        if not self._open:
            self.begin(dict(zip(attributes[::2], attributes[1::2], strict=True)).get("rotation", "0"))
            return
        names = attributes[::2]
        if names != self._names:
            self._names, self._layout = names, layout_of(tuple(names))
        self.open_node(attributes, self._layout)

    def begin(self, rotation: str) -> None:
        """The document's own tag."""
        self.rotation = rotation
        self._open.append(None)

    @property
    def depth(self) -> int:
        """How many tags are open, the document's own among them."""
        return len(self._open)

    def open_node(self, attributes: list[str], layout: Layout) -> None:
        """A tag within the document; its values stand where the layout says."""
        parent = self._open[-1]
        depth = len(self._open) - 1
        if not layout.has_bounds or depth > MAX_DEPTH or (parent is None and depth > 0):
            self._open.append(None)
            return
        attributes += ("", "true")
        path = str(len(self.roots)) if parent is None else f"{parent[2]}/{len(parent[3])}"
        self._open.append((attributes, layout, path, []))

    def end(self, tag: str) -> None:
        """An element ends."""
        branch = self._open.pop()
        if branch is None:
            self.is_complete = not self._open
            return
        parent = self._open[-1]
        (self.roots if parent is None else parent[3]).append(self._node(branch))

    def _node(self, branch: _Branch) -> AccessibilityNode:
        attributes, layout, path, children = branch
        words, flags = layout.words(attributes), layout.flags(attributes)
        text, display, order = words[6:]
        said = "".join(words[:6])
        if not said.isprintable() and _ILLEGAL.search(said):
            raise IllegalCharacter
        box = self._boxes.get(text)
        if box is None:
            box = self._boxes[text] = _bounds(text)
        node: AccessibilityNode = _new_node(
            AccessibilityNode,
            (
                path,
                *words[:6],
                box,
                *map(_is_true, flags),
                int(display) if display.isdecimal() else 0,
                int(order) if order.isdecimal() else 0,
                tuple(children),
            ),
        )
        return node

    def close(self) -> Forest:
        """Close what a document that was cut off left open."""
        while self._open:
            self.end("")
        return self


def _bounds(text: str) -> Bounds:
    """As ``Bounds.parse``, which is exact about what is no rectangle, in half the time."""
    try:
        left, top, right, bottom = text[1:-1].replace("][", ",").split(",")
        return Bounds(int(left), int(top), int(right), int(bottom))
    except ValueError:
        return _NOWHERE
