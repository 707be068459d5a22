"""What a goal says of alarms: whether it has to do with one at all, and for which of its times. English. Pure."""

from __future__ import annotations

import re

from genie_host.agent.times import TimeOfDay, times_with_places

_WAKING = re.compile(
    r"\b(?:wak\w*|awake|woken?|up|ring\w*|sound\w*|buzz\w*|beep\w*|go(?:es|ing)? off|clock|oversle\w+|sleep\w*|rise|"
    r"bed|rous\w*|remind\w*)\b"
    r"|alarm|\ba\w{2,5}m\b"
)
"""The last is an alarm in a hurry: "alram"."""
_AGAINST = re.compile(r"\b(?:not|than|from|instead of|in place of|no longer)(?: at| for| on| the| my)*\s*$")

_CLAUSE = re.compile(r"[,;!?]|\.(?= )|\b(?:so|but|because|since)\b")
_BIDDING = re.compile(r"\b(?:wake|woken|waking|alarm (?:for|at)|(?:get|be) (?:me |us )?up)\b")
_OTHERWISE = re.compile(
    r"n't\b|\b(?:not|never|instead|cancel|turn|switch|delete|remove|change|move|shift|push|bring|replace|reschedule|"
    r"set for|adjust|put|pull|reset|update|make|my)\b"
)
"""In a clause like these an alarm at a time may be one that is there already."""


def speaks_of_waking(goal: str) -> bool:
    """Whether a goal has any word of an alarm or of what one is for; some misspellings of it count."""
    return bool(_WAKING.search(goal.lower()))


def times_wanted(goal: str) -> tuple[TimeOfDay, ...]:
    """The times of a goal that an alarm may be for.

    Not those that it speaks against ("at 7:30, not at 7", "from 7 to 7:30"); and where a clause bids us to wake
    somebody at a time, not those of other clauses ("the ferry goes at seven, so wake me at 5:20").
    """
    places = times_with_places(goal)
    words = goal.lower()
    free = [(start, time) for start, _, time in places if not _AGAINST.search(words[:start])]
    woken = [time for start, time in free if _bids_waking(_CLAUSE.split(words[:start])[-1])]
    return tuple(woken or [time for _, time in free] or [time for _, _, time in places])


def _bids_waking(lead: str) -> bool:
    """Whether the words before a time bid us to wake somebody then."""
    return bool(_BIDDING.search(lead)) and not _OTHERWISE.search(lead)
