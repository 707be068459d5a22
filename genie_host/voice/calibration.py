"""What a wake phrase sounds like to a model when one person says it: which of that can wake it from now on. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from genie_host.voice.recognise.phrases import words_of

MOST_ALIASES = 4
_MOST_WORDS = 4
_FEWEST_LETTERS = 4
_FEWEST_WIDE_LETTERS = 3
"""Of a script that writes syllables or words with one letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearing:
    """One thing that the model heard."""

    text: str
    times: int
    refusal: str
    """Why it is no alias, as the end of a sentence; empty when it is one."""


def judge(heard: Iterable[str], phrase: str, steering: Collection[Sequence[str]], *, takes: int) -> list[Hearing]:
    """Everything heard, the most frequent first.

    A short or stray alias would wake Genie all day, so one that came only once among several takes is none.
    """
    counts = Counter(" ".join(words_of(text)) for text in heard)
    hearings: list[Hearing] = []
    for text, times in counts.most_common():
        words = tuple(text.split())
        refusal = _refusal(words, times, phrase, {tuple(entry) for entry in steering}, takes)
        if not refusal and sum(not hearing.refusal for hearing in hearings) == MOST_ALIASES:
            refusal = "is one too many"
        hearings.append(Hearing(text=text, times=times, refusal=refusal))
    return hearings


def _refusal(words: tuple[str, ...], times: int, phrase: str, steering: Collection[tuple[str, ...]], takes: int) -> str:
    if not words:
        return "was nothing that the model knows"
    if words == words_of(phrase):
        return "is the phrase itself"
    if words in steering or any(word in steering for word in [(word,) for word in words]):
        return "means something else to Genie"
    if len(words) > _MOST_WORDS:
        return "is too long"
    letters = "".join(words)
    is_wide = any(letter > "\u2e80" for letter in letters)
    if len(letters) < (_FEWEST_WIDE_LETTERS if is_wide else _FEWEST_LETTERS):
        return "is too short: it would wake Genie all day"
    return "came only once" if times == 1 and takes > 2 else ""
