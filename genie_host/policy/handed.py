"""What is known to be a secret is grave wherever it is put: any app may read it there. Pure."""

from __future__ import annotations

from collections.abc import Callable

from genie_host.core.calls import ToolCall
from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.rulings import raised

_HANDED_OVER = ("text", "url", "data")
"""Arguments whose text ends up on the phone."""


def judge_handed(call: ToolCall, verdict: Verdict, holds_secret: Callable[[str], bool]) -> Verdict:
    """The verdict on a call that puts something into the phone, a field for a secret or not."""
    given = (str(call.arguments.get(key) or "") for key in _HANDED_OVER)
    if verdict.stake is Stake.SECRET or not any(map(holds_secret, given)):
        return verdict
    return raised(verdict, "known_secret", "it hands over what is known to be a secret", Stake.SECRET)
