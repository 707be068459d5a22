"""What the machine wants done: the records that the session carries out, in order."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from genie_host.voice.hearing import Mode
from genie_host.voice.speaking import Channel


class Sound(StrEnum):
    """Short tones."""

    WAKE = "wake"
    """I listen."""
    END = "end"
    """I no longer listen."""
    ERROR = "error"
    UNSURE = "unsure"
    """I did not understand, and ask no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """The ears are open for this from now on, and for nothing else."""

    mode: Mode
    since: float | None = None
    """Also for what was heard since then: a command said in the same breath as the wake phrase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """Speak; SpeechEnded with this id is owed in return."""

    id: int
    text: str
    channel: Channel


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Whatever is being spoken or waits to be is over now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chime:
    """Sound a tone."""

    sound: Sound


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGoal:
    """Begin a run; RunEnded is owed in return."""

    goal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRun:
    """Stop the run before its next touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseRun:
    """Nothing more is touched until ResumeRun."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeRun:
    """Go on, after a new look at the phone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """The answer to RunAsks. A yes lets the phone ask for a finger, and nothing more than that."""

    is_yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Show:
    """A line for whoever looks."""

    words: str
    is_trouble: bool = False
    is_reply: bool = False
    """What a run has to tell."""


Effect = Open | Say | Silence | Chime | StartGoal | CancelRun | PauseRun | ResumeRun | Arm | Show
