"""Risk classes of tools, and the verdict on one call."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RiskClass(StrEnum):
    """What a tool can do at worst. Every tool declares one."""

    READ = "read"
    """Looks only."""
    NAVIGATE = "navigate"
    """Moves about; undone by going back."""
    TOUCH = "touch"
    """Hits a node: as harmless or as grave as that node."""
    TYPE = "type"
    """Puts text into a field."""
    TALK = "talk"
    """Speaks to the user, or ends the run."""


class Ruling(StrEnum):
    """May the call run?"""

    ALLOW = "allow"
    ASK = "ask"
    REFUSE = "refuse"


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """A ruling and why."""

    ruling: Ruling
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ApprovalRequest:
    """What a person is shown before a risky call."""

    tool_name: str
    target: str
    """Name of the node that will really be hit; empty when there is none."""
    app_label: str
    details: tuple[tuple[str, str], ...]
    """Name and value of what is at stake, such as recipient and text."""
    reasons: tuple[str, ...]
