"""What the model asks for and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import uuid4

from genie_host.core.provenance import Origin


def _new_request_id() -> str:
    return uuid4().hex


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """The model's request, arguments as decoded from JSON and not yet validated."""

    call_id: str
    tool_name: str
    arguments: Mapping[str, Any]
    request_id: str = field(default_factory=_new_request_id, compare=False)
    """Whoever asks again under the same id asks for the same deed: what changes something is then not done twice."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """Decision: run one tool."""

    call: ToolCall


@dataclass(frozen=True, kw_only=True)
class Reply:
    """Decision: the goal is answered with these words."""

    message: str


@dataclass(frozen=True, kw_only=True)
class Finish:
    """Decision: the goal is reached, or cannot be; ``plan`` is the model's account of it."""

    plan: str
    is_reached: bool = True


Decision = Act | Reply | Finish


class Tier(StrEnum):
    """How bad it was, and so who deals with it."""

    OK = "ok"
    TRANSIENT = "transient"
    """Tried again if idempotent, else observed again."""
    LOGIC = "logic"
    """Told to the model, which plans anew."""
    AUTH = "auth"
    """Denied or refused; the run stops."""
    FATAL = "fatal"
    """The run stops."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a call did."""

    tier: Tier
    code: str
    """Stable word for programs: ``done``, ``not_found``, ``denied``, ``timed_out`` ..."""
    message: str
    """One sentence for the model; no stack trace, path or secret."""
    origin: Origin = Origin.GENIE
    """Where the words in the message came from, when they are not Genie's own."""
