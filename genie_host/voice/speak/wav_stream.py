"""The head of a WAV file that arrives piece by piece, its length unknown, as speech engines write it. Pure."""

from __future__ import annotations

import struct
from dataclasses import dataclass

_LONGEST_HEAD = 65_536
"""macOS fills the first 4,096 bytes."""
_INTEGER_SAMPLES = 1
_EXTENSIBLE = 0xFFFE


@dataclass(frozen=True, slots=True, kw_only=True)
class WavHead:
    """Mono, 16 bit; only that is spoken."""

    rate_hz: int
    starts_at: int
    """Bytes before the first sample."""


class NotSpeech(Exception):
    """Something else than a WAV stream of 16-bit mono samples."""


def read_head(data: bytes) -> WavHead | None:
    """None when more is needed. Raises NotSpeech."""
    if len(data) < 12:
        return None
    if data[:4] != b"RIFF" or data[8:12] != b"WAVE":
        raise NotSpeech
    rate_hz, at = 0, 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if name == b"data":
            if not rate_hz:
                raise NotSpeech
            return WavHead(rate_hz=rate_hz, starts_at=at + 8)
        if name == b"fmt ":
            if len(data) < at + 24:
                return None
            kind, channels, rate_hz, _, _, bits = struct.unpack_from("<HHIIHH", data, at + 8)
            if kind not in (_INTEGER_SAMPLES, _EXTENSIBLE) or (channels, bits) != (1, 16) or not rate_hz:
                raise NotSpeech
        at += 8 + size + size % 2
        if at > _LONGEST_HEAD:
            raise NotSpeech
    return None
