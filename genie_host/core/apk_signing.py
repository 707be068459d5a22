"""Who signed an APK: the first certificate in its signing block. Pure; the signature itself is Android's to check.

An APK is a ZIP archive; the block stands in front of its central directory: size, pairs of id and value, size, magic.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

END_BYTES = 65_557
"""The end record with the longest comment there can be: enough of an archive's end to find the directory."""
FOOTER_BYTES = 24
"""What stands right before the directory: the block's size and its magic."""
MOST_BLOCK_BYTES = 4 * 1024 * 1024
_END_MARK = b"PK\x05\x06"
_MAGIC = b"APK Sig Block 42"
_SCHEMES = (0x1B93AD61, 0xF05368C0, 0x7109871A)
"""Version 3.1, 3 and 2; the newest there is decides."""


def signer_of(apk: bytes) -> str:
    """SHA-256 in hex of the certificate that an APK is signed with; empty when it has no signing block."""
    directory = directory_offset(apk[-END_BYTES:])
    size = block_size(apk[max(0, directory - FOOTER_BYTES) : directory])
    return signer_in(apk[directory - size : directory]) if 0 < size <= directory else ""


def directory_offset(end: bytes) -> int:
    """Where the central directory begins, from the last bytes of the archive; 0 when this is none."""
    at = end.rfind(_END_MARK)
    return int.from_bytes(end[at + 16 : at + 20], "little") if 0 <= at <= len(end) - 22 else 0


def block_size(footer: bytes) -> int:
    """Bytes of the whole signing block, from the 24 before the directory; 0 when there is none."""
    if len(footer) != FOOTER_BYTES or not footer.endswith(_MAGIC):
        return 0
    size = int.from_bytes(footer[:8], "little") + 8
    return size if size <= MOST_BLOCK_BYTES else 0


def signer_in(block: bytes) -> str:
    """SHA-256 in hex of the first signer's certificate in a signing block; empty for what makes no sense."""
    values = dict(_pairs(block[8:-FOOTER_BYTES]))
    scheme = next((scheme for scheme in _SCHEMES if scheme in values), None)
    if scheme is None:
        return ""
    try:
        signer = _prefixed(_prefixed(values[scheme]))
        signed = _prefixed(signer)
        after_digests = signed[4 + len(_prefixed(signed)) :]
        certificate = _prefixed(_prefixed(after_digests))
    except ValueError:
        return ""
    return hashlib.sha256(certificate).hexdigest() if certificate else ""


def _pairs(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Ids and values; stops where a length leads out of the data."""
    while len(data) >= 12:
        size = int.from_bytes(data[:8], "little")
        if not 4 <= size <= len(data) - 8:
            return
        yield int.from_bytes(data[8:12], "little"), data[12 : 8 + size]
        data = data[8 + size :]


def _prefixed(data: bytes) -> bytes:
    """What follows its own length in four bytes; raises ValueError when it is cut short."""
    size = int.from_bytes(data[:4], "little")
    if len(data) < 4 or size > len(data) - 4:
        raise ValueError("cut short")
    return data[4 : 4 + size]
