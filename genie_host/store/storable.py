"""Turns what the door reports into data that the log's canonical form knows, of a bounded size. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.canonical import MAX_INTEGER, canonical
from genie_host.core.gap.forms import b64

LONGEST_DATA = 49_152
"""Bytes of the canonical form; the rest of a line is small."""
_LIMITS = (16_384, 4096, 1024, 256)
"""Characters of one text; the smaller ones when all together are too long."""
_MOST_MEMBERS = 200
_DEEPEST = 6
"""Below the record's own level and that of its data."""


def storable(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same without what is None, fractions and other types as text, long texts cut and named by their digest."""
    for limit in _LIMITS:
        value = _object(data, limit, 0)
        try:
            if len(canonical(value)) <= LONGEST_DATA:
                return value
        except MessageMalformed:
            continue
    return {"left_out": "more than fits into a record", "members": sorted(map(str, data))[:_MOST_MEMBERS]}


def clipped(text: str, limit: int) -> str:
    """A text of so many characters at most, and of the whole one its length and digest."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= limit:
        return text
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"{text[:limit]} … ({len(text)} characters, sha256 {digest})"


def _object(data: Mapping[Any, Any], limit: int, depth: int) -> dict[str, Any]:
    kept = [(key, value) for key, value in data.items() if value is not None]
    members = {clipped(str(key), 200): _value(value, limit, depth + 1) for key, value in kept[:_MOST_MEMBERS]}
    return members if len(kept) <= _MOST_MEMBERS else {**members, "left_out": len(kept) - _MOST_MEMBERS}


def _array(values: Any, limit: int, depth: int) -> list[Any]:
    kept = [value for value in values if value is not None]
    members = [_value(value, limit, depth + 1) for value in kept[:_MOST_MEMBERS]]
    return members if len(kept) <= _MOST_MEMBERS else [*members, f"({len(kept) - _MOST_MEMBERS} more)"]


def _value(value: Any, limit: int, depth: int) -> Any:
    if isinstance(value, Enum):
        value = value.value
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) <= MAX_INTEGER else str(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= MAX_INTEGER else repr(value)
    if isinstance(value, bytes):
        value = b64(value)
    if isinstance(value, Mapping | list | tuple | set | frozenset) and depth > _DEEPEST:
        return clipped(str(value), limit)
    if isinstance(value, Mapping):
        return _object(value, limit, depth)
    if isinstance(value, set | frozenset):
        return _array(sorted(value, key=str), limit, depth)
    if isinstance(value, list | tuple):
        return _array(value, limit, depth)
    return clipped(str(value), limit)
