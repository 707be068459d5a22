"""Wordings put together from parts: a frame such as ``[send|drop] {contact} a text<says>{text}`` becomes one template.

``[a|b|]`` is one of the choices, which may hold choices themselves; ``<name>`` is one line of the rule of that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_RULE = re.compile(r"<(\w+)>")


def composed(rng: Random, frame: str, rules: Mapping[str, Sequence[str]]) -> str:
    """One template of a frame: no choice and no rule is left in it, slots in braces are."""
    while (rule := _RULE.search(frame)) is not None:
        frame = frame[: rule.start()] + rng.choice(rules[rule[1]]) + frame[rule.end() :]
    while (choice := _CHOICE.search(frame)) is not None:
        frame = frame[: choice.start()] + rng.choice(choice[1].split("|")) + frame[choice.end() :]
    return re.sub(r" +", " ", frame).strip()
