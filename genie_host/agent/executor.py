"""The one door. Nothing else holds a toolset, and nothing reaches the phone but through ``execute``.

validate -> aim -> assess the node that will really be hit -> approval if asked -> look again and compare -> call ->
look at what it changed -> record. Any exception inside the gate means *refuse*.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace

from genie_host.agent.freshness import FRESH_SECONDS, STALE, check_same_app, is_same_target
from genie_host.agent.retry import call_with_retry
from genie_host.core.audit import AuditSink, NoAudit
from genie_host.core.calls import Outcome, Tier, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import Cancelled, PhoneError
from genie_host.core.events import Event, EventSink
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import Approval, ApprovalRequest, Ruling, Verdict
from genie_host.phone.effects import Effect, effect_between
from genie_host.phone.phone import Phone
from genie_host.policy.approval import Approver, is_yes
from genie_host.policy.layout import Layout
from genie_host.policy.request import build_request
from genie_host.policy.resolve import hits_at, label_of
from genie_host.policy.risk import assess
from genie_host.tools.references import References
from genie_host.tools.tool import AnyTool, Arguments, RetryDifferently, ToolContext, ToolFailed
from genie_host.tools.toolset import Toolset, UnknownTool

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Executed:
    """A call's outcome, and the screen after it when there was a look."""

    outcome: Outcome
    after: Observation | None = None
    effect: Effect | None = None
    """What is different after it; None when there was no look."""


@dataclass(kw_only=True)
class Executor:
    """Holds the toolset, the phone and the person who approves."""

    phone: Phone
    toolset: Toolset
    approver: Approver
    sink: EventSink
    cancel: CancelToken
    clock: Clock = SYSTEM_CLOCK
    audit: AuditSink = field(default_factory=NoAudit)
    references: References = field(default_factory=References)
    _ends_at: float = field(default=0.0, init=False)

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
        started = self.clock.now()
        self._ends_at = started + seconds_left
        executed = self._execute(call, observation, goal, is_fresh=age_seconds <= FRESH_SECONDS)
        tell_acted(self.sink, call, executed.outcome, self.clock.now() - started, executed.effect)
        return executed

    def _execute(self, call: ToolCall, observation: Observation, goal: str, *, is_fresh: bool) -> Executed:
        try:
            call = replace(call, arguments=self.references.in_names(call.arguments, observation))
            tool, arguments = self.toolset.validate(call)
            point = tool.aim(arguments, observation) if tool.aim else None
        except UnknownTool as error:
            return Executed(outcome=Outcome(tier=Tier.LOGIC, code="unknown_tool", message=str(error)))
        except RetryDifferently as error:
            return Executed(outcome=Outcome(tier=Tier.LOGIC, code="invalid", message=str(error)))
        if not is_fresh and tool.changes_screen:
            now = self.phone.observe(self.cancel)
            point = self._aim_again(tool, arguments, observation, point, now)
            if point is None and tool.aim is not None:
                return Executed(outcome=Outcome(tier=Tier.TRANSIENT, code="stale", message=STALE), after=now)
            observation = now
        stopped = self._gate(call, tool, point, observation, goal)
        if stopped is not None:
            return Executed(outcome=stopped)
        context = ToolContext(
            phone=self.phone,
            observation=observation,
            cancel=self.cancel,
            seconds_left=max(0.0, self._ends_at - self.clock.now()),
            tell=lambda words: self.sink.emit(Event(kind="notice", data={"message": words})),
        )
        outcome = self._run(tool, arguments, context)
        return self._evaluate(tool, outcome, observation)

    def _aim_again(
        self, tool: AnyTool, arguments: Arguments, before: Observation, point: Point | None, now: Observation
    ) -> Point | None:
        """Where the target of the call lies on the screen as it is now; None when it is not the same any more."""
        if now.fingerprint == before.fingerprint:
            return point
        check_same_app(before, now)
        if tool.aim is None or point is None:
            return None
        try:
            again = tool.aim(arguments, now)
        except RetryDifferently:
            return None
        return again if again is not None and is_same_target(before, point, now, again) else None

    def _gate(
        self, call: ToolCall, tool: AnyTool, point: Point | None, observation: Observation, goal: str
    ) -> Outcome | None:
        """Why the call may not run, or None. Fails closed."""
        try:
            target = node_under(observation, point)
            verdict = assess(call, target, observation, tool.risk, goal)
            self._tell_verdict(call, verdict, target, observation)
            if verdict.ruling is Ruling.ALLOW:
                return None
            if verdict.ruling is Ruling.ASK:
                return self._ask(call, tool, point, target, verdict, observation)
            return Outcome(tier=Tier.AUTH, code="refused", message=f"Refused: {'; '.join(verdict.reasons)}.")
        except (Cancelled, PhoneError):
            raise
        except Exception:
            logger.exception("the gate failed for %s", call.tool_name)
            return Outcome(tier=Tier.AUTH, code="refused", message="Refused: the safety check itself failed.")

    def _ask(
        self,
        call: ToolCall,
        tool: AnyTool,
        point: Point | None,
        target: AccessibilityNode | None,
        verdict: Verdict,
        observation: Observation,
    ) -> Outcome | None:
        request = build_request(call, target, observation, verdict)
        with self.phone.expecting_person():
            answer = self.approver.approve(request, self.cancel)
        self._tell_approval(request, answer)
        self.cancel.check()
        if not is_yes(answer):
            return Outcome(tier=Tier.AUTH, code="denied", message=f"Not approved: {'; '.join(verdict.reasons)}.")
        now = self.phone.observe(self.cancel)
        again = build_request(call, node_under(now, point), now, verdict)
        if again != request:
            message = "The screen changed while the approval was awaited, so nothing was done."
            return Outcome(tier=Tier.TRANSIENT, code="stale", message=message)
        return None

    def _run(self, tool: AnyTool, arguments: Arguments, context: ToolContext) -> Outcome:
        self.cancel.check()
        try:
            message = call_with_retry(lambda: tool.run(arguments, context), tool.is_idempotent, self.cancel)
        except RetryDifferently as error:
            return Outcome(tier=Tier.LOGIC, code="invalid", message=str(error))
        except ToolFailed as error:
            return Outcome(tier=Tier.LOGIC, code="failed", message=str(error))
        except PhoneError as error:
            return outcome_of(error)
        return Outcome(tier=Tier.OK, code="done", message=message)

    def _evaluate(self, tool: AnyTool, outcome: Outcome, before: Observation) -> Executed:
        """Look at the screen after the call: success that changed nothing is told apart."""
        if outcome.tier in (Tier.AUTH, Tier.FATAL) or not tool.changes_screen:
            return Executed(outcome=outcome)
        after = self.phone.observe(self.cancel)
        effect = effect_between(before, after, self.phone.take_toast())
        self.references.note(after)
        if outcome.tier is Tier.OK:
            # By what can be acted on and read: a keyboard that came up is told, but is no progress.
            code = "no_change" if after.fingerprint == before.fingerprint else outcome.code
            outcome = Outcome(tier=Tier.OK, code=code, message=f"{outcome.message} {effect.sentence()}")
        return Executed(outcome=outcome, after=after, effect=effect)

    def _tell_verdict(
        self, call: ToolCall, verdict: Verdict, target: AccessibilityNode | None, observation: Observation
    ) -> None:
        label = "" if target is None else label_of(target, Layout(observation))
        data = {"tool": call.tool_name, "ruling": verdict.ruling.value, "reasons": list(verdict.reasons)}
        self.sink.emit(Event(kind="assessed", data={**data, "target": label}))

    def _tell_approval(self, request: ApprovalRequest, answer: Approval) -> None:
        data = {"target": request.target, "details": dict(request.details), "answer": is_yes(answer)}
        self.sink.emit(Event(kind="approval", data=data))


