"""Reads the dumps that phones write in half the time of a parser, by cutting them at their quotes. Pure.

Phones write dumps with one program, in one form: tags called ``node``, attributes in double quotes, nothing between
the tags. Such a dump needs no parser: what stands between quotes is a value. Whatever is not exactly of this form is
left to the parser, so the two always agree.
"""

from __future__ import annotations

import re
from functools import lru_cache

from genie_host.phone.forest import Forest, IllegalCharacter, Layout, layout_of

_FIRST_NAME = re.compile(r"node ([A-Za-z_][\w.-]*)=", re.ASCII)
_NAME = re.compile(r" ([A-Za-z_][\w.-]*)=", re.ASCII)
_HEAD = re.compile(r'hierarchy(?: [A-Za-z_][\w.-]*="[^"&\n\t\r]*")* ?>\s*', re.ASCII)
_ROTATION = re.compile(r' rotation="([^"]*)"')
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_LEFT_OPEN = {">": True, " >": True, "/>": False, " />": False}
"""How a tag may end, and whether something may lie in it."""


class _Irregular(Exception):
    """The parser must look at this."""


def read_quickly(dump: str, start: int) -> Forest | None:
    """The document that begins there; None when it is of another form, broken or cut off."""
    pieces = iter(dump[start + 1 :].split("<"))
    head = next(pieces)
    if _HEAD.fullmatch(head) is None:
        return None
    forest = Forest()
    rotation = _ROTATION.search(head)
    forest.begin(rotation[1] if rotation else "0")
    try:
        for piece in pieces:
            if piece[0] != "/":
                _take_tag(piece, forest)
            elif piece.rstrip() == "/node>":
                if forest.depth < 2:
                    return None
                forest.end("node")
            elif piece.startswith("/hierarchy>") and forest.depth == 1:
                forest.end("hierarchy")
                return forest
            else:
                return None
    except (_Irregular, IllegalCharacter, IndexError):
        return None
    return None


def _take_tag(piece: str, forest: Forest) -> None:
    parts = piece.split('"')
    tail = parts.pop()
    is_open = _LEFT_OPEN.get(tail)
    if is_open is None:
        is_open = _LEFT_OPEN.get(tail.rstrip())
        if is_open is None:
            raise _Irregular
    said = piece[: -len(tail)]
    if "\n" in said or "\t" in said or "\r" in said:
        # A parser makes blanks of these.
        raise _Irregular
    layout = _layout(tuple(parts[::2]))
    if "&" in piece:
        parts[1::2] = [_resolved(value) if "&" in value else value for value in parts[1::2]]
    forest.open_node(parts, layout)
    if not is_open:
        forest.end("node")


@lru_cache(maxsize=64)
def _layout(raw_names: tuple[str, ...]) -> Layout:
    """What stands before the values of a tag: ``node index=``, `` text=`` and so on; no name twice."""
    first, *others = raw_names
    matches = [_FIRST_NAME.fullmatch(first), *(_NAME.fullmatch(name) for name in others)]
    names = tuple(match[1] for match in matches if match is not None)
    if len(names) < len(raw_names) or len(set(names)) < len(names):
        raise _Irregular
    return layout_of(names)


def _resolved(value: str) -> str:
    text = _REFERENCE.sub(_character, value)
    # An ampersand that begins nothing known is an error of the document.
    if text.count("&") != value.count("&amp;"):
        raise _Irregular
    return text


def _character(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    code = int(match[1], 16) if match[1] else int(match[2])
    is_legal = code in (9, 10, 13) or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or 0x10000 <= code <= 0x10FFFF
    if not is_legal or code == 38:
        raise _Irregular
    return chr(code)
