"""The forms that members of records have: hex, base64url, bounded integers and texts. All raise MessageMalformed."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection, Mapping
from typing import Any

from genie_host.core.errors import MessageMalformed

_BASE64URL = re.compile(r"[A-Za-z0-9_-]+")
_HEX = {digits: re.compile(rf"[0-9a-f]{{{digits}}}") for digits in (32, 64)}
_SIGNATURE_BYTES = (8, 72)
"""Shortest and longest DER signature of P-256."""


def members(value: Any, names: Collection[str]) -> Mapping[str, Any]:
    """An object that has exactly these members."""
    if type(value) is not dict or value.keys() != set(names):
        raise MessageMalformed(f"not an object of {', '.join(sorted(names))}")
    return value


def array(value: Any, most: int) -> list[Any]:
    """An array of so many members at most."""
    if type(value) is not list or len(value) > most:
        raise MessageMalformed(f"not an array of {most} at most")
    return value


def text(value: Any, longest: int, *, may_be_empty: bool = True) -> str:
    """A string of so many code points at most."""
    if type(value) is not str or len(value) > longest or not (value or may_be_empty):
        raise MessageMalformed(f"not a text of {longest} code points at most")
    return value


def matching(value: Any, pattern: re.Pattern[str]) -> str:
    """A string that is wholly of a pattern."""
    if type(value) is not str or not pattern.fullmatch(value):
        raise MessageMalformed(f"not of the form {pattern.pattern}")
    return value


def hexadecimal(value: Any, digits: int) -> str:
    """So many lower-case hex digits."""
    return matching(value, _HEX[digits])


def integer(value: Any, least: int, most: int) -> int:
    """A whole number between two, both included."""
    if type(value) is not int or not least <= value <= most:
        raise MessageMalformed(f"not an integer from {least} to {most}")
    return value


def truth(value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise MessageMalformed("neither true nor false")
    return value


def one_of(value: Any, words: Collection[str]) -> str:
    """One of a closed set of words."""
    if type(value) is not str or value not in words:
        raise MessageMalformed(f"none of {', '.join(sorted(words))}")
    return value


def version(value: Any) -> None:
    """The number of the protocol."""
    integer(value, 1, 1)


def b64(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def unb64(value: Any, longest: int) -> bytes:
    """The bytes that base64url without padding says, in the one way to say them."""
    if type(value) is not str or not _BASE64URL.fullmatch(value):
        raise MessageMalformed("not base64url")
    try:
        data = base64.urlsafe_b64decode(value + "=" * (-len(value) % 4))
    except (binascii.Error, ValueError) as error:
        raise MessageMalformed("not base64url") from error
    if b64(data) != value or len(data) > longest:
        raise MessageMalformed(f"not base64url of {longest} bytes at most")
    return data


def signature(value: Any) -> bytes:
    """The bytes of a DER signature; whether it is one is for whoever verifies it."""
    data = unb64(value, _SIGNATURE_BYTES[1])
    if len(data) < _SIGNATURE_BYTES[0]:
        raise MessageMalformed("too short for a signature")
    return data
