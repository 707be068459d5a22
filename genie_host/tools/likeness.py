"""Which elements a spoken name may mean, best first. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from genie_host.core.screen import Element
from genie_host.core.spoken import normalised, unopposed_likeness

GOOD = 0.78
"""From here on a name may be meant."""
CLEAR = 0.12
"""The lead over the next best from which on there is no doubt."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """An element that may be meant."""

    element: Element
    score: float
    """0 to 1."""


def ranked(wanted: str, elements: Sequence[Element]) -> list[Candidate]:
    """The elements that may be meant, best first."""
    said = normalised(wanted)
    found = [Candidate(element=element, score=_score(said, element)) for element in elements]
    good = [candidate for candidate in found if candidate.score >= GOOD]
    return sorted(good, key=lambda candidate: (-candidate.score, not candidate.element.is_actionable))


def _score(said: str, element: Element) -> float:
    names = [element.name, element.node.text, element.node.content_description, element.node.hint]
    own = max((unopposed_likeness(said, normalised(name)) for name in names if name), default=0.0)
    # A second line names a thing less surely than its first.
    by_value = 0.95 * unopposed_likeness(said, normalised(element.value)) if element.value else 0.0
    guessed = 0.05 if element.is_name_guessed else 0.0
    return max(own - guessed, by_value)
