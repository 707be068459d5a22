"""Phrases within what was heard: pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

_LONGEST_TRANSCRIPT = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Hypothesis:
    """What a recogniser makes of the utterance so far."""

    words: tuple[str, ...]
    is_final: bool
    confidences: tuple[float, ...] = ()
    """One for each word of a final hypothesis, 0 to 1."""
    starts_at: tuple[float, ...] = ()
    """When each word of a final hypothesis began, in the time of the blocks."""
    ends_at: tuple[float, ...] = ()
    """When each word of a final hypothesis ended, in the time of the blocks."""

    @property
    def text(self) -> str:
        return " ".join(self.words)


def words_of(phrase: str) -> tuple[str, ...]:
    """A phrase as a recogniser would spell it: small letters, no marks, no doubled blanks."""
    folded = unicodedata.normalize("NFC", phrase).lower()
    kept = (letter if unicodedata.category(letter)[0] in "LNM" or letter == "'" else " " for letter in folded)
    return tuple("".join(kept).split())


def find_phrase(phrase: Sequence[str], words: Sequence[str]) -> tuple[int, int] | None:
    """Where a phrase stands the last time among words, as a half-open range."""
    length = len(phrase)
    for start in range(len(words) - length, -1, -1):
        if length and tuple(words[start : start + length]) == tuple(phrase):
            return start, start + length
    return None


def without_leading(phrases: Iterable[Sequence[str]], words: Sequence[str]) -> tuple[str, ...]:
    """Words without one of the phrases in front."""
    for phrase in sorted(phrases, key=len, reverse=True):
        if phrase and tuple(words[: len(phrase)]) == tuple(phrase):
            return tuple(words[len(phrase) :])
    return tuple(words)


def clean_transcript(text: str) -> str:
    """What an engine wrote, on one line, without anything a terminal would obey, hide or reorder."""
    kept = (
        " " if unicodedata.category(letter)[0] in "CZ" and letter not in "\u200c\u200d" else letter for letter in text
    )
    return " ".join("".join(kept).split())[:_LONGEST_TRANSCRIPT]
