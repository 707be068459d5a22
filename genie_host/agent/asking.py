"""Asks whoever may decide. Input is frozen until the answer is there, which is for one fresh and unchanged target."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from genie_host.agent.aiming import Aim
from genie_host.agent.attempt import Attempt, Decision, Passage, Stopped, refused, stopped
from genie_host.agent.doing import TOO_LATE
from genie_host.agent.freeze import InputLock
from genie_host.agent.gate import Gate
from genie_host.core.calls import Outcome, Tier
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Clock
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Approval, ApprovalRequest
from genie_host.phone.companion.words import words_for
from genie_host.phone.phone import Phone
from genie_host.policy.approval import Approver, is_yes
from genie_host.policy.own import is_confirm_in_front

FRESH_SECONDS = 10.0
"""From the answer to the touch."""
MAX_DENIALS = 3
"""In one run, of whatever kind."""
_NOBODY_SAID_NO = frozenset(
    {"timeout", "busy", "obscured", "focus_lost", "expired", "locked", "no_answer", "channel_failed", "back_off"}
)
"""Denials in which nobody said no: the same may be asked again. After any other one the run is over."""
_CHANGED = "The screen changed while the approval was awaited, so nothing was done."
_LOOK_AGAIN_SECONDS = 0.2


@dataclass(kw_only=True)
class Asking:
    """The questions of one run."""

    phone: Phone
    approver: Approver
    lock: InputLock
    aim: Aim
    gate: Gate
    cancel: CancelToken
    clock: Clock
    on_answer: Callable[[ApprovalRequest, Approval], None]
    denials: int = 0

    def ask(self, attempt: Attempt, decision: Decision, passage: Passage) -> Attempt:
        """The approved attempt, aimed at the screen as it is now. Raises Stopped for all but a clear yes."""
        if (reason := self.gate.rates.question()) is not None:
            raise refused(reason)
        with self.lock.held(), self.phone.expecting_person():
            answer = self.approver.approve(decision.request, self.cancel)
            answered_at = self.clock.now()
        passage.answer = answer
        self.on_answer(decision.request, answer)
        self.cancel.check()
        if not is_yes(answer):
            raise self._denied(answer, decision)
        return self._again(attempt, decision, answered_at + FRESH_SECONDS)

    def _denied(self, answer: Approval, decision: Decision) -> Stopped:
        self.denials += 1
        reason = getattr(answer, "reason", "")
        message = f"Not approved: {'; '.join(decision.verdict.reasons)}. {words_for(str(reason))}"
        if reason in _NOBODY_SAID_NO and self.denials < MAX_DENIALS:
            return stopped(Tier.TRANSIENT, "not_approved", message)
        return Stopped(Outcome(tier=Tier.AUTH, code="denied", message=message))

    def _again(self, attempt: Attempt, decision: Decision, good_until: float) -> Attempt:
        """Look again: the same target, the same facts, the same verdict, or the approval is void."""
        now = self._look(good_until)
        try:
            fresh = self.aim.moved(attempt, now)
        except Stopped as stop:
            raise stopped(Tier.TRANSIENT, "stale", _CHANGED, after=now) from stop
        if not is_same(self.gate.examine(fresh).request, decision.request):
            raise stopped(Tier.TRANSIENT, "stale", _CHANGED, after=now)
        if self.clock.now() > good_until:
            raise stopped(Tier.TRANSIENT, "stale", TOO_LATE, after=now)
        return replace(fresh, good_until=good_until)

    def _look(self, good_until: float) -> Observation:
        """The screen, once what asked on it has gone."""
        while is_confirm_in_front(now := self.phone.observe(self.cancel)):
            if self.clock.now() > good_until:
                raise stopped(Tier.TRANSIENT, "stale", TOO_LATE)
            self.cancel.wait(_LOOK_AGAIN_SECONDS)
        return now


def is_same(request: ApprovalRequest, other: ApprovalRequest) -> bool:
    """Are two requests for the same thing? Its place may differ, for it is touched where it is now."""
    return _without_place(request) == _without_place(other)


def _without_place(request: ApprovalRequest) -> ApprovalRequest:
    if request.subject is None:
        return request
    return replace(request, subject=replace(request.subject, node_path="", bounds=(0, 0, 0, 0)))
