"""Names as people say them, and how alike two are. Pure."""

from __future__ import annotations

import unicodedata
from difflib import SequenceMatcher

_NEGATIONS = frozenset(
    "not don dont no never without off on disable enable nicht kein keine nein non ne pas sin não sem нет не".split()
)
_OPPOSING_PREFIXES = ("un", "dis", "de", "re", "in", "im", "non", "mis")
_FILLERS = frozenset("the a an button icon tab field switch row item link option menu".split())


def normalised(text: str) -> str:
    """As people hear it: no case, accents, punctuation or doubled blanks; letters of every script stay."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    kept = (_kept(character) for character in folded)
    return " ".join("".join(kept).split())


def _kept(character: str) -> str:
    kind = unicodedata.category(character)
    # Marks are accents in Latin, Greek and Cyrillic; in Indic and Arabic scripts some of them are vowels.
    if kind == "Mn":
        return "" if character <= "\u036f" else character
    return character if kind[0] in "LNM" or kind == "So" else " "


def are_opposed(said: str, name: str) -> bool:
    """Do two normalised names that are alike mean contrary things, as "follow" and "unfollow" do?"""
    spoken, written = set(said.split()), set(name.split())
    if (spoken ^ written) & _NEGATIONS:
        return True
    pairs = ((one, other) for one in spoken - written for other in written - spoken)
    return any(
        longer == prefix + shorter
        for one, other in pairs
        for shorter, longer in [sorted((one, other), key=len)]
        for prefix in _OPPOSING_PREFIXES
    )


def unopposed_likeness(said: str, name: str) -> float:
    """As ``likeness``, but nothing for names of contrary meaning."""
    return 0.0 if are_opposed(said, name) else likeness(said, name)


def likeness(said: str, name: str) -> float:
    """Of two normalised names: equal words count most, then equal letters."""
    if not said or not name:
        return 0.0
    if said == name:
        return 1.0
    spoken, written = _words(said), _words(name)
    if spoken == written:
        return 0.98
    shared = len(spoken & written)
    by_words = shared / len(spoken | written)
    if shared == len(spoken) and len(written) <= 2 * len(spoken):
        by_words = max(by_words, 0.8)
    by_letters = SequenceMatcher(None, said, name, autojunk=False).ratio()
    # Short names that differ in a letter are other names: "on" and "off", "7" and "1".
    return max(by_words, by_letters if min(len(said), len(name)) >= 4 else 0.0)


def _words(text: str) -> frozenset[str]:
    words = frozenset(text.split())
    return words - _FILLERS or words
