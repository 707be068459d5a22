"""Switches that by their own name open the phone or its owner to others, or lower a guard. Pure.

Which way one is turned counts: to switch a guard on, or a grant off, disturbs nobody.
"""

from __future__ import annotations

from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.lexicon import lexicon
from genie_host.policy.rulings import ask
from genie_host.policy.shape import toggle_of
from genie_host.policy.touch import Touch

_LONGEST_NAME = 60
"""Characters. What is longer explains, and names nothing."""


def judge_guard(touch: Touch) -> Verdict | None:
    """None for what is no such switch."""
    toggle = toggle_of(touch.node)
    if toggle is None:
        return None
    names = lexicon().guards if toggle.is_checked else lexicon().openings
    if not any(names.found_in(text) for text in touch.label[:1] if len(text) <= _LONGEST_NAME):
        return None
    if toggle.is_checked:
        return ask("guard_off", f"“{touch.short}” is a guard, and would be off", Stake.ACCOUNT)
    return ask("guard_open", f"“{touch.short}” opens the phone or its owner to others", Stake.GRANT)
