"""What a command's words mean: themselves, or the goal that a spoken shortcut stands for. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from genie_host.voice.recognise.phrases import find_phrase, without_leading, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A command, and which of the words it was read from."""

    text: str
    start: int
    end: int


class Reader(Protocol):
    """Makes a command of words; an empty text when they are none."""

    def read(self, words: Sequence[str]) -> Reading: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSpeech:
    """Everything said is the command, but for the wake phrase when the sound begins a little before its end."""

    wake_phrases: Sequence[Sequence[str]]

    def read(self, words: Sequence[str]) -> Reading:
        kept = without_leading(self.wake_phrases, words)
        return Reading(text=" ".join(kept), start=len(words) - len(kept), end=len(words))


class Shortcuts:
    """A few phrases, each of which stands for a goal; the longest one said counts."""

    def __init__(self, goals: Mapping[str, str]) -> None:
        self._goals = {words_of(phrase): goal for phrase, goal in goals.items()}

    @property
    def phrases(self) -> tuple[tuple[str, ...], ...]:
        return tuple(self._goals)

    def read(self, words: Sequence[str]) -> Reading:
        found = [
            (end - start, start, end, goal)
            for phrase, goal in self._goals.items()
            if (place := find_phrase(phrase, words)) is not None
            for start, end in [place]
        ]
        if not found:
            return Reading(text="", start=0, end=0)
        _, start, end, goal = max(found)
        return Reading(text=goal, start=start, end=end)
