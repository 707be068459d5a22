"""What can happen to a conversation, besides what the ears hear: the events of the machine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from genie_host.voice.hearing import Heard


class FiredBy(StrEnum):
    """Who lets a risky step happen. Never a voice."""

    PHONE = "phone"
    """A finger on the phone's sensor, after a spoken yes."""
    KEYBOARD = "keyboard"
    """A key pressed at the computer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Time has gone by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A goal typed instead of said."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyAnswer:
    """Yes or no to what is asked, from the keyboard."""

    is_yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPressed:
    """Push to talk: listen now, whatever is being said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Muted:
    """The user closed the microphone, or opened it again."""

    is_muted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneLost:
    """No sound comes any more."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneFound:
    """Sound comes, for the first time or again."""

    device: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeechEnded:
    """A text was spoken, cut off, left out, or could not be spoken."""

    id: int
    trouble: str = ""
    """Why it was not heard, when that is a fault."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunActed:
    """The run has done something on the phone."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAsks:
    """The run wants to do something risky; nothing is asked on the phone before this is answered."""

    words: str
    """What is at stake, to be read back: the deed, and recipient, amount and text."""
    fired_by: FiredBy


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneAsks:
    """The phone shows the question and waits for a finger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunAnswered:
    """A risky step was allowed or denied, by whoever may."""

    is_granted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunEnded:
    """The run is over."""

    reply: str
    """What to tell the user; never empty unless there is nothing to tell."""


Happening = (
    Heard
    | Tick
    | Typed
    | KeyAnswer
    | TalkPressed
    | Muted
    | MicrophoneLost
    | MicrophoneFound
    | SpeechEnded
    | RunActed
    | RunAsks
    | PhoneAsks
    | RunAnswered
    | RunEnded
)
