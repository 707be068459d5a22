"""Who does what was said: the protocol between a conversation and the runs it starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.events import EventSink
from genie_host.voice.machine.happenings import FiredBy

Confirm = Callable[[str, FiredBy], bool]
"""Reads back what is at stake and waits for a word. A yes arms: whoever may decide still has to be asked."""


class Assistant(Protocol):
    """Reaches goals, one at a time, on the thread that calls it."""

    def run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        """Reach a goal in the user's words; the answer is what to tell the user.

        Heeds the token's stop and its wait. Errors of ours may be raised: their words are told instead.
        """
        ...
