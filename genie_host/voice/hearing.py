"""What was heard, and what there is to hear with: the records and protocols between recognition and the machine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from genie_host.voice.audio import Block


class Mode(StrEnum):
    """What the ears are open for. Exactly one at a time."""

    DEAF = "deaf"
    """Nothing is decoded."""
    WAKE = "wake"
    """The wake phrase only."""
    COMMAND = "command"
    """Everything said, as text."""
    STOP = "stop"
    """The few words that steer a run: stop, cancel, wait, go on. The wake phrase is not heard."""
    BUSY = "busy"
    """The words that steer a run, and the wake phrase."""
    ANSWER = "answer"
    """Yes or no, and the words that steer a run."""


class Word(StrEnum):
    """A word of a closed grammar, whatever the language it was said in."""

    STOP = "stop"
    CANCEL = "cancel"
    WAIT = "wait"
    GO_ON = "go on"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeHeard:
    """The wake phrase, and when it ended, in the time of the blocks."""

    phrase: str
    ended_at: float
    is_confirmed: bool
    """The final result agrees (strict mode). Until then nothing may act on it."""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WakeWithdrawn:
    """A wake that the final result did not confirm."""

    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WordHeard:
    """A word of a closed grammar."""

    word: Word
    ended_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialHeard:
    """What a command sounds like so far; changes until the final one."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHeard:
    """A whole command; empty text when speech was heard but no words."""

    text: str
    confidence: float
    """Mean over words, 0 to 1; 1.0 from an engine that has none."""
    ended_at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class EarsLost:
    """The recogniser died or does not answer."""

    reason: str
    comes_back: bool
    """It is being started again; else voice is over, and text goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarsReady:
    """The recogniser hears, for the first time or again."""

    engine: str


Heard = WakeHeard | WakeWithdrawn | WordHeard | PartialHeard | CommandHeard | EarsLost | EarsReady


class Ears(Protocol):
    """One engine, or several that share the work. Used from one thread; ``poll`` never blocks."""

    def listen(self, mode: Mode) -> None:
        """What to hear from the next block on; forgets what was half heard."""
        ...

    def feed(self, block: Block) -> None:
        """Take in sound. Never blocks longer than it takes to hand it over, and drops rather than lags."""
        ...

    def poll(self) -> list[Heard]: ...

    def close(self) -> None: ...


class WakeDetector(Protocol):
    """An engine for the wake phrase, within the process it lives in."""

    def accept(self, block: Block) -> list[WakeHeard | WakeWithdrawn]: ...

    def reset(self) -> None: ...


class Recogniser(Protocol):
    """An engine for commands, within the process it lives in."""

    def accept(self, block: Block) -> list[PartialHeard | CommandHeard]: ...

    def finish(self, ended_at: float) -> CommandHeard:
        """What was said so far, as the whole command."""
        ...

    def reset(self) -> None: ...
