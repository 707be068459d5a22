"""How an episode ends, and what of a screen ends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from genie_host.core.screen import EmptyReason, Observation
from genie_host.policy.draft import Drafted


class EndReason(StrEnum):
    """Why an episode ended."""

    FINISHED = "finished"
    NOT_REACHED = "not_reached"
    STOPPED_BY_SAFETY = "stopped_by_safety"
    PHONE_UNAVAILABLE = "phone_unavailable"
    MODEL_UNAVAILABLE = "model_unavailable"
    BUDGET_USED_UP = "budget_used_up"
    YIELDED = "yielded"
    """Somebody else was using the phone."""
    CANCELLED = "cancelled"


@dataclass(frozen=True, kw_only=True)
class EpisodeResult:
    """How it ended."""

    reason: EndReason
    message: str
    reply: str = ""
    """The answer to the user; empty when there was none to give."""
    drafts: tuple[Drafted, ...] = ()
    """What a draft has left undone."""
    turns: int = 0
    seconds: float = 0.0


@dataclass
class Ended(Exception):
    """Control flow, not a fault: raised where an episode ends, caught in ``run_episode``."""

    reason: EndReason
    message: str
    reply: str = ""


def fault_of(observation: Observation) -> str | None:
    """Why nothing may be decided on this screen, or None."""
    if observation.is_truncated:
        return "The phone's screen arrives cut off, so acting on it would be a guess. Try again, or restart the phone."
    if observation.empty_reason in (EmptyReason.NOT_READY, EmptyReason.SYSTEM_ONLY, EmptyReason.LOCKED):
        return f"Nothing on the screen can be read: {observation.empty_reason.value}. Unlock the phone and try again."
    if observation.empty_reason is EmptyReason.SCREEN_OFF:
        return "The phone's screen is off. Wake and unlock it, then try again."
    return None
