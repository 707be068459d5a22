"""Attributes of a node in a hierarchy dump: which, in what order, and how their values are written."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal
from xml.sax.saxutils import escape

from genie_host.simphone.world.nodes import SimNode

Flavour = Literal["u2", "stock"]
"""u2.jar's dump, or that of the phone's own ``uiautomator dump``, which tells less."""

_QUOTE = {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufddf\ufffe\uffff]")
_NEVER_NAF = frozenset({"GridView", "GridLayout", "ListView", "TableLayout"})
"""Lists that may take touches without a name of their own. Source: AOSP, AccessibilityNodeInfoDumper."""


def attributes(node: SimNode, index: int, *, flavour: Flavour, sdk: int = 34, is_root: bool = False) -> str:
    """All attributes of a node as they stand in its tag."""
    spot = node.bounds
    pairs = [
        ("index", str(index)),
        ("text", _text(node, flavour)),
        ("resource-id", node.resource_id),
        ("class", node.class_name),
        ("package", node.package),
        ("content-desc", node.description),
        ("checkable", _flag(node.checkable)),
        ("checked", _flag(node.checked)),
        ("clickable", _flag(node.clickable)),
        ("enabled", _flag(node.enabled)),
        ("focusable", _flag(node.focusable)),
        ("focused", _flag(node.focused)),
        ("scrollable", _flag(node.scrollable)),
        ("long-clickable", _flag(node.long_clickable)),
        ("password", _flag(node.password)),
        ("selected", _flag(node.selected)),
    ]
    if is_not_accessibility_friendly(node):
        pairs.insert(0, ("NAF", "true"))
    if flavour == "u2":
        pairs.append(("visible-to-user", "true"))
    pairs.append(("bounds", f"[{spot.left},{spot.top}][{spot.right},{spot.bottom}]"))
    if flavour == "u2":
        # Views are numbered as their parent draws them; nodes that a toolkit makes up are not drawn by a parent.
        order = 0 if is_root or node.is_virtual else index + 1
        since = ((24, "drawing-order", str(order)), (26, "hint", node.hint), (30, "display-id", "0"))
        pairs += [(name, value) for first, name, value in since if sdk >= first]
    return " ".join(f'{name}="{escaped(value)}"' for name, value in pairs)


def is_not_accessibility_friendly(node: SimNode) -> bool:
    """Whether it takes touches, but neither it nor anything below it says what it is."""
    if not node.clickable or not node.enabled or node.class_name.rpartition(".")[2] in _NEVER_NAF:
        return False
    return not any(part.text or part.description for part in node.walk())


@lru_cache(maxsize=16384)
def escaped(value: str) -> str:
    """A value between double quotes; characters that XML cannot hold become full stops."""
    if not value or value.isidentifier():
        return value
    return escape(_NOT_XML.sub(".", value), _QUOTE)


def _text(node: SimNode, flavour: Flavour) -> str:
    """The jar writes a slider's value where it has no text."""
    if flavour == "u2" and node.range is not None and not node.text:
        return str(float(node.range[2]))
    return node.text


def _flag(value: bool) -> str:
    return "true" if value else "false"
