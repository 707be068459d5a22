"""Of the two forms of every ECDSA signature the smaller one, so that nobody can turn a valid one into another. Pure."""

from __future__ import annotations

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Number of points of P-256."""
_SEQUENCE, _INTEGER = 0x30, 0x02


def low_s(signature: bytes) -> bytes:
    """The same signature with the smaller ``s``. Raises ValueError for what is none."""
    r, s = _numbers(signature)
    return _written(r, min(s, _ORDER - s))


def is_low_s(signature: bytes) -> bool:
    """Is it the form that ``low_s`` makes, byte for byte?"""
    try:
        return low_s(signature) == signature
    except (ValueError, IndexError):
        return False


def _numbers(signature: bytes) -> tuple[int, int]:
    r_end = 4 + signature[3]
    if signature[0] != _SEQUENCE or signature[1] != len(signature) - 2 or signature[2] != _INTEGER:
        raise ValueError("not a signature")
    if signature[r_end] != _INTEGER or r_end + 2 + signature[r_end + 1] != len(signature):
        raise ValueError("not a signature")
    r, s = int.from_bytes(signature[4:r_end], "big"), int.from_bytes(signature[r_end + 2 :], "big")
    if not (0 < r < _ORDER and 0 < s < _ORDER):
        raise ValueError("not a signature")
    return r, s


def _written(r: int, s: int) -> bytes:
    body = b"".join(_integer(number) for number in (r, s))
    return bytes((_SEQUENCE, len(body))) + body


def _integer(number: int) -> bytes:
    # A leading zero where the first bit would make it negative.
    content = number.to_bytes(number.bit_length() // 8 + 1, "big")
    return bytes((_INTEGER, len(content))) + content
