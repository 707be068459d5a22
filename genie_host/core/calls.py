"""What the model asks for and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """The model's request, arguments as decoded from JSON and not yet validated."""

    call_id: str
    tool_name: str
    arguments: Mapping[str, Any]


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
