"""Where a goal gives a note its title or an alarm its label: right after a word of naming. English. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LEADS = re.compile(
    r"(?:\b(?:called|titled|named|entitled|headed|labell?ed|captioned)"
    r"|\b(?:call|name|title|label|calling|naming) (?:it|that|this|the note|the alarm|the new alarm)"
    r"|\b(?:title|heading|label|name)(?: (?:is|should be|should say|must be|being|reads|will be))?)[:,]?$"
)
_NO_NAME = frozenset(
    "and with as of for it is in to on at by that this should must being will empty blank out off please so then "
    ", . ; : ! ? ( )".split()
)


def after_naming(pieces: Sequence[str]) -> list[bool]:
    """Of each of a goal's pieces, whether a word of naming leads right to it."""
    leads = ("".join(pieces[:at]).lower().rstrip() for at in range(len(pieces)))
    return [
        piece.strip().lower() not in _NO_NAME and bool(_LEADS.search(lead))
        for piece, lead in zip(pieces, leads, strict=True)
    ]


def only_named(begins: Sequence[Sequence[bool]], parts: Sequence[Sequence[str]]) -> list[list[bool]]:
    """Where names may begin in each part: after a word of naming alone, where there is one in any of them."""
    named = [
        [may and leads for may, leads in zip(one, after_naming(part), strict=True)]
        for one, part in zip(begins, parts, strict=True)
    ]
    return named if any(map(any, named)) else [list(one) for one in begins]
