"""Did the user name somebody? Their words against a name on the screen, which may be made to look like another."""

from __future__ import annotations

import re
import unicodedata

from genie_host.policy.normalise import fold_diacritics, is_dense, normalise, skeleton, tight, words

_LITTLE = frozenset("the a an to and of for my me at in on de la le el der die das und et y".split())
_ALIKE = 3
"""Words that begin alike for so many letters and are not equal may be each other's double: Moreau and Morrow."""
_DIGITS_AT_LEAST = 5


def is_named(name: str, said: str) -> bool:
    """Do the user's words name this one, and nobody who is merely called alike?"""
    if _is_disguised(name) and _plain(name) not in _plain(said):
        return False
    name, said = normalise(name), normalise(said)
    number = re.sub(r"\D", "", name)
    if len(number) >= _DIGITS_AT_LEAST:
        return number in re.sub(r"\D", "", said)
    if is_dense(name):
        return bool(tight(name)) and tight(name) in tight(said)
    wanted = [word for word in words(fold_diacritics(name)) if word not in _LITTLE]
    spoken = [word for word in words(fold_diacritics(said)) if word not in _LITTLE]
    common = set(wanted).intersection(spoken)
    if not common or common == set(wanted):
        return bool(common)
    return not any(_is_double(word, other) for word in wanted for other in spoken)


def _is_disguised(name: str) -> bool:
    """Letters that are others' forms ("\uff2dum"), or something between letters that nobody sees.

    What joins the parts of an emoji is neither.
    """
    name = _composed(name)
    hidden = (
        unicodedata.category(each) == "Cf" and (before.isalnum() or after.isalnum())
        for before, each, after in zip(" " + name, name, name[1:] + " ", strict=False)
    )
    return any(hidden) or any(each.isalnum() and unicodedata.normalize("NFKC", each) != each for each in name)


def _plain(text: str) -> str:
    """As it is written, but for case and white space."""
    return "".join(_composed(text).casefold().split())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _is_double(word: str, other: str) -> bool:
    if word == other or word.isdigit() or other.isdigit():
        return False
    return skeleton(word) == skeleton(other) or (len(word) > _ALIKE and word[:_ALIKE] == other[:_ALIKE])
