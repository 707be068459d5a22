"""A hierarchy dump, as text, to accessibility nodes. Pure; takes whatever a phone or a shell made of it.

Seen in real dumps and mended here: UTF-16 with a byte order mark, a sentence after the closing tag, control
characters, emoji as two character references, two documents in one file, and dumps cut off in the middle.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import dataclass
from typing import Any, cast
from xml.parsers import expat

from lxml import etree

from genie_host.core.screen import AccessibilityNode
from genie_host.phone.forest import MAX_DEPTH, Forest
from genie_host.phone.quick_read import read_quickly

__all__ = ["MAX_DEPTH", "ParsedDump", "clean_dump", "decode_dump", "parse_hierarchy"]

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_PAIR = re.compile(r"&#(5[5-6]\d{3});&#(5[6-7]\d{3});")
_ILLEGAL_REFERENCE = re.compile(r"&#(?:[0-8]|1[124-9]|2\d|3[01]|5[5-7]\d{3}|x0?[0-8bcef]|x1[0-9a-f]);", re.IGNORECASE)


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
    """Read a dump. Never raises: what cannot be read is left out and ``is_truncated`` says so.

    Screen text is hostile; what begins at ``<hierarchy`` cannot have a document type, and so no entities of its own.
    """
    start = dump.find("<hierarchy")
    if start < 0:
        return ParsedDump(roots=(), is_truncated=bool(dump.strip()))
    is_whole, forest = True, read_quickly(dump, start) or read_carefully(dump[start:])
    if forest is None:
        document, is_whole = _first_document(dump, start)
        document = _mended(document)
        forest = read_carefully(document)
        if forest is None:
            is_whole, forest = False, _salvaged(document)
    rotation = forest.rotation
    return ParsedDump(
        roots=tuple(forest.roots),
        rotation=int(rotation) % 4 if rotation.isdecimal() else 0,
        is_truncated=not is_whole,
    )


def clean_dump(dump: str) -> str:
    """The first document of a dump, well-formed where that can be had by leaving out what XML forbids."""
    start = dump.find("<hierarchy")
    return _mended(_first_document(dump, start)[0]) if start >= 0 else ""


def read_carefully(document: str) -> Forest | None:
    """A well-formed document in one pass, whatever comes after its end; None when it is not."""
    forest = Forest()
    parser = expat.ParserCreate("utf-8")
    parser.ordered_attributes = True
    parser.StartElementHandler, parser.EndElementHandler = forest.start_ordered, forest.end
    try:
        parser.Parse(document.encode("utf-8", errors="replace"), True)
    except expat.ExpatError:
        return forest if forest.is_complete else None
    return forest


def _salvaged(document: str) -> Forest:
    """What a forgiving parser makes of a document that is cut off or broken."""
    forest = Forest()
    parser = etree.XMLParser(target=cast(Any, forest), recover=True, no_network=True, huge_tree=True)
    with contextlib.suppress(etree.XMLSyntaxError):
        etree.fromstring(document.encode("utf-8", errors="replace"), parser)
    return forest.close()


def _first_document(dump: str, start: int) -> tuple[str, bool]:
    """The ``<hierarchy>`` element that begins there, and whether its end was there."""
    end = dump.find("</hierarchy>", start)
    if end >= 0:
        return dump[start : end + len("</hierarchy>")], True
    closed = re.match(r"<hierarchy[^>]*/>", dump[start:])
    return (closed[0], True) if closed else (dump[start:], False)


def _mended(document: str) -> str:
    """Without what XML forbids, and with emoji that were written as two references put together."""
    return _ILLEGAL_REFERENCE.sub(" ", _PAIR.sub(_join_pair, _ILLEGAL.sub(" ", document)))


def _join_pair(match: re.Match[str]) -> str:
    high, low = int(match[1]), int(match[2])
    if not (0xD800 <= high <= 0xDBFF and 0xDC00 <= low <= 0xDFFF):
        return " "
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
