"""What a check found, as records; ``docs/doctor.md`` is the contract for programs that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from genie_host.core.errors import PhoneError, PhoneUnavailable
from genie_host.phone.translate import code_of

SCHEMA = 1
"""Raised when a field of the report changes its meaning; new fields and new checks do not."""


class Status(StrEnum):
    """How a check ended."""

    OK = "ok"
    WARN = "warn"
    """A run is possible, but something may surprise."""
    FAIL = "fail"
    """A run would not get anywhere."""
    SKIPPED = "skipped"
    """It could not be looked at, or does not apply here."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One check's result."""

    check: str
    """Its lasting name: ``adb.server``."""
    status: Status
    summary: str
    """What is so, in one sentence."""
    remedy: str = ""
    """What to do about it; empty only for OK and SKIPPED."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The same for programs."""
    kind: type[PhoneError] = PhoneUnavailable
    """What a run that meets this ends with."""

    @property
    def sentence(self) -> str:
        return f"{self.summary} {self.remedy}".strip()

    def error(self) -> PhoneError:
        """The finding as an error that ends a run."""
        return self.kind(self.sentence)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "check": self.check,
            "status": self.status.value,
            "code": code_of(self.kind) if self.status is Status.FAIL else "",
            "summary": self.summary,
            "remedy": self.remedy,
            "facts": dict(self.facts),
        }


@dataclass(frozen=True, kw_only=True)
class Report:
    """All checks of one visit."""

    serial: str
    """Empty when no phone was looked at."""
    findings: Sequence[Finding]

    @property
    def is_ready(self) -> bool:
        """A run on this phone can start: a phone was looked at, and no check failed."""
        return bool(self.serial) and not any(found.status is Status.FAIL for found in self.findings)

    @property
    def has_warnings(self) -> bool:
        return any(found.status is Status.WARN for found in self.findings)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "schema": SCHEMA,
            "ready": self.is_ready,
            "serial": self.serial,
            "checks": [found.as_json() for found in self.findings],
        }
