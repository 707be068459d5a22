"""Which writing systems the lexicon covers: what cannot be read is not thereby harmless."""

from __future__ import annotations

import unicodedata

_KNOWN = (
    "LATIN",
    "CYRILLIC",
    "ARABIC",
    "HEBREW",
    "DEVANAGARI",
    "BENGALI",
    "CJK",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL",
    "THAI",
    "FULLWIDTH",
    "MODIFIER",
    "MASCULINE",
    "FEMININE",
)


def is_script_known(text: str) -> bool:
    """Are most letters of a text of a script in which the lexicon has words?"""
    letters = [character for character in text if character.isalpha()]
    if all(character.isascii() for character in letters):
        return bool(letters)
    known = sum(unicodedata.name(character, "").startswith(_KNOWN) for character in letters)
    return known * 2 > len(letters)
