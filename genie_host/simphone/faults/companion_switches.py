"""The switches of the companion app: ways in which an approval can go wrong on the phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Forgery = Literal["", "signature", "digest", "key"]


@dataclass(kw_only=True)
class CompanionFaults:
    """All off is a companion that does as it should."""

    is_silent: bool = False
    """It is started and neither shows nor says anything."""
    shows_after_seconds: float = 0.0
    """The dialog comes so late."""
    answers_after_seconds: float = 0.0
    """The answer leaves so long after the finger."""
    answers_twice: bool = False
    """Every answer is given two times."""
    forges: Forgery = ""
    """An approval with a signature that is none, over another action, or by another key."""
    dies_after_seconds: float | None = None
    """The process ends so long after the dialog has come, in the middle of everything."""
    refuses_socket: bool = False
    """Nobody listens on the abstract socket; the provider answers."""
    refuses_provider: bool = False
    """The content provider gives nothing."""
    loses_focus: bool = False
    """A pop-up comes over the dialog as soon as it is there."""
