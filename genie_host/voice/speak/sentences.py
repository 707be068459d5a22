"""A text as the sentences it is spoken in: the first is heard while the rest is still being made. Pure."""

from __future__ import annotations

import re

LONGEST = 300
"""Characters of one piece, which is about 20 seconds; more is broken where a comma or a blank stands."""

_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)|[。！？｡।؟۔]+[」』”’)]*|\n+")
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]|\d{1,3}|e\.g|i\.e|z\. ?B|d\. ?h|u\. ?a|p\. ?ej|Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|ca|bzw"
    r"|usw|Sr|Sra|M|Mme|Mlle|Bd|Sig|approx|min|max)\.$",
    re.IGNORECASE,
)
_BREAKS = (re.compile(r"[;:—–][\s]|[；：]"), re.compile(r",\s|[，、]"), re.compile(r"\s"))


def sentences(text: str, longest: int = LONGEST) -> list[str]:
    """The pieces in order, none of them empty or longer than ``longest``."""
    pieces: list[str] = []
    start = 0
    for found in _END.finditer(text):
        piece = text[start : found.end()]
        if found[0].startswith(".") and _ABBREVIATED.search(piece):
            continue
        pieces.append(piece)
        start = found.end()
    pieces.append(text[start:])
    return [part for piece in pieces for part in _broken(" ".join(piece.split()), longest) if _says_something(part)]


def _says_something(piece: str) -> bool:
    return any(letter.isalnum() for letter in piece)


def _broken(piece: str, longest: int) -> list[str]:
    """A piece in parts that are short enough, broken at the best place in the second half of each."""
    parts = []
    while len(piece) > longest:
        at = longest
        for breaks in _BREAKS:
            ends = [found.end() for found in breaks.finditer(piece, longest // 2, longest)]
            if ends:
                at = ends[-1]
                break
        parts.append(piece[:at].strip())
        piece = piece[at:].strip()
    return [*parts, piece]
