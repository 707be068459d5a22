"""The voice of a conversation: what the machine wants said, and word of it when it is over."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from genie_host.voice.machine.effects import Say
from genie_host.voice.machine.happenings import SpeechEnded
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speaking import Utterance

OnEnded = Callable[[int, str], None]


class SpeechOut(Protocol):
    """A queue of things to say. Every method returns at once."""

    def say(self, utterance: Utterance) -> int: ...

    def play(self, earcon: Earcon) -> None: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Quiet:
    """No voice at all: what would be said is only shown."""

    def __init__(self, on_ended: OnEnded) -> None:
        self._on_ended = on_ended
        self._id = 0

    def say(self, utterance: Utterance) -> int:
        self._id += 1
        self._on_ended(self._id, "")
        return self._id

    def play(self, earcon: Earcon) -> None:
        """No tone."""

    def stop(self) -> None:
        """Nothing is being said."""

    def close(self) -> None:
        """Nothing to let go of."""


class Mouth:
    """Speaks for the machine, in whose numbers it also tells when something has been said."""

    def __init__(self, open_speech: Callable[[OnEnded], SpeechOut], post: Callable[[SpeechEnded], None]) -> None:
        """``open_speech`` makes the queue and has it call what it is given when an utterance is over."""
        self._post = post
        self._lock = threading.Lock()
        self._ids: dict[int, int] = {}
        self._early: dict[int, str] = {}
        """Utterances that were over before the queue had given their number."""
        self._told = ""
        self._speech = open_speech(self._ended)

    def say(self, wish: Say) -> None:
        id = self._speech.say(Utterance(text=wish.text, channel=wish.channel))
        with self._lock:
            trouble = self._early.pop(id, None)
            if trouble is None:
                self._ids[id] = wish.id
        if trouble is not None:
            self._tell(wish.id, trouble)

    def play(self, earcon: Earcon) -> None:
        self._speech.play(earcon)

    def silence(self) -> None:
        self._speech.stop()

    def close(self) -> None:
        self._speech.close()

    def _ended(self, id: int, trouble: str) -> None:
        """On the queue's thread."""
        with self._lock:
            wished = self._ids.pop(id, None)
            if wished is None:
                self._early[id] = trouble
        if wished is not None:
            self._tell(wished, trouble)

    def _tell(self, id: int, trouble: str) -> None:
        # The same trouble with every sentence is told once.
        is_news = trouble != self._told
        self._told = trouble
        self._post(SpeechEnded(id=id, trouble=trouble if is_news else ""))
