"""What the two processes say to each other: JSON in length-prefixed messages, one record a message.

JSON and not pickle, so that whatever a hostile model file makes of the child, it cannot make the parent run code.

    parent                              child
      |                                   |  Loading(step) ... Ready, or Failed(kind="load")
      |-- Propose(id) ------------------->|
      |-- Cancel(id) -------------------->|  (any time; honoured between tokens)
      |<------- Proposed | Failed (id) ---|
      |-- Count(id) --> <-- Counted(id) --|
      |-- Forget / Close ---------------->|  no answer / the child ends
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

ConstraintMode = Literal["none", "literal", "metaspace"]
"""Can a grammar be used, and how are its blanks written: as they are, or as U+2581 for stock SentencePiece."""

FailureKind = Literal["load", "answer", "overflow", "cancelled"]


@dataclass(frozen=True, kw_only=True)
class EngineSpec:
    """What the child is to load. Given at its start."""

    path: str
    backend: Literal["cpu", "gpu"]
    thread_count: int
    context_tokens: int
    prefill_tokens: int
    """The model's smallest prefill signature: room that must stay free for the engine to take a prompt at all."""
    cache_dir: str
    """``:nocache`` or a directory."""
    prompt_style: Literal["nano", "full"]
    is_constraint_probed: bool
    """False when the probe itself has killed a child before."""


@dataclass(frozen=True, kw_only=True)
class Loading:
    """The engine is there; the grammar probe begins."""

    step: str


@dataclass(frozen=True, kw_only=True)
class Ready:
    """The child takes requests."""

    context_tokens: int
    constraint: ConstraintMode


@dataclass(frozen=True, kw_only=True)
class Propose:
    """One turn."""

    id: int
    system: str
    prompt: str
    tools: Sequence[Mapping[str, Any]]
    pattern: str | None
    max_output_tokens: int
    seed: int | None = None
    """None: the likeliest answer. A number: one drawn by chance, likely ones more often, the same for each number."""


@dataclass(frozen=True, kw_only=True)
class Proposed:
    """The answer to a turn."""

    id: int
    calls: Sequence[tuple[str, Mapping[str, Any]]]
    text: str
    prompt_tokens: int
    output_tokens: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Count:
    """How many tokens is this?"""

    id: int
    text: str


@dataclass(frozen=True, kw_only=True)
class Counted:
    """So many."""

    id: int
    tokens: int


@dataclass(frozen=True, kw_only=True)
class Cancel:
    """Give up the request of this id, if it is the one being worked on."""

    id: int


@dataclass(frozen=True, kw_only=True)
class Forget:
    """Drop the conversation."""


@dataclass(frozen=True, kw_only=True)
class Close:
    """Close the conversation, the engine and the process, in that order."""


@dataclass(frozen=True, kw_only=True)
class Failed:
    """A request, or the loading (id 0), came to nothing."""

    id: int
    kind: FailureKind
    reason: str = field(default="")
    """The native words, for the log and for translation; never for the user."""


Record = Loading | Ready | Propose | Proposed | Count | Counted | Cancel | Forget | Close | Failed
_RECORDS: dict[str, type[Record]] = {
    record.__name__: record
    for record in (Loading, Ready, Propose, Proposed, Count, Counted, Cancel, Forget, Close, Failed)
}


def encode(record: Record) -> bytes:
    """One record as bytes."""
    return json.dumps({"record": type(record).__name__, **asdict(record)}).encode()


def decode(message: bytes) -> Record:
    """Bytes back to a record; raises ValueError for anything else."""
    try:
        fields = json.loads(message)
        return _RECORDS[fields.pop("record")](**fields)
    except (ValueError, KeyError, TypeError, AttributeError) as exc:
        raise ValueError("not a message of this protocol") from exc
