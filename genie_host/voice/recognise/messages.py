"""What the two processes of the ears say to each other, one record a message.

    parent                                 child
      |                                      |  Ready, or Failed and the end
      |-- Listen(epoch, mode) -------------->|  forgets what was half heard, and the blocks that still wait
      |-- Block ---------------------------->|
      |<------------- Said(epoch, heard) ----|  any number
      |<------------- Alive ------------------|  twice a second or more often, unless it is stuck
      |-- Close ---------------------------->|  ends

Sound goes as bytes; what comes back is JSON and not pickle, so that whatever a hostile model file makes of the child,
it cannot make the parent run code.
"""

from __future__ import annotations

import json
import struct
from dataclasses import asdict, dataclass
from typing import Any

from genie_host.voice.audio import Block
from genie_host.voice.hearing import CommandHeard, Heard, Mode, PartialHeard, WakeHeard, WakeWithdrawn, Word, WordHeard
from genie_host.voice.recognise.phrases import clean_transcript


@dataclass(frozen=True, slots=True, kw_only=True)
class Listen:
    """Hear this from now on."""

    epoch: int
    mode: Mode


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """End."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The wake phrase can be heard from now on; commands soon."""

    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """There will be nothing to hear with, however often it is tried."""

    reason: str
    """A sentence for the user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alive:
    """The child is not stuck."""

    epoch: int
    """Of the mode it hears."""
    heard_blocks: int
    """Of this mode; those that were dropped count too."""
    dropped_blocks: int
    """Since its start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Something was heard in the mode that began with this epoch."""

    epoch: int
    heard: Heard


ToChild = Listen | Block | Close
FromChild = Ready | Failed | Alive | Said

_BLOCK = struct.Struct("<cd")
_LISTEN = struct.Struct("<cQ")
_HEARD = {kind.__name__: kind for kind in (WakeHeard, WakeWithdrawn, WordHeard, PartialHeard, CommandHeard)}
_PLAIN: dict[str, type[Ready | Failed | Alive]] = {kind.__name__: kind for kind in (Ready, Failed, Alive)}


def encode_to_child(record: ToChild) -> bytes:
    """One record as bytes."""
    if isinstance(record, Block):
        return _BLOCK.pack(b"B", record.ended_at) + record.pcm
    if isinstance(record, Listen):
        return _LISTEN.pack(b"L", record.epoch) + record.mode.value.encode()
    return b"C"


def decode_to_child(message: bytes) -> ToChild:
    """Bytes back to a record; raises ValueError for anything else."""
    try:
        match message[:1]:
            case b"B":
                return Block(pcm=message[_BLOCK.size :], ended_at=_BLOCK.unpack_from(message)[1])
            case b"L":
                mode = Mode(message[_LISTEN.size :].decode())
                return Listen(epoch=_LISTEN.unpack_from(message)[1], mode=mode)
            case b"C":
                return Close()
    except struct.error as exc:
        raise ValueError("a message that breaks off") from exc
    raise ValueError("not a message of this protocol")


def encode_from_child(record: FromChild) -> bytes:
    """One record as bytes."""
    fields: dict[str, Any] = asdict(record)
    if isinstance(record, Said):
        fields = {"epoch": record.epoch, "kind": type(record.heard).__name__, "heard": asdict(record.heard)}
    return json.dumps({"record": type(record).__name__, **fields}).encode()


def decode_from_child(message: bytes) -> FromChild:
    """Bytes back to a record; raises ValueError for anything else."""
    try:
        fields = json.loads(message)
        record = fields.pop("record")
        if record == "Said":
            return Said(epoch=int(fields["epoch"]), heard=_heard(fields["kind"], fields["heard"]))
        return _PLAIN[record](**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as exc:
        raise ValueError("not a message of this protocol") from exc


def _heard(kind: str, fields: dict[str, Any]) -> Heard:
    for name in ("text", "phrase"):
        if name in fields:
            fields[name] = clean_transcript(str(fields[name]))
    if "word" in fields:
        fields["word"] = Word(fields["word"])
    heard: Heard = _HEARD[kind](**fields)
    return heard
