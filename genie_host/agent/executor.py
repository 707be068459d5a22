"""The one door. Nothing else holds a toolset, and nothing reaches the phone but through ``execute``.

The order of the door is that of ``_through``. What stops a call leaves it as Stopped, an outcome for the model; any
other exception before the call is made means *refuse*. What reaches the phone is written down before and after.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, field
from functools import cache

from genie_host.agent.aiming import Aim
from genie_host.agent.asking import Asking
from genie_host.agent.attempt import Attempt, Passage, Stopped, refused, stopped
from genie_host.agent.doing import TOO_LATE, Executed, Hands
from genie_host.agent.freeze import InputLock, locked_phone
from genie_host.agent.freshness import FRESH_SECONDS
from genie_host.agent.gate import Gate
from genie_host.agent.hiding import learn_seen
from genie_host.agent.ledger import Ledger, tell_acted
from genie_host.agent.requests import UNDER_WAY, Requests
from genie_host.agent.terms import Terms
from genie_host.agent.waiting import wait_if_asked
from genie_host.core.audit import AuditSink, NoAudit
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import AuditUnavailable, Cancelled, InputFrozen, PhoneError
from genie_host.core.events import EventSink
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Ruling
from genie_host.phone.phone import Phone
from genie_host.policy.approval import Approver
from genie_host.policy.draft import Drafted
from genie_host.store.secrets import Secrets
from genie_host.tools.references import References
from genie_host.tools.toolset import Toolset

logger = logging.getLogger(__name__)


WAITED = "The run was to wait just then, so nothing was done."
_SETTLED = frozenset({"denied", "drafted", "drafted_again"})
"""Stops after which the same request is not looked at again."""


@dataclass(kw_only=True)
class Executor:
    """The door of one run: holds the toolset, the phone and the person who approves."""

    phone: Phone
    toolset: Toolset
    approver: Approver
    sink: EventSink
    cancel: CancelToken
    clock: Clock = SYSTEM_CLOCK
    audit: AuditSink = field(default_factory=NoAudit)
    terms: Terms = field(default_factory=Terms)
    known_secrets: Secrets = field(default_factory=Secrets)
    """What stands on the screens that it sees is learned; who writes things down looks there."""
    references: References = field(default_factory=References)

    def __post_init__(self) -> None:
        self.lock = InputLock()
        self.phone = phone = locked_phone(self.phone, self.lock, self.cancel)
        self._gate = Gate(
            terms=self.terms,
            phone=phone,
            clock=self.clock,
            identity=cache(phone.app_identity),
            salt=secrets.token_bytes(32),
            secrets=self.known_secrets,
        )
        self._aim = Aim(phone=phone, toolset=self.toolset, references=self.references, cancel=self.cancel)
        self._requests = Requests()
        self._ledger = Ledger(sink=self.sink, audit=self.audit, profile=self.terms.profile.name)
        self._asking = Asking(
            phone=phone,
            approver=self.approver,
            lock=self.lock,
            aim=self._aim,
            gate=self._gate,
            cancel=self.cancel,
            clock=self.clock,
            on_answer=self._ledger.answered,
        )
        self._hands = Hands(
            phone=phone, references=self.references, cancel=self.cancel, clock=self.clock, tell=self._ledger.notice
        )
        self._ends_at = 0.0

    @property
    def drafts(self) -> tuple[Drafted, ...]:
        """What a draft has left undone."""
        return tuple(self._gate.drafts)

    def spend(self, tokens: int) -> str | None:
        """Count what the model has read and written; the answer is why it may not go on, or None."""
        return self._gate.used.model(tokens)

    def execute(
        self,
        call: ToolCall,
        observation: Observation,
        goal: str,
        *,
        age_seconds: float = 0.0,
        seconds_left: float = 60.0,
    ) -> Executed:
        """Run one call planned for this observation, which was made so long ago, with so much of the budget left.

        Raises Cancelled, PhoneUnavailable and PersonPresent, nothing else of ours.
        """
        age_seconds += wait_if_asked(self.phone, self.cancel, self.clock)
        started = self.clock.now()
        self._ends_at = started + seconds_left
        executed = self._through(call, observation, goal, is_fresh=age_seconds <= FRESH_SECONDS)
        if executed.after is not None:
            learn_seen(self.known_secrets, executed.after)
        tell_acted(self.sink, call, executed.outcome, self.clock.now() - started, executed.effect)
        return executed

    def _through(self, call: ToolCall, observation: Observation, goal: str, *, is_fresh: bool) -> Executed:
        passage = Passage(call=call)
        try:
            attempt = self._pass(passage, observation, goal, is_fresh=is_fresh)
            self._ledger.decided(passage, "passed")
        except Stopped as stop:
            return self._shut(passage, stop)
        except InputFrozen as error:
            return self._shut(passage, stopped(Tier.TRANSIENT, "frozen", str(error)))
        except (Cancelled, PhoneError):
            self._shut(passage, stopped(Tier.TRANSIENT, "interrupted", "It was interrupted."))
            raise
        except AuditUnavailable as error:
            return self._shut(passage, stopped(Tier.AUTH, "refused", str(error)))
        except Exception:
            logger.exception("the gate failed for %s", call.tool_name)
            return self._shut(passage, refused("the safety check itself failed"))
        return self._do(attempt, passage)

    def _pass(self, passage: Passage, observation: Observation, goal: str, *, is_fresh: bool) -> Attempt:
        """The order of the door. The answer is the attempt that may be made; raises Stopped for any other."""
        self._gate.note(observation)
        attempt = passage.attempt = self._aim.at(passage.call, observation, goal)
        self._requests.check(attempt)
        if not is_fresh and attempt.tool.changes_screen:
            attempt = passage.attempt = self._aim.again(attempt)
        self._gate.admit(attempt)
        decision = passage.decision = self._gate.examine(attempt)
        self._ledger.assessed(attempt, decision)
        self._gate.rule(attempt, decision)
        if decision.verdict.ruling is Ruling.ASK:
            attempt = passage.attempt = self._asking.ask(attempt, decision, passage)
        return attempt

    def _shut(self, passage: Passage, stop: Stopped) -> Executed:
        """The call is not made; that is written down as well."""
        if stop.outcome.code in _SETTLED and passage.attempt is not None:
            self._requests.end(passage.attempt, stop.outcome)
        if stop.outcome.code == "drafted":
            self._ledger.drafted(self._gate.drafts[-1])
        try:
            self._ledger.decided(passage, stop.outcome.code)
        except AuditUnavailable as error:
            stop = stopped(Tier.AUTH, "refused", str(error))
        except Exception:
            logger.exception("the decision on %s could not be written down", passage.call.tool_name)
            stop = refused("what is decided cannot be written down")
        return Executed(outcome=stop.outcome, after=stop.after)

    def _do(self, attempt: Attempt, passage: Passage) -> Executed:
        """The call is made, once; whatever comes of it is written down."""
        has_waited = wait_if_asked(self.phone, self.cancel, self.clock) > 0.0
        if has_waited or self._hands.is_too_late(attempt):
            message = WAITED if has_waited else TOO_LATE
            outcome = Outcome(tier=Tier.TRANSIENT, code="stale", message=message)
            return self._written(attempt, Executed(outcome=outcome))
        self._requests.begin(attempt)
        self._gate.begin(attempt, passage)
        outcome = UNDER_WAY
        try:
            outcome = self._hands.do(attempt, seconds_left=max(0.0, self._ends_at - self.clock.now()))
            self._requests.end(attempt, outcome)
            executed = self._hands.evaluate(attempt, outcome)
        except (Cancelled, PhoneError):
            self._written(attempt, Executed(outcome=outcome))
            raise
        self._gate.told(attempt, executed.outcome)
        return self._written(attempt, executed)

    def _written(self, attempt: Attempt, executed: Executed) -> Executed:
        """What was done, once it is written down; a run whose deeds cannot be written down does nothing more."""
        try:
            self._ledger.done(attempt, executed)
        except Exception:
            logger.exception("the effect of %s could not be written down", attempt.call.tool_name)
            message = "It was done, but it could not be written down, so nothing more is done."
            return Executed(outcome=Outcome(tier=Tier.AUTH, code="not_recorded", message=message))
        return executed
