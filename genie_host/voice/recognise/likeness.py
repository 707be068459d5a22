"""How far what was heard is from a phrase, by letters: pure.

A recogniser of free speech seldom writes a name as its owner does, but what it writes instead sounds like it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def distance_within(phrase: str, text: str) -> float:
    """The part of the phrase's letters that must change for it to stand somewhere in a text: 0 for verbatim, to 1."""
    wanted, heard = _letters(phrase), _letters(text)
    if not wanted:
        return 1.0
    row = [0] * (len(heard) + 1)  # the phrase may begin anywhere
    for count, letter in enumerate(wanted, start=1):
        above, row = row, [count]
        for place, other in enumerate(heard, start=1):
            row.append(min(above[place] + 1, row[place - 1] + 1, above[place - 1] + (letter != other)))
    return min(row) / len(wanted)  # and end anywhere


def _letters(text: str) -> Sequence[str]:
    """Syllable blocks of Hangul count as the letters that they are made of, and accents as letters."""
    return [letter for letter in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(letter)[0] in "LM"]
