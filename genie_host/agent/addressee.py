"""Whom a goal's words are for, held against the conversation that is on the screen. English. Pure."""

from __future__ import annotations

import re

from genie_host.agent.fold import fold
from genie_host.agent.goal import Goal

_ANY_NAME = re.compile(r"[a-z,:;'\"“] ?\b[A-Z][a-z]")
_TITLES = frozenset("dr mr mrs ms miss sir aunt auntie uncle doctor prof the".split())


def names_anybody(goal: Goal) -> bool:
    """Whether a goal has a word in it that may be a name."""
    return bool(_ANY_NAME.search(goal.text))


def names(goal: Goal, person: str) -> bool:
    """Whether a goal says a word of somebody's name that is no title; a number is left to others."""
    words = fold(person).casefold().rstrip(" .,;!?").split()
    telling = [word for word in words if word.strip(".").isalpha() and word not in _TITLES]
    return not telling or any(goal.likeness(word) for word in telling)


def is_for_another(goal: Goal, person: str) -> bool:
    """Whether a goal names somebody, and not this one: then nothing is written to this one."""
    return names_anybody(goal) and not names(goal, person)
