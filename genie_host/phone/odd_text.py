"""Text as a person would see it: what is invisible, turned round or disguised shows as a mark. Pure.

Screen text is hostile. Characters without a shape can carry orders to a model that nobody at the phone could read,
controls of direction can show "gpj.exe" for "exe.jpg", and a Cyrillic letter can stand in for a Latin one. Such
characters become marks between ``⟦`` and ``⟧``: what is marked is there, but a person does not see it, or sees it
differently. Marks that any honest app writes, such as those around a phone number in Arabic, are left out instead:
nothing of them can be seen, and nothing is disguised by them.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

OPENING, CLOSING = "⟦", "⟧"
_CACHE_ENTRIES = 4096

_SUSPECT = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0300-\u036f\u034f\u0370-\u03ff\u0400-\u052f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ue000-\uf8ff"
    "\ud800-\udfff⟦⟧\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
"""What might have to be marked; the text of most screens has none of it."""

_TAGS = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f)|[\U000e0000-\U000e0fff]+")
"""Runs of characters without a shape; those of its first group spell the flag of a part of a country."""
_SHAPELESS = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2028\u2029\u2060-\u2065"
    "\u206a-\u206f\u2800\u3164\ue000-\uf8ff\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000f0000-\U0010ffff]"
)
"""What has no shape of its own. Controls of direction are looked at apart, for they belong together."""
_OVERRIDES = "\u202d\u202e"
_EMBEDDINGS = "\u202a\u202b\u2066\u2067\u2068"
_ENDINGS = "\u202c\u2069"
_DIRECTIONS = "\u200e\u200f\u061c"
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u200b\u2060\u2061\u2062\u2063\u2064"
    "\u2065\u206a\u206b\u206c\u206d\u206e\u206f\u2028\u2029\u2800\u3164\ufeff\uffa0\ufff9\ufffa\ufffb"
)
_SOFT_HYPHEN = "\u00ad"
"""Shows only where a line ends; long words of honest apps are full of them."""
_JOINERS = "\u200c\u200d"
_MANY_ACCENTS = re.compile("([\u0300-\u036f]{3})([\u0300-\u036f]+)")
_WORD = re.compile(r"[^\W\d_]+")

_CYRILLIC_AS_LATIN = frozenset("аеорсухіјѕһԁԛԝӏвкмнтАВЕЗКМНОРСТУХІЈЅԌԚԜӀ")
_GREEK_AS_LATIN = frozenset("οανικρτυχγηωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")
_LATIN_AS_CYRILLIC = frozenset("aeopcyxijshdqwkABEKMHOPCTYXIJSGQW")


@lru_cache(maxsize=_CACHE_ENTRIES)
def visible_text(text: str) -> str:
    """The text with marks for what a person cannot see or is fooled by; the text itself when there is none of it."""
    if _SUSPECT.search(text) is None:
        return text
    text = text.replace(OPENING, _coded(OPENING)) if OPENING in text else text
    text = _TAGS.sub(_tag_marked, text)
    text = _MANY_ACCENTS.sub(lambda match: f"{match[1]}{_mark(f'{len(match[2])} more accents')}", text)
    text = _SHAPELESS.sub(_seen, text)
    return " ".join(_WORD.sub(_disguise_marked, _directions_marked(text)).split())


def has_odd_text(text: str) -> bool:
    """Was something marked in this text, which ``visible_text`` made?"""
    return OPENING in text


def is_picture(text: str) -> bool:
    """Only characters whose shape the app's own font decides: a person sees pictures, not words."""
    return bool(text) and all("\ue000" <= each <= "\uf8ff" or each >= "\U000f0000" or each == " " for each in text)


def _seen(match: re.Match[str]) -> str:
    """One character as it shows; nothing for what has no shape where it stands and is expected there."""
    character, text, position = match[0], match.string, match.start()
    if character in _JOINERS:
        return character if _joins(text, position) else _coded(character)
    if "\ufe00" <= character <= "\ufe0f":
        # Chooses between shapes of the character before it, of which it needs one.
        return character if position and not _is_shapeless(text[position - 1]) else _coded(character)
    if "\ue000" <= character <= "\uf8ff" or character >= "\U000f0000":
        return _mark("picture")
    if character == _SOFT_HYPHEN:
        return ""
    return " " if character.isspace() else _coded(character)


def _joins(text: str, position: int) -> bool:
    """Joiners belong into emoji and into words of scripts whose letters join."""
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if not before or not after or before.isascii() or after.isascii():
        return False
    return not _is_shapeless(before) and not _is_shapeless(after) and not unicodedata.name(before, "").startswith("LAT")


def _is_shapeless(character: str) -> bool:
    return character in _UNSEEN or character in _JOINERS or "\ufe00" <= character <= "\ufe0f"


def _tag_marked(match: re.Match[str]) -> str:
    """Tag characters spell whole sentences that nobody sees; what they say is not passed on."""
    return match[0][0] if match[1] else _mark(f"{len(match[0])} unseen characters")


def _directions_marked(text: str) -> str:
    """Overrides always show. Other controls of direction show when they reorder text that needs none of them."""
    controls = [each for each in text if each in _OVERRIDES or each in _EMBEDDINGS or each in _DIRECTIONS]
    endings = sum(each in _ENDINGS for each in text)
    if not controls and not endings:
        return text
    opened = sum(each not in _DIRECTIONS for each in controls)
    is_right_to_left = any(unicodedata.bidirectional(each) in ("R", "AL") for each in text if each.isalpha())
    is_turning = any(each in "\u202b\u2067\u200f\u061c" for each in controls) and not is_right_to_left
    is_honest = opened == endings and not is_turning and not any(each in _OVERRIDES for each in controls)
    odd = _OVERRIDES + _EMBEDDINGS + _ENDINGS + _DIRECTIONS
    return "".join(each if each not in odd else "" if is_honest else _coded(each) for each in text)


def _disguise_marked(match: re.Match[str]) -> str:
    """A word in letters of two scripts that could be read as one in a single script: the disguised letters show."""
    word = match[0]
    if word.isascii():
        return word
    latin = [each for each in word if each.isascii() or unicodedata.name(each, "").startswith("LATIN")]
    others = [each for each in word if "\u0370" <= each <= "\u052f"]
    if not latin or not others:
        return word
    if all(each in _CYRILLIC_AS_LATIN or each in _GREEK_AS_LATIN for each in others):
        return "".join(_mark(each) if each in others else each for each in word)
    is_cyrillic = all("\u0400" <= each <= "\u052f" for each in others)
    if is_cyrillic and len(word) > 2 and all(each in _LATIN_AS_CYRILLIC for each in latin):
        return "".join(_mark(each) if each in latin else each for each in word)
    return word


def _coded(character: str) -> str:
    return _mark(f"U+{ord(character):04X}")


def _mark(words: str) -> str:
    return f"{OPENING}{words}{CLOSING}"
