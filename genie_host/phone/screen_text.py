"""The screen within a budget of tokens, counted by the tokenizer of the model that will read it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from genie_host.core.screen import Observation
from genie_host.phone.describe import FULL, Detail, rendered

_SPARER = (
    FULL,
    Detail(value_length=24),
    Detail(value_length=24, name_length=60, has_surroundings=False),
    Detail(value_length=12, name_length=40, has_surroundings=False),
)
"""Each tells less than the one before, but of every element."""


@dataclass(frozen=True, kw_only=True)
class FittedText:
    """A text that keeps to its budget."""

    text: str
    tokens: int
    is_complete: bool
    """Every element has a line; False: the text says how many have none, and how to reach those to act on."""


def fitted(
    observation: Observation,
    count: Callable[[str], int],
    max_tokens: int,
    *,
    names: Mapping[int, str] | None = None,
    starred: Collection[int] = (),
    changes: str = "",
) -> FittedText:
    """The fullest text that has no more than ``max_tokens``, by ``count``, of which each call may be slow.

    First values and names are shortened, then texts are left out that can only be read, and what can be acted on last.
    """

    def render(detail: Detail) -> tuple[str, int]:
        text = rendered(observation, detail, names=names, starred=starred, changes=changes)
        return text, count(text)

    text, tokens = "", 0
    for detail in _SPARER:
        text, tokens = render(detail)
        if tokens <= max_tokens:
            return FittedText(text=text, tokens=tokens, is_complete=True)
    fits, too_many = -1, len(observation.elements)
    best = ("", 0)
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        text, tokens = render(replace(_SPARER[-1], max_lines=middle))
        if tokens <= max_tokens:
            fits, best = middle, (text, tokens)
        else:
            too_many = middle
    if fits < 0:
        best = _beginning(text, count, max_tokens)
    return FittedText(text=best[0], tokens=best[1], is_complete=False)


def _beginning(text: str, count: Callable[[str], int], max_tokens: int) -> tuple[str, int]:
    """As much of the beginning as fits: for budgets in which nothing makes sense, which must be kept all the same."""
    fits, too_long = 0, len(text) + 1
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if count(text[:middle]) <= max_tokens:
            fits = middle
        else:
            too_long = middle
    return text[:fits], count(text[:fits])
