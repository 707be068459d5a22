"""What the microphone's process says to ours, as bytes on a pipe: a kind, a length, and that many bytes."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from enum import Enum
from typing import IO, Any

_HEADER = struct.Struct("<cI")
_BLOCK = struct.Struct("<f?")
_MOST_BYTES = 4_000_000


class Kind(Enum):
    """What a message is."""

    OPEN = b"O"
    """JSON: ``rate_hz``, ``channels``, ``name``, ``through_server``."""
    FAILED = b"F"
    """JSON: ``reason``, a sentence for the user. Nothing follows."""
    BLOCK = b"B"
    """Sound: how old its first sample is in seconds, whether some was lost before it, and the samples."""
    FAULT = b"X"
    """JSON: ``what``. Taking in a block went wrong; the stream goes on."""


def packed(kind: Kind, content: Mapping[str, Any]) -> bytes:
    """A message of any kind but BLOCK."""
    body = json.dumps(content).encode()
    return _HEADER.pack(kind.value, len(body)) + body


def packed_block(pcm: bytes, age_seconds: float, *, is_after_loss: bool) -> bytes:
    """A BLOCK message."""
    body = _BLOCK.pack(age_seconds, is_after_loss) + pcm
    return _HEADER.pack(Kind.BLOCK.value, len(body)) + body


def next_message(pipe: IO[bytes]) -> tuple[Kind, bytes] | None:
    """Waits for the next one; None when the process is gone, or says what nobody understands."""
    header = pipe.read(_HEADER.size)
    if len(header) < _HEADER.size:
        return None
    mark, length = _HEADER.unpack(header)
    body = pipe.read(length) if length <= _MOST_BYTES else b""
    if len(body) < length or mark not in {kind.value for kind in Kind}:
        return None
    return Kind(mark), body


def block_in(body: bytes) -> tuple[bytes, float, bool]:
    """Samples, age and loss out of a BLOCK message."""
    age_seconds, is_after_loss = _BLOCK.unpack_from(body)
    return body[_BLOCK.size :], age_seconds, is_after_loss


def content_in(body: bytes) -> dict[str, Any]:
    """The JSON of any other; empty when it is none."""
    try:
        content = json.loads(body)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}
