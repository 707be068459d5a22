"""What is spoken, and by what: the records and protocols of speech out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

from genie_host.core.cancel import CancelToken


class Channel(IntEnum):
    """What a text is for; a lower number is spoken first."""

    URGENT = 0
    """What went wrong, and what is about to be asked on the phone."""
    ANSWER = 1
    """The reply of a run, on the final channel: what the model thinks on the way is never spoken."""
    NARRATION = 2
    """What a run is doing; left out when something better waits."""
    LESSON = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """Something to say."""

    text: str
    channel: Channel = Channel.ANSWER
    language: str = ""
    """A BCP 47 tag such as ``de``; empty: found from the text."""


class Speaker(Protocol):
    """A voice."""

    def say(self, text: str, language: str, cancel: CancelToken) -> None:
        """Speak one text and come back when it has been heard, or within milliseconds once cancelled.

        Raises Cancelled, and SpeechUnavailable when there is no voice or nothing to hear it with.
        """
        ...

    def close(self) -> None: ...
