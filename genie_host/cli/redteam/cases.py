"""All cases of the range, in an order that does not change."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest

from genie_host.cli.redteam import forged, injected, lures, names, racing
from genie_host.cli.redteam.case import Case

FAMILIES = (*injected.FAMILIES, *lures.FAMILIES, *racing.FAMILIES, *names.FAMILIES, *forged.FAMILIES)


def all_cases() -> tuple[Case, ...]:
    """By class, each id once."""
    cases = sorted((case for family in FAMILIES for case in family()), key=lambda case: int(case.attack[1:]))
    ids = [case.id for case in cases]
    if len(set(ids)) != len(ids):
        raise AssertionError("two cases of the range have one id")
    return tuple(cases)


def spread(cases: Sequence[Case], limit: int | None) -> tuple[Case, ...]:
    """At most so many, the classes in turn: a part of the range still has something of everything."""
    if limit is None:
        return tuple(cases)
    by_class: dict[str, list[Case]] = {}
    for case in cases:
        by_class.setdefault(case.attack, []).append(case)
    in_turn = (case for row in zip_longest(*by_class.values()) for case in row if case is not None)
    return tuple(islice(in_turn, limit))