def tell_acted(sink: EventSink, call: ToolCall, outcome: Outcome, seconds: float, effect: Effect | None = None) -> None:
    """Write down what came of a call."""
    data = {"tool": call.tool_name, "call_id": call.call_id, "tier": outcome.tier.value, "code": outcome.code}
    changed = {} if effect is None else {"effect": effect.as_data()}
    sink.emit(Event(kind="acted", data={**data, "message": outcome.message, "seconds": round(seconds, 3), **changed}))


def node_under(observation: Observation, point: Point | None) -> AccessibilityNode | None:
    """The node that a finger there would hit, whatever the model calls it."""
    hits = hits_at(Layout(observation), point) if point is not None else ()
    return hits[0].shown if hits else None


def outcome_of(error: PhoneError) -> Outcome:
    """A phone's error in the words of the loop; those that mean there is no phone are raised on."""
    from_kind = _OUTCOMES.get(type(error).__name__)
    if from_kind is None:
        raise error
    tier, code = from_kind
    return Outcome(tier=tier, code=code, message=str(error))


_OUTCOMES = {
    "ServerDead": (Tier.TRANSIENT, "server_dead"),
    "PhoneTimeout": (Tier.TRANSIENT, "timed_out"),
    "OutcomeUnknown": (Tier.TRANSIENT, "outcome_unknown"),
    "PhoneRejected": (Tier.LOGIC, "rejected"),
    "DeniedByPhone": (Tier.FATAL, "denied_by_phone"),
}
