"""Turns what the door reports into data that the log's canonical form knows, of a bounded size. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap.canonical import MAX_INTEGER, canonical
from genie_host.core.gap.forms import b64

LONGEST_DATA = 49_152
"""Bytes of the canonical form; the rest of a line is small."""
_LIMITS = ((16_384, 200), (4096, 200), (1024, 60), (256, 20))
"""Characters of one text, and members of one object or array; the smaller ones when all together are too long."""
_Limits = tuple[int, int]
_DEEPEST = 6
"""Below the record's own level and that of its data."""


def storable(data: Mapping[str, Any]) -> dict[str, Any]:
    """The same without what is None, fractions and other types as text, long texts cut and named by their digest."""
    for limits in _LIMITS:
        value = _object(data, limits, 0)
        try:
            if len(canonical(value)) <= LONGEST_DATA:
                return value
        except MessageMalformed:
            continue
    return {
        "left_out": "more than fits into a record",
        "members": [clipped(str(name), 64) for name in list(data)[:100]],
    }


def clipped(text: str, limit: int) -> str:
    """A text of so many characters at most, and of the whole one its length and digest."""
    text = text.encode("utf-8", "replace").decode("utf-8")
    if len(text) <= limit:
        return text
    digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
    return f"{text[:limit]} … ({len(text)} characters, sha256 {digest})"


def _object(data: Mapping[Any, Any], limits: _Limits, depth: int) -> dict[str, Any]:
    kept, most = [(key, value) for key, value in data.items() if value is not None], limits[1]
    members = {clipped(str(key), 200): _value(value, limits, depth + 1) for key, value in kept[:most]}
    return members if len(kept) <= most else {**members, "left_out": len(kept) - most}


def _array(values: Iterable[Any], limits: _Limits, depth: int) -> list[Any]:
    kept, most = [value for value in values if value is not None], limits[1]
    members = [_value(value, limits, depth + 1) for value in kept[:most]]
    return members if len(kept) <= most else [*members, f"({len(kept) - most} more)"]


def _value(value: Any, limits: _Limits, depth: int) -> Any:
    if isinstance(value, Enum):
        value = value.value
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, bytes):
        value = b64(value)
    if isinstance(value, Mapping | list | tuple | set | frozenset):
        return _container(value, limits, depth)
    return _plain(value, limits[0])


def _container(value: Any, limits: _Limits, depth: int) -> Any:
    if depth > _DEEPEST:
        return clipped(str(value), limits[0])
    if isinstance(value, Mapping):
        return _object(value, limits, depth)
    return _array(value if isinstance(value, list | tuple) else sorted(value, key=str), limits, depth)


def _plain(value: Any, longest: int) -> Any:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) <= MAX_INTEGER else str(value)
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= MAX_INTEGER else repr(value)
    return clipped(str(value), longest)
