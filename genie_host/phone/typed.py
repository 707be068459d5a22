"""What a field made of a text that was put into it. Pure."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from enum import StrEnum

_PASSWORD_DOTS = frozenset("•●*∙⚫")
_SHOWN_LENGTH = 40
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff"))
"""Marks that fields add around text of another direction."""


class Fate(StrEnum):
    """How what is shown stands to what was asked for."""

    EXACT = "exact"
    MASKED = "masked"
    """A password: as many dots as characters."""
    REFORMATTED = "reformatted"
    """The same letters and digits with other blanks, punctuation or case."""
    TRUNCATED = "truncated"
    FILTERED = "filtered"
    """The field left characters out."""
    EMPTY = "empty"
    OTHER = "other"


TAKEN = frozenset({Fate.EXACT, Fate.MASKED, Fate.REFORMATTED})
"""The field holds what was asked for."""
FIELD_RULES = frozenset({Fate.TRUNCATED, Fate.FILTERED})
"""The field has rules of its own: another way of typing will not change them."""


@dataclass(frozen=True, kw_only=True)
class Typed:
    """A field after typing."""

    asked: str
    shown: str
    fate: Fate

    @property
    def is_taken(self) -> bool:
        return self.fate in TAKEN

    def complaint(self, *, is_secret: bool) -> str:
        """Why the field does not hold what was asked for; says nothing of a secret's characters."""
        shown = "" if is_secret else f" It shows '{_short(self.shown)}'."
        match self.fate:
            case Fate.TRUNCATED:
                return f"The field took only the first {len(self.shown)} of {len(self.asked)} characters.{shown}"
            case Fate.FILTERED:
                left_out = len(self.asked) - len(self.shown)
                return f"The field left {left_out} of {len(self.asked)} characters out: it wants others.{shown}"
            case Fate.EMPTY:
                return "The field did not take the text: it is empty."
            case _:
                return f"The field did not take the text: it may be too short or want another kind of text.{shown}"

    def __repr__(self) -> str:
        # It may be a secret, and representations end up in logs.
        return f"Typed({len(self.asked)} characters, {self.fate.value})"


def compared(shown: str, asked: str, hint: str = "") -> Typed:
    """What became of ``asked`` in a field that now shows ``shown``; an empty field shows its hint."""
    if shown == hint and shown != asked:
        shown = ""
    return Typed(asked=asked, shown=shown, fate=_fate(shown, asked))


def _fate(shown: str, asked: str) -> Fate:
    if shown == asked or _canonical(shown) == _canonical(asked):
        return Fate.EXACT
    if shown and set(shown) <= _PASSWORD_DOTS:
        # Android counts an emoji as two.
        return Fate.MASKED if len(shown) in (len(asked), len(asked.encode("utf-16-le")) // 2) else Fate.OTHER
    if not shown:
        return Fate.EMPTY
    if _bare(shown) == _bare(asked) != "":
        return Fate.REFORMATTED
    if asked.startswith(shown) or _canonical(asked).startswith(_canonical(shown)):
        return Fate.TRUNCATED
    return Fate.FILTERED if _is_subsequence(shown, asked) else Fate.OTHER


def _canonical(text: str) -> str:
    return unicodedata.normalize("NFC", text.translate(_INVISIBLE)).replace("\r\n", "\n")


def _bare(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    # Marks count: in Indic scripts they are vowels, in Hebrew and Arabic they change the word.
    return "".join(character for character in folded if unicodedata.category(character)[0] in "LNM")


def _is_subsequence(part: str, whole: str) -> bool:
    rest = iter(whole)
    return all(character in rest for character in part)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN_LENGTH else text[: _SHOWN_LENGTH - 1] + "…"
