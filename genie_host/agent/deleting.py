"""A goal to delete something: switching it off is not that, and nothing is gone by looking. English. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from genie_host.agent.history import Step
from genie_host.agent.phrasing import QUOTED
from genie_host.agent.polarity import orders_switching

_DELETING = re.compile(r"\b(?:delet(?:e|ing)|remov(?:e|ing)|eras(?:e|ing)|get(?:ting)? rid of|scrap|trash)\b")
_CLAUSE_END = re.compile(r"[,.;:!?]|\b(?:so|but|because)\b")
_DENIALS = re.compile(r"\b(?:not|no|never|without|instead|why|if|whether|how)\b|n't\b")
_TELLING = re.compile(r"\b(?:text|tell|message|msg|send|write|note|jot|remind|saying|says|that)\b")
"""Then the deleting may be somebody else's, or part of a text."""
_TOUCHES = frozenset({"click", "long_press", "double_tap", "tap_at", "swipe", "drag", "press_key"})


def is_deleting(goal: str) -> bool:
    """Whether a goal bids us to delete something, and to switch nothing."""
    words = QUOTED.sub(" it ", goal.lower().replace("’", "'"))
    clauses = [clause for clause in _CLAUSE_END.split(words) if not _DENIALS.search(clause)]
    bids = any(_DELETING.search(clause) for clause in clauses)
    return bids and not _TELLING.search(words) and not orders_switching(goal)


def is_undone(goal: str, steps: Sequence[Step]) -> bool:
    """Whether it bids us to delete something and nothing was so much as touched: then nothing is finished."""
    return is_deleting(goal) and not any(
        step.call.tool_name in _TOUCHES and step.outcome.code == "done" for step in steps
    )
