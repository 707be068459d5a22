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
_FLAG = {True: "true", False: "false"}
_NEVER_NAF = frozenset({"GridView", "GridLayout", "ListView", "TableLayout"})
"""Lists that may take touches without a name of their own. Source: AOSP, AccessibilityNodeInfoDumper."""


def attributes(node: SimNode, index: int, *, flavour: Flavour, sdk: int = 34, is_root: bool = False) -> str:
    """All attributes of a node as they stand in its tag."""
    spot = node.bounds
    naf = 'NAF="true" ' if is_not_accessibility_friendly(node) else ""
    visible = ' visible-to-user="true"' if flavour == "u2" else ""
    # Written in one piece: a dump has thousands of these.
    return (
        f'{naf}index="{index}" text="{escaped(_text(node, flavour))}" resource-id="{escaped(node.resource_id)}"'
        f' class="{escaped(node.class_name)}" package="{escaped(node.package)}"'
        f' content-desc="{escaped(node.description)}" checkable="{_FLAG[node.checkable]}"'
        f' checked="{_FLAG[node.checked]}" clickable="{_FLAG[node.clickable]}" enabled="{_FLAG[node.enabled]}"'
        f' focusable="{_FLAG[node.focusable]}" focused="{_FLAG[node.focused]}"'
        f' scrollable="{_FLAG[node.scrollable]}" long-clickable="{_FLAG[node.long_clickable]}"'
        f' password="{_FLAG[node.password]}" selected="{_FLAG[node.selected]}"{visible}'
        f' bounds="[{spot.left},{spot.top}][{spot.right},{spot.bottom}]"'
        f"{_newer(node, index, sdk, is_root) if flavour == 'u2' else ''}"
    )


def _newer(node: SimNode, index: int, sdk: int, is_root: bool) -> str:
    """What the jar tells of newer phones."""
    # Views are numbered as their parent draws them; nodes that a toolkit makes up are not drawn by a parent.
    order = 0 if is_root or node.is_virtual else index + 1
    since = (
        (24, f' drawing-order="{order}"'),
        (26, f' hint="{escaped(node.hint)}"'),
        (30, ' display-id="0"'),
    )
    return "".join([text for first, text in since if sdk >= first])


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
