"""A hierarchy dump, as text, to accessibility nodes. Pure; takes whatever a phone or a shell made of it.

Seen in real dumps and mended here: UTF-16 with a byte order mark, a sentence after the closing tag, control
characters, emoji as two character references, two documents in one file, and dumps cut off in the middle.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode

MAX_DEPTH = 120
"""Deeper nodes are dropped: no real screen has them, and a hostile one could exhaust the stack."""

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PAIR = re.compile(r"&#(5[5-6]\d{3});&#(5[6-7]\d{3});")
_ILLEGAL_REFERENCE = re.compile(r"&#(?:[0-8]|1[124-9]|2\d|3[01]|5[5-7]\d{3}|x0?[0-8bcef]|x1[0-9a-f]);", re.IGNORECASE)
_NOWHERE = Bounds(left=0, top=0, right=0, bottom=0)


@dataclass(frozen=True, kw_only=True)
class ParsedDump:
    """The trees of one dump; no roots when there was nothing in it."""

    roots: tuple[AccessibilityNode, ...]
    rotation: int = 0
    is_truncated: bool = False


def decode_dump(data: bytes) -> str:
    """The text of a dump file: UTF-16 when it has that byte order mark, else UTF-8."""
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return data.decode(encoding, errors="replace")


def parse_hierarchy(dump: str) -> ParsedDump:
    """Read a dump. Never raises: what cannot be read is left out and ``is_truncated`` says so."""
    document, is_whole = _clean(dump)
    if not document:
        return ParsedDump(roots=(), is_truncated=bool(dump.strip()))
    data = document.encode("utf-8", errors="replace")
    try:
        tree = etree.fromstring(data, _parser(recover=False))
    except etree.XMLSyntaxError:
        is_whole = False
        tree = etree.fromstring(data, _parser(recover=True))
    if tree is None:
        return ParsedDump(roots=(), is_truncated=True)
    rotation = tree.get("rotation", "0")
    return ParsedDump(
        roots=tuple(_node(child, str(index), 0) for index, child in enumerate(_nodes_in(tree))),
        rotation=int(rotation) % 4 if rotation.isdigit() else 0,
        is_truncated=not is_whole,
    )


def _parser(*, recover: bool) -> etree.XMLParser:
    """Screen text is hostile: no entities, no network."""
    return etree.XMLParser(recover=recover, resolve_entities=False, no_network=True, huge_tree=True, collect_ids=False)


def _clean(dump: str) -> tuple[str, bool]:
    """The first ``<hierarchy>`` element of the text, and whether its end was there."""
    text = _ILLEGAL.sub(" ", dump)
    text = _PAIR.sub(_join_pair, text)
    text = _ILLEGAL_REFERENCE.sub(" ", text)
    start = text.find("<hierarchy")
    if start < 0:
        return "", False
    end = text.find("</hierarchy>", start)
    if end >= 0:
        return text[start : end + len("</hierarchy>")], True
    closed = re.match(r"<hierarchy[^>]*/>", text[start:])
    return (closed[0], True) if closed else (text[start:], False)


def _join_pair(match: re.Match[str]) -> str:
    high, low = int(match[1]), int(match[2])
    if not (0xD800 <= high <= 0xDBFF and 0xDC00 <= low <= 0xDFFF):
        return " "
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _nodes_in(tree: etree._Element) -> list[etree._Element]:
    """Elements with bounds: ``node`` in most dumps, the class name in Appium's form."""
    return [child for child in tree if child.get("bounds") is not None]


def _node(xml: etree._Element, path: str, depth: int) -> AccessibilityNode:
    get = xml.get
    children = _nodes_in(xml) if depth < MAX_DEPTH else []
    return AccessibilityNode(
        path=path,
        class_name=get("class", ""),
        package_name=get("package", ""),
        resource_id=get("resource-id", ""),
        text=get("text", ""),
        content_description=get("content-desc", ""),
        hint=get("hint", ""),
        bounds=_bounds(get("bounds", "")),
        is_checkable=get("checkable") == "true",
        is_checked=get("checked") == "true",
        is_clickable=get("clickable") == "true",
        is_enabled=get("enabled", "true") == "true",
        is_focusable=get("focusable") == "true",
        is_focused=get("focused") == "true",
        is_scrollable=get("scrollable") == "true",
        is_long_clickable=get("long-clickable") == "true",
        is_password=get("password") == "true",
        is_selected=get("selected") == "true",
        is_visible=get("visible-to-user", get("displayed", "true")) == "true",
        display_id=_number(get("display-id", "0")),
        drawing_order=_number(get("drawing-order", "0")),
        children=tuple(_node(child, f"{path}/{index}", depth + 1) for index, child in enumerate(children)),
    )


def _bounds(text: str) -> Bounds:
    try:
        return Bounds.parse(text)
    except ValueError:
        return _NOWHERE


def _number(text: str) -> int:
    return int(text) if text.isdigit() else 0
