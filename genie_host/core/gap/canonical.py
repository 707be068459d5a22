"""JSON as the approval protocol knows it: a strict reader, and RFC 8785 without null and fractions. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from genie_host.core.errors import MessageMalformed

MAX_INTEGER = 2**53 - 1
MAX_DEPTH = 8
MAX_MEMBERS = 256

_LONGEST_INTEGER = len(str(-MAX_INTEGER))


def parse(text: bytes) -> Any:
    """The value that a JSON text says, in any order and spacing. Raises MessageMalformed."""
    try:
        value = _DECODER.decode(text.decode("utf-8", "strict"))
    except (ValueError, RecursionError) as error:
        raise MessageMalformed("not JSON as the protocol knows it") from error
    _check(value, depth=1)
    return value


def canonical(value: Any) -> bytes:
    """The one way to write a value. Raises MessageMalformed for what has none."""
    _check(value, depth=1)
    return _written(value).encode("utf-8")


def canonical_text(value: Any) -> str:
    """``canonical`` as a string."""
    return canonical(value).decode("utf-8")


def read_line(line: bytes, max_bytes: int) -> Any:
    """The value of a line without its end, which must be the canonical form of that value. Raises MessageMalformed."""
    if len(line) > max_bytes:
        raise MessageMalformed(f"longer than {max_bytes} bytes")
    value = parse(line)
    if canonical(value) != line:
        raise MessageMalformed("not in canonical form")
    return value


def _check(value: Any, depth: int) -> None:
    # Types are compared, for True is an int to Python, and a subclass may write itself otherwise.
    kind = type(value)
    if kind is str:
        _check_string(value)
    elif kind is int:
        if abs(value) > MAX_INTEGER:
            raise MessageMalformed("an integer too large")
    elif kind is dict or kind is list:
        if depth > MAX_DEPTH:
            raise MessageMalformed(f"nested deeper than {MAX_DEPTH}")
        if len(value) > MAX_MEMBERS:
            raise MessageMalformed(f"more than {MAX_MEMBERS} members")
        for key in value if kind is dict else ():
            if type(key) is not str:
                raise MessageMalformed("a key that is no string")
            _check_string(key)
        for member in value.values() if kind is dict else value:
            _check(member, depth + 1)
    elif kind is not bool:
        raise MessageMalformed(f"a value of type {kind.__name__}")


def _check_string(text: str) -> None:
    try:
        text.encode("utf-8", "strict")
    except UnicodeEncodeError as error:
        raise MessageMalformed("a lone surrogate") from error


def _written(value: Any) -> str:
    if isinstance(value, Mapping):
        members = sorted(value.items(), key=lambda member: member[0].encode("utf-16-be"))
        return "{" + ",".join(f"{_quoted(key)}:{_written(member)}" for key, member in members) + "}"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Sequence):
        return "[" + ",".join(map(_written, value)) + "]"
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    # The library escapes what RFC 8785 escapes, in the same way, when it is let write beyond ASCII.
    return json.dumps(text, ensure_ascii=False)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a duplicate key")
    return members


def _integer(digits: str) -> int:
    if len(digits) > _LONGEST_INTEGER or digits == "-0":
        raise ValueError("no integer of the protocol")
    return int(digits)


def _refused(what: str) -> Any:
    raise ValueError(f"{what} is not in the protocol")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_refused, parse_constant=_refused, strict=True
)
