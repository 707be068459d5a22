"""A stand-in for the companion's APK: its manifest, no code, and a signing block with any certificate."""

from __future__ import annotations

import hashlib
import struct

from tests.simphone.shell.apk_writer import Node, apk

PACKAGE = "dev.genie.confirm"
OURS, THEIRS = b"a certificate of ours", b"a certificate of somebody else"
_V2 = 0x7109871A


def companion_apk(*, version_code: int = 1, certificate: bytes = OURS, package: str = PACKAGE) -> bytes:
    """What installs as the companion."""
    activities: list[Node] = [
        ("activity", {"name": ".ConfirmActivity", "permission": "android.permission.DUMP"}, []),
        ("activity", {"name": ".EnrollActivity", "permission": "android.permission.DUMP"}, []),
    ]
    children: list[Node] = [
        ("uses-sdk", {"minSdkVersion": 24, "targetSdkVersion": 36}, []),
        ("application", {"label": "Genie confirm"}, activities),
    ]
    outer: dict[str, str | int | bool] = {"versionCode": version_code, "versionName": "1.0", "package": package}
    return signed(apk(("manifest", outer, children)), certificate)


def signed(archive: bytes, certificate: bytes, *, scheme: int = _V2) -> bytes:
    """The same with a signing block before the directory; the signature in it is nobody's."""
    end = archive.rfind(b"PK\x05\x06")
    directory = struct.unpack_from("<I", archive, end + 16)[0]
    signed_data = _prefixed(b"") + _prefixed(_prefixed(certificate)) + _prefixed(b"")
    signer = _prefixed(signed_data) + _prefixed(b"") + _prefixed(b"")
    value = _prefixed(_prefixed(signer))
    other = struct.pack("<QI", 4 + 10, 0x42726577) + bytes(10)
    pairs = other + struct.pack("<QI", 4 + len(value), scheme) + value
    size = struct.pack("<Q", len(pairs) + 24)
    block = size + pairs + size + b"APK Sig Block 42"
    tail = bytearray(archive[directory:])
    struct.pack_into("<I", tail, end - directory + 16, directory + len(block))
    return archive[:directory] + block + bytes(tail)


def signer_id(certificate: bytes = OURS) -> str:
    """How a certificate is told from another."""
    return hashlib.sha256(certificate).hexdigest()


def _prefixed(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data
