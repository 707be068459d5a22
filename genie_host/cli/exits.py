"""Exit codes: one for every way a command can end."""

from __future__ import annotations

from enum import IntEnum

from genie_host.core.errors import (
    AuditUnavailable,
    Cancelled,
    GenieError,
    ModelError,
    PersonPresent,
    PhoneError,
    SimulatorError,
    UsageError,
    VoiceError,
)


class ExitCode(IntEnum):
    """What a script that called Genie reads. The names are those of ``EndReason``, and a few more."""

    FINISHED = 0
    NOT_REACHED = 1
    USAGE = 2
    STOPPED_BY_SAFETY = 3
    PHONE_UNAVAILABLE = 4
    MODEL_UNAVAILABLE = 5
    BUDGET_USED_UP = 6
    YIELDED = 7
    VOICE_UNAVAILABLE = 8
    BUG = 70
    """Something that Genie's makers did not think of; not one of the ways a run is meant to end."""
    CANCELLED = 130


_CODES: tuple[tuple[type[GenieError], ExitCode], ...] = (
    (UsageError, ExitCode.USAGE),
    (Cancelled, ExitCode.CANCELLED),
    (AuditUnavailable, ExitCode.STOPPED_BY_SAFETY),
    (PersonPresent, ExitCode.YIELDED),
    (PhoneError, ExitCode.PHONE_UNAVAILABLE),
    (SimulatorError, ExitCode.PHONE_UNAVAILABLE),
    (ModelError, ExitCode.MODEL_UNAVAILABLE),
    (VoiceError, ExitCode.VOICE_UNAVAILABLE),
)


def exit_code_of(error: GenieError) -> ExitCode:
    """The code for an error that ends a command."""
    return next((code for kind, code in _CODES if isinstance(error, kind)), ExitCode.NOT_REACHED)


def exit_code_of_reason(reason: str) -> ExitCode:
    """The code for the way an episode ended."""
    return ExitCode[reason.upper()]
