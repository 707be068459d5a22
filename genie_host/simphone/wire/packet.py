"""Packets of the adb transport: six little-endian words, then the payload.

Source: AOSP ``packages/modules/adb/protocol.txt``.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

VERSION_CHECKSUMS = 0x01000000
"""Protocol version with a checksum in every packet."""
VERSION_NO_CHECKSUMS = 0x01000001
"""Protocol version whose checksums are zero and not looked at."""
VERSION_STLS = 0x01000000
MAX_PAYLOAD = 1024 * 1024
MAX_PAYLOAD_BEFORE_GREETING = 4096
HEADER_SIZE = 24
STLS_FIRST_BYTE = b"S"
"""How an STLS packet begins; no TLS record does."""

_HEADER = struct.Struct("<6I")
_WORD = 0xFFFFFFFF


class Command(IntEnum):
    """The command words, ASCII read little-endian."""

    SYNC = 0x434E5953
    CNXN = 0x4E584E43
    AUTH = 0x48545541
    OPEN = 0x4E45504F
    OKAY = 0x59414B4F
    CLSE = 0x45534C43
    WRTE = 0x45545257
    STLS = 0x534C5453


class PacketError(Exception):
    """The peer does not speak the protocol; the connection is of no more use."""


@dataclass(frozen=True)
class Header:
    """A packet without its payload."""

    command: int
    arg0: int
    arg1: int
    length: int
    checksum: int

    @classmethod
    def parse(cls, data: bytes) -> Header:
        """Read 24 bytes; raises PacketError when they are no header, or announce too much."""
        command, arg0, arg1, length, checksum, magic = _HEADER.unpack(data)
        if magic != command ^ _WORD:
            raise PacketError(f"bad magic for command {command:#010x}")
        if length > MAX_PAYLOAD:
            raise PacketError(f"payload of {length} bytes")
        return cls(command, arg0, arg1, length, checksum)


def checksum_of(payload: bytes | memoryview) -> int:
    """Sum of all bytes."""
    return sum(payload) & _WORD


def encode(command: Command, arg0: int, arg1: int, payload: bytes | memoryview, *, with_checksum: bool) -> bytes:
    """Header and payload as they go over the wire."""
    checksum = checksum_of(payload) if with_checksum else 0
    return _HEADER.pack(command, arg0, arg1, len(payload), checksum, command ^ _WORD) + payload
