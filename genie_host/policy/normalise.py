"""Text as it is compared: one form for what looks or means the same, whatever an app did to it.

Labels on a screen are controlled by the app that draws them. A verb is found even when it is written in full-width
letters, with a space inside ("买 入"), with invisible characters, or with Cyrillic letters that look Latin.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from genie_host.policy.lookalikes import LETTERLIKE, LOOKALIKES

_CACHE_ENTRIES = 8192
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]+"
)
_LONGEST = 4000
"""Characters of a text that are looked at; a label is no longer, and one that is would only cost time."""

_SEPARATE_FOLDS = str.maketrans({"ı": "i", "ł": "l", "đ": "d", "ø": "o", "æ": "ae", "œ": "oe"})
# Thai to Lao, Myanmar, Khmer, kana, Han, Hangul (which has spaces, but glues endings on).
_DENSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]"
)
_IGNORED = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0}


@lru_cache(maxsize=_CACHE_ENTRIES)
def normalise(text: str) -> str:
    """NFKC, case-folded, all digits ASCII, invisible and bidi characters gone, white space single."""
    if len(text) > _LONGEST:
        # What cannot be seen must not push what can be seen out of sight.
        text = " ".join(_UNSEEN.sub("", text).split())[:_LONGEST]
    text = unicodedata.normalize("NFKC", text).casefold()
    # Casefolding the Turkish capital dotted I leaves a combining dot; nothing is written with one on purpose.
    text = unicodedata.normalize("NFKC", text.replace("i\u0307", "i"))
    kept = (_plain_character(character) for character in text)
    return " ".join("".join(kept).split())


def words(text: str) -> tuple[str, ...]:
    """The words of a label: runs of letters, marks and digits of its normal form; apostrophes join."""
    return _split(normalise(text))


@lru_cache(maxsize=_CACHE_ENTRIES)
def fold_diacritics(text: str) -> str:
    """A normalised text without its diacritics; only for languages that can be read without them."""
    decomposed = unicodedata.normalize("NFD", text.translate(_SEPARATE_FOLDS))
    return "".join(character for character in decomposed if not unicodedata.combining(character))


@lru_cache(maxsize=_CACHE_ENTRIES)
def skeleton(text: str) -> str:
    """A normalised text with letters of other scripts replaced by the Latin ones they look like."""
    mapped = fold_diacritics(text).translate(LOOKALIKES)
    return " ".join(_lettered(word) for word in mapped.split())


def _lettered(word: str) -> str:
    """A word whose digits and signs are read as the letters they look like; not its signs at the end, nor a price."""
    core = word.rstrip("!$@?.,:;")
    if not any(character.isalpha() for character in core) or (core[:1] in "$@" and core[1:2].isdigit()):
        return word
    return core.translate(LETTERLIKE) + word[len(core) :]


def tight(text: str) -> str:
    """A normalised text with nothing between its letters: for scripts that put no spaces between words."""
    return "".join(_split(text))


def has_override(text: str) -> bool:
    """Does a text force letters into an order in which they are not read? No honest label does."""
    return "\u202d" in text or "\u202e" in text


def is_dense(text: str) -> bool:
    """Does the text use a script in which a word may start anywhere?"""
    return _DENSE.search(text) is not None


@lru_cache(maxsize=_CACHE_ENTRIES)
def _split(text: str) -> tuple[str, ...]:
    text = text.replace("'", "").replace("’", "").replace("`", "")
    return tuple("".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in text).split())


def _plain_character(character: str) -> str:
    if character.isascii():
        return character
    if unicodedata.category(character) in {"Cf", "Cc", "Cn", "Co", "Cs"} or _is_ignored(ord(character)):
        return " " if character.isspace() else ""
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _is_ignored(code: int) -> bool:
    return code in _IGNORED or 0x180B <= code <= 0x180F or 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE0FFF
