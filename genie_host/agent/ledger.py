"""What the door writes down: events for whoever watches, and for every decision a record that can be audited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from genie_host.agent.attempt import Attempt, Decision, Passage
from genie_host.agent.doing import Executed
from genie_host.core.audit import AuditSink
from genie_host.core.calls import Outcome, ToolCall
from genie_host.core.events import Event, EventSink
from genie_host.core.verdicts import Approval, ApprovalRequest
from genie_host.phone.effects import Effect
from genie_host.policy.approval import is_yes
from genie_host.policy.draft import Drafted
from genie_host.policy.layout import Layout
from genie_host.policy.resolve import label_of


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Where the door tells of itself."""

    sink: EventSink
    audit: AuditSink
    profile: str

    def notice(self, words: str) -> None:
        """Something the user should know at once."""
        self.sink.emit(Event(kind="notice", data={"message": words}))

    def assessed(self, attempt: Attempt, decision: Decision) -> None:
        """The policy has ruled."""
        verdict, target = decision.verdict, attempt.target
        data = {
            "tool": attempt.call.tool_name,
            "ruling": verdict.ruling.value,
            "reasons": list(verdict.reasons),
            "target": "" if target is None else label_of(target, Layout(attempt.observation)),
            "stake": verdict.stake.value,
            "evidence": [each.name for each in verdict.evidence],
        }
        self.sink.emit(Event(kind="assessed", data=data))

    def answered(self, request: ApprovalRequest, answer: Approval) -> None:
        """Somebody has said yes or no, or nothing in time."""
        data = {"target": request.target, "details": dict(request.details), "answer": is_yes(answer)}
        more = _approval(answer)
        self.sink.emit(Event(kind="approval", data={**data, "reason": more["reason"], "trust": more["trust"]}))

    def drafted(self, draft: Drafted) -> None:
        """Something was left undone because the run is a draft."""
        data = {"tool": draft.tool_name, "target": draft.target, "app": draft.app_label, "details": dict(draft.details)}
        self.sink.emit(Event(kind="drafted", data=data))

    def decided(self, passage: Passage, came_to: str) -> None:
        """One record per decision, before anything is done. What raises in here keeps the door shut."""
        self.audit.write("decision", decision_data(passage, came_to, self.profile))

    def done(self, attempt: Attempt, executed: Executed) -> None:
        """What came of a decision to let a call pass."""
        self.audit.write("effect", effect_data(attempt, executed))


def decision_data(passage: Passage, came_to: str, profile: str) -> dict[str, Any]:
    """JSON-ready, without secrets. Parts that a decision did not come to are missing."""
    call, attempt, decision = passage.call, passage.attempt, passage.decision
    data: dict[str, Any] = {
        "request_id": call.request_id,
        "call_id": call.call_id,
        "tool": call.tool_name[:64],
        "profile": profile,
        "outcome": came_to,
    }
    if attempt is not None:
        data |= {"app": attempt.observation.package_name, "screen_before": attempt.observation.fingerprint}
    if decision is not None:
        verdict = decision.verdict
        data["request"] = _request(decision.request)
        data["verdict"] = {
            "ruling": verdict.ruling.value,
            "stake": verdict.stake.value,
            "reasons": list(verdict.reasons),
            "evidence": [asdict(each) for each in verdict.evidence],
        }
    if passage.answer is not None:
        data["approval"] = _approval(passage.answer)
    return data


def effect_data(attempt: Attempt, executed: Executed) -> dict[str, Any]:
    """JSON-ready. What the screen says is counted, not quoted: nobody knows what stands there afterwards."""
    return {
        "request_id": attempt.call.request_id,
        "call_id": attempt.call.call_id,
        "tool": attempt.call.tool_name,
        "tier": executed.outcome.tier.value,
        "outcome": executed.outcome.code,
        "screen_before": attempt.observation.fingerprint,
        "screen_after": "" if executed.after is None else executed.after.fingerprint,
        "app_after": "" if executed.after is None else executed.after.package_name,
        "changes": {} if executed.effect is None else _counted(executed.effect),
    }


def _counted(effect: Effect) -> dict[str, int]:
    groups = {"changed": effect.changed, "appeared": effect.appeared, "gone": effect.gone}
    return {name: len(group) for name, group in groups.items() if group}


def _request(request: ApprovalRequest) -> dict[str, Any]:
    subject = None if request.subject is None else asdict(request.subject)
    return {
        "tool": request.tool_name,
        "arguments": request.arguments,
        "target": request.target,
        "app_label": request.app_label,
        "details": [list(detail) for detail in request.details],
        "stake": request.stake.value,
        "screen_digest": request.screen_digest,
        **({} if subject is None else {"subject": {**subject, "bounds": list(subject["bounds"])}}),
    }


def _approval(answer: Approval) -> dict[str, Any]:
    if not isinstance(answer, Approval):
        return {"is_granted": False, "reason": "malformed", "trust": ""}
    record: Mapping[str, Any] | None = answer.record
    trust = "" if answer.trust is None else str(answer.trust)
    data = {"is_granted": is_yes(answer), "reason": answer.reason, "trust": trust}
    return data if record is None else {**data, "record": dict(record)}


def tell_acted(sink: EventSink, call: ToolCall, outcome: Outcome, seconds: float, effect: Effect | None = None) -> None:
    """Write down what came of a call."""
    data = {"tool": call.tool_name, "call_id": call.call_id, "tier": outcome.tier.value, "code": outcome.code}
    changed = {} if effect is None else {"effect": effect.as_data()}
    sink.emit(Event(kind="acted", data={**data, "message": outcome.message, "seconds": round(seconds, 3), **changed}))
