"""How the nodes of one observation stand to each other: parents, windows, rows, labels. Pure, computed on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.policy.normalise import normalise
from genie_host.policy.policy_file import default_rules
from genie_host.policy.rules import Rules

_CAPITALS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_LETTERS = re.compile(r"[^A-Za-z]+")
_PRICE = re.compile(
    r"[$€£¥₦₹₩₽₿₺₫฿₪₴₱]\s*\d[\d.,\s]*|\d[\d.,\s]*\s*(?:[$€£¥₦₹₩₽₿₺₫฿₪₴₱]|(?:usd|eur|gbp|inr|jpy|cny|krw|rub|руб|元|円|원|zł|try|rp|kr)\b)|rs\.?\s*\d"
    r"|\b\d+\s*(?:coins?|credits?|gems?|diamonds?)\b|\d+\s*(?:金币|钻石|积分)"
)
_FIELD_CLASSES = ("EditText", "AutoCompleteTextView", "SearchBox", "TextInputEditText")
SYSTEM_UI = "com.android.systemui"
_LONGEST_PRICE = 300
_MOST_READ = 20_000
_LARGE_PART = 0.3
"""A node that takes more of the screen than this is a page or a panel, not a control."""


class Layout:
    """An index over one observation."""

    def __init__(self, observation: Observation, rules: Rules | None = None) -> None:
        self.observation = observation
        self.rules = default_rules() if rules is None else rules
        self.screen = Bounds(left=0, top=0, right=observation.size.width, bottom=observation.size.height)
        self.nodes: list[AccessibilityNode] = []
        self._parents: dict[int, AccessibilityNode] = {}
        self._windows: dict[int, AccessibilityNode] = {}
        for root in observation.roots:
            self._index(root, root)
        self._by_path = {node.path: node for node in self.nodes}

    def _index(self, node: AccessibilityNode, window: AccessibilityNode) -> None:
        self.nodes.append(node)
        self._windows[id(node)] = window
        for child in node.children:
            self._parents[id(child)] = node
            self._index(child, window)

    def same(self, node: AccessibilityNode) -> AccessibilityNode | None:
        """The node of this observation that a copy of it stands for."""
        if id(node) in self._windows:
            return node
        found = self._by_path.get(node.path)
        return found if found is not None and found.bounds == node.bounds else None

    def ancestors(self, node: AccessibilityNode) -> Iterator[AccessibilityNode]:
        """Parents first."""
        parent = self._parents.get(id(node))
        while parent is not None:
            yield parent
            parent = self._parents.get(id(parent))

    def window(self, node: AccessibilityNode) -> AccessibilityNode:
        """The root above a node; the node itself when it is not of this observation."""
        return self._windows.get(id(node), node)

    def in_window(self, node: AccessibilityNode) -> list[AccessibilityNode]:
        """Every node of a node's window."""
        window = self.window(node)
        return [other for other in self.nodes if self._windows[id(other)] is window]

    @cached_property
    def clickables(self) -> list[AccessibilityNode]:
        """All that can be tapped and seen."""
        return [node for node in self.nodes if node.is_clickable and node.is_visible and node.bounds.area > 0]

    @cached_property
    def fields(self) -> list[AccessibilityNode]:
        """All text fields."""
        return [node for node in self.nodes if is_field(node) and node.is_visible]

    @cached_property
    def visible_text(self) -> str:
        """Everything that can be read on the screen, in small letters."""
        said = " ".join(text for node in self.nodes if node.is_visible for text in _said(node))
        return said[:_MOST_READ].lower()

    def share(self, node: AccessibilityNode) -> float:
        """The part of the screen that a node takes."""
        return node.bounds.clipped(self.screen).area / max(1, self.screen.area)

    def is_large(self, node: AccessibilityNode) -> bool:
        return self.share(node) > _LARGE_PART

    def row_of(self, node: AccessibilityNode) -> list[AccessibilityNode]:
        """Controls of the same size beside a node, itself included, left to right."""
        box = node.bounds
        slack = max(8, box.height // 8)
        row = [
            other
            for other in self.clickables
            if abs(other.bounds.top - box.top) <= slack
            and abs(other.bounds.height - box.height) <= slack
            and abs(other.bounds.width - box.width) <= max(12, box.width // 4)
            and self.window(other) is self.window(node)
        ]
        return sorted(row, key=lambda other: other.bounds.left)

    def column_of(self, node: AccessibilityNode) -> list[AccessibilityNode]:
        """Controls of the same width and class above and below a node, itself included."""
        box = node.bounds
        return [
            other
            for other in self.clickables
            if abs(other.bounds.left - box.left) <= 8
            and abs(other.bounds.width - box.width) <= 8
            and other.class_name == node.class_name
            and box.height / 2 <= other.bounds.height <= box.height * 2
            and self.window(other) is self.window(node)
        ]


def _said(node: AccessibilityNode) -> tuple[str, ...]:
    return tuple(text for text in (node.text, node.content_description, node.hint) if text)


def is_field(node: AccessibilityNode) -> bool:
    """Can text be written into it?"""
    return node.class_name.rsplit(".", 1)[-1].endswith(_FIELD_CLASSES)


def content_of(field: AccessibilityNode) -> str:
    """What stands in a field; its hint is not content."""
    text = field.text.strip()
    return "" if text in {field.hint.strip(), field.content_description.strip()} else text


def own_texts(node: AccessibilityNode) -> tuple[str, ...]:
    """A node's own text and description, each line apart."""
    text, description = node.text, node.content_description
    if not text and not description:
        return ()
    if not description and text.isprintable():
        return (stripped,) if (stripped := text.strip()) else ()
    lines = (line.strip() for text in (node.text, node.content_description) for line in text.splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


def inner_texts(node: AccessibilityNode) -> tuple[str, ...]:
    """The texts below a node that take no taps of their own, in order; repeated ones stay."""
    return tuple(_inner_texts(node))


def _inner_texts(node: AccessibilityNode) -> Iterator[str]:
    for child in node.children:
        if not child.is_visible or child.is_clickable or is_field(child):
            continue
        yield from own_texts(child)
        yield from _inner_texts(child)


def is_filler(text: str) -> bool:
    """Says nothing by itself: marks, a number, a price."""
    return not any(character.isalpha() for character in text) or is_price(text, alone=True)


@lru_cache(maxsize=4096)
def is_price(text: str, *, alone: bool = False) -> bool:
    """Holds an amount of money; ``alone``: and nothing else."""
    if len(text) > _LONGEST_PRICE:
        return False
    found = _PRICE.search(normalise(text))
    return found is not None and (not alone or len(found[0]) >= 0.6 * len(normalise(text)))


@lru_cache(maxsize=4096)
def id_words(resource_id: str) -> tuple[str, ...]:
    """``com.app:id/btnSend_message`` is btn, send, message."""
    name = resource_id.rsplit("/", 1)[-1]
    return tuple(word.lower() for word in _NOT_LETTERS.split(_CAPITALS.sub(" ", name)) if word)
