"""When a microphone is dead, when it is opened again, and whether it may be listened to; pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from genie_host.voice.capture.routes import ServerSource

DEAD_AFTER_SECONDS = 2.0
"""Blocks come every 0.1 s. PortAudio may stop calling and still say that the stream is active (its issue 930)."""
DELAYS_SECONDS = (0.5, 1.0, 2.0, 5.0)
"""Between one try to open and the next."""
FAILURES_TO_SAY = 3

ON_MONITOR = (
    "There is no microphone. What is left is the sound that a speaker makes, and Genie does not listen to that; plug "
    "a microphone in."
)
NOT_CHOSEN = "The microphone that was chosen is gone, and Genie does not listen to another one unasked."


class Reopening:
    """Counts the failures since a microphone was last open, and says when the next try is due."""

    def __init__(self) -> None:
        self.failures = 0
        self._due_at = 0.0

    def lost(self, now: float) -> None:
        """An open microphone died."""
        self.failures = 0
        self._due_at = now + DELAYS_SECONDS[0]

    def failed(self, now: float) -> None:
        """A try did not work."""
        self._due_at = now + DELAYS_SECONDS[min(self.failures, len(DELAYS_SECONDS) - 1)]
        self.failures += 1

    def hurry(self, now: float) -> None:
        """Something was plugged in, or the sound server is back."""
        self._due_at = now

    def is_due(self, now: float) -> bool:
        return now >= self._due_at

    def sentence(self, reason: str) -> str:
        """The reason, with what is done about it."""
        if self.failures < FAILURES_TO_SAY:
            return f"{reason} It is being opened again."
        return f"{reason} Genie has tried {self.failures} times and goes on trying; text works meanwhile."


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Whether what is heard is what was meant."""

    heard: ServerSource
    refusal: str = ""
    """Why it is not listened to; empty when it is."""
    better: str = ""
    """The name of a source to be opened in its place; empty when there is none."""


def judged(heard_index: int | None, sources: Sequence[ServerSource] | None, wished: str, last: str) -> Judgement | None:
    """None when the server does not say what is heard. ``last`` is the source that was listened to before."""
    heard = next((source for source in sources or () if source.index == heard_index), None)
    if sources is None or heard is None:
        return None
    if wished:
        if heard.name == wished:
            return Judgement(heard=heard)
        is_back = any(source.name == wished for source in sources)
        return Judgement(heard=heard, refusal=NOT_CHOSEN, better=wished if is_back else "")
    if not heard.is_monitor:
        return Judgement(heard=heard)
    microphones = [source.name for source in sources if not source.is_monitor]
    better = last if last in microphones else next(iter(microphones), "")
    return Judgement(heard=heard, refusal=ON_MONITOR, better=better)
