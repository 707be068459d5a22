"""A self-signed certificate without a library: an elliptic key (P-256), and the few DER structures around it.

For a phone on the loopback that proves nothing to anybody. Do not use it to keep a secret: nothing here runs in
constant time. Sources: RFC 5280 (certificate), RFC 5915 (key), FIPS 186-4 (signature).
"""

from __future__ import annotations

import base64
import hashlib
import secrets

_PRIME = 2**256 - 2**224 + 2**192 + 2**96 - 1
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_GENERATOR = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)
_EC_PUBLIC_KEY, _P256 = (1, 2, 840, 10045, 2, 1), (1, 2, 840, 10045, 3, 1, 7)
_ECDSA_SHA256, _COMMON_NAME = (1, 2, 840, 10045, 4, 3, 2), (2, 5, 4, 3)
_FIRST_DAY, _LAST_DAY = b"200101000000Z", b"491231235959Z"

Point = tuple[int, int]


def self_signed(name: str) -> tuple[str, str]:
    """Certificate and private key as PEM."""
    private = secrets.randbelow(_ORDER - 1) + 1
    x, y = _times(private, _GENERATOR)
    public = b"\x04" + x.to_bytes(32, "big") + y.to_bytes(32, "big")
    signed_with = _sequence(_identifier(_ECDSA_SHA256))
    subject = _sequence(_tagged(0x31, _sequence(_identifier(_COMMON_NAME) + _tagged(0x0C, name.encode()))))
    body = _sequence(
        _tagged(0xA0, _integer(2))
        + _integer(secrets.randbits(64) + 1)
        + signed_with
        + subject
        + _sequence(_tagged(0x17, _FIRST_DAY) + _tagged(0x17, _LAST_DAY))
        + subject
        + _sequence(_sequence(_identifier(_EC_PUBLIC_KEY) + _identifier(_P256)) + _bits(public))
    )
    certificate = _sequence(body + signed_with + _bits(_signature(private, body)))
    key = _sequence(
        _integer(1)
        + _tagged(0x04, private.to_bytes(32, "big"))
        + _tagged(0xA0, _identifier(_P256))
        + _tagged(0xA1, _bits(public))
    )
    return _pem("CERTIFICATE", certificate), _pem("EC PRIVATE KEY", key)


def _signature(private: int, message: bytes) -> bytes:
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    once = secrets.randbelow(_ORDER - 1) + 1
    r = _times(once, _GENERATOR)[0] % _ORDER
    s = pow(once, -1, _ORDER) * (digest + r * private) % _ORDER
    return _sequence(_integer(r) + _integer(s))


def _times(factor: int, point: Point) -> Point:
    """``factor`` > 0 times a point of the curve."""
    total = point
    for bit in f"{factor:b}"[1:]:
        total = _plus(total, total)
        if bit == "1":
            total = _plus(total, point)
    return total


def _plus(one: Point, other: Point) -> Point:
    """Sum of two points that are not each other's opposite."""
    (x1, y1), (x2, y2) = one, other
    rise, run = (3 * x1 * x1 - 3, 2 * y1) if one == other else (y2 - y1, x2 - x1)
    slope = rise * pow(run, -1, _PRIME) % _PRIME
    x = (slope * slope - x1 - x2) % _PRIME
    return x, (slope * (x1 - x) - y1) % _PRIME


def _tagged(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    encoded = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(encoded)]) + encoded + content


def _sequence(content: bytes) -> bytes:
    return _tagged(0x30, content)


def _integer(number: int) -> bytes:
    return _tagged(0x02, number.to_bytes(number.bit_length() // 8 + 1, "big"))


def _bits(content: bytes) -> bytes:
    return _tagged(0x03, b"\0" + content)


def _identifier(arcs: tuple[int, ...]) -> bytes:
    content = bytearray([arcs[0] * 40 + arcs[1]])
    for arc in arcs[2:]:
        groups = [arc & 0x7F]
        while arc := arc >> 7:
            groups.append(0x80 | arc & 0x7F)
        content += bytes(reversed(groups))
    return _tagged(0x06, bytes(content))


def _pem(label: str, content: bytes) -> str:
    text = base64.encodebytes(content).decode("ascii")
    return f"-----BEGIN {label}-----\n{text}-----END {label}-----\n"
