"""May this attempt be made? Scope, rates, ceilings, bounds, risk, provenance, draft: in this order, each a few lines.

What is not allowed leaves by Stopped. Whatever else is raised in here means *refuse*; the executor sees to that.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from genie_host.agent.attempt import Attempt, Decision, Passage, Stopped, refused, stopped
from genie_host.agent.terms import Terms
from genie_host.core.calls import Outcome, Tier
from genie_host.core.clock import Clock
from genie_host.core.provenance import Origin, Sourced
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.core.verdicts import RiskClass, Ruling, Stake
from genie_host.phone.phone import Phone
from genie_host.policy.bounds import Fence
from genie_host.policy.ceilings import Used
from genie_host.policy.draft import Drafted, box_of, commits, drafted
from genie_host.policy.handed import judge_handed
from genie_host.policy.layout import Layout, is_field
from genie_host.policy.meaning import all_meant
from genie_host.policy.own import aims_at_confirm
from genie_host.policy.question import consequence_in
from genie_host.policy.rates import RateLimiter
from genie_host.policy.request import AppIdentity, build_request
from genie_host.policy.resolve import label_of
from genie_host.policy.risk import Task, assess
from genie_host.policy.rulings import worst
from genie_host.policy.sources import Sources
from genie_host.policy.taint import is_committing, origins_of, raised, tainted
from genie_host.policy.tool_names import TYPING
from genie_host.store.secrets import Secrets


@dataclass(kw_only=True)
class Gate:
    """The judgement of one run, and what it has to remember for it."""

    terms: Terms
    phone: Phone
    clock: Clock
    identity: AppIdentity
    salt: bytes
    secrets: Secrets = field(default_factory=Secrets)
    """What is known to be secret: handed over anywhere, it is asked about."""
    sources: Sources = field(default_factory=Sources)
    drafts: list[Drafted] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rates = RateLimiter(self.terms.rates, self.clock)
        self.used = Used(ceilings=self.terms.ceilings)
        self._fence = Fence(self.terms.bounds)
        self._packages: dict[str, str] | None = None
        self._ticked = ""

    def note(self, observation: Observation) -> None:
        """The model has seen this screen."""
        self.sources.note(observation)
        self._fence.note(observation)

    def admit(self, attempt: Attempt) -> None:
        """Before anything is judged: is a call like this within what the run may do at all? Raises Stopped."""
        tool = attempt.tool
        if not self.terms.profile.allows(tool.scope):
            message = f"{tool.name} is not for the profile {self.terms.profile.name}. Do without it."
            raise stopped(Tier.LOGIC, "out_of_scope", message)
        if (reason := self.used.call()) is not None:
            raise stopped(Tier.AUTH, "ceiling", reason)
        if (reason := self.rates.call(tool.name, tool.scope)) is not None:
            raise stopped(Tier.TRANSIENT, "too_often", reason)
        if not tool.is_mutating:
            return
        if aims_at_confirm(attempt.call.arguments, attempt.target, attempt.observation):
            raise refused("what asks for your approval on the phone is yours alone to touch")
        objection = self._fence.objection(
            attempt.meant, tool.scope, attempt.target, attempt.places, attempt.observation, self._apps()
        )
        if objection is not None:
            raise stopped(Tier.LOGIC, "out_of_bounds", objection)

    def examine(self, attempt: Attempt) -> Decision:
        """The verdict on an attempt, by risk and then by where its values came from. Changes nothing."""
        call, tool, target, layout = attempt.meant, attempt.tool, attempt.target, Layout(attempt.observation)
        task = Task(goal=attempt.goal, ticked=self._ticked, rules=self.terms.rules)
        meant = all_meant(attempt.call, target, attempt.end)
        verdict = worst(assess(each, hit, attempt.observation, tool.risk, task) for each, hit in meant)
        if tool.is_mutating:
            verdict = judge_handed(call, verdict, lambda text: self.secrets.hide(text) != text)
        may_commit = tool.is_mutating and is_committing(call, tool.risk, tool.scope, target, verdict, layout)
        is_brief = not (may_commit or self.terms.is_draft or verdict.ruling is Ruling.ASK)
        request = build_request(call, target, attempt.observation, verdict, salt=self.salt, is_brief=is_brief)
        details = dict(request.details)
        goal, sources = attempt.goal, self.sources
        taints = tainted(call, tool.scope, target, verdict, details, layout, goal, sources) if may_commit else ()
        verdict = raised(verdict, taints)
        origins = tuple(("origin", sentence) for sentence in origins_of(taints))
        request = replace(request, reasons=verdict.reasons, stake=verdict.stake, details=request.details + origins)
        if verdict.ruling is Ruling.ASK and request.subject is not None:
            version_code, signer = self.identity(request.subject.package)
            subject = replace(request.subject, version_code=version_code, signer_sha256=signer)
            request = replace(request, subject=subject)
        return Decision(verdict=verdict, request=request)

    def rule(self, attempt: Attempt, decision: Decision) -> None:
        """Raise Stopped for what is refused, for a payment too many, and for what a draft leaves undone."""
        verdict = decision.verdict
        if verdict.ruling not in (Ruling.ALLOW, Ruling.ASK):
            raise refused("; ".join(verdict.reasons) or "the policy does not allow it")
        if verdict.stake is Stake.PAY and (reason := self.used.no_payment_left()) is not None:
            raise stopped(Tier.AUTH, "ceiling", reason)
        if self.terms.is_draft:
            self._keep_draft(attempt, decision)
        if verdict.ruling is Ruling.ASK and not attempt.observation.is_foreground_seen:
            # Nobody is asked about a screen that is gone: what a finger would meet now is something else.
            raise stopped(Tier.TRANSIENT, "stale", "What is in front is not what was read. Look at it again.")

    def _keep_draft(self, attempt: Attempt, decision: Decision) -> None:
        call, tool, layout = attempt.meant, attempt.tool, Layout(attempt.observation)
        if not commits(call, tool.risk, tool.scope, attempt.target, decision.verdict, layout):
            return
        undone = drafted(decision.request)
        is_new = undone not in self.drafts
        if is_new:
            self.drafts.append(undone)
        message = f"This is a draft, so it was left undone and put on the list: {undone.sentence()}."
        raise Stopped(Outcome(tier=Tier.OK, code="drafted" if is_new else "drafted_again", message=message))

    def begin(self, attempt: Attempt, passage: Passage) -> None:
        """It is about to be done."""
        if passage.decision is not None and passage.decision.verdict.stake is Stake.PAY:
            self.used.payment()
        if attempt.call.tool_name in TYPING:
            self.sources.write(str(attempt.call.arguments.get("text") or ""))
        if attempt.tool.risk is RiskClass.TOUCH:
            self._ticked = _ticked_by(attempt.target, attempt.observation)

    def told(self, attempt: Attempt, outcome: Outcome) -> None:
        """The model is told this of it."""
        if outcome.origin is not Origin.GENIE:
            self.sources.add(Sourced(text=outcome.message, origin=outcome.origin))

    def _apps(self) -> dict[str, str]:
        """Packages by label, asked for once and only when the run stays in one of them."""
        if not self.terms.bounds.stays_in_app:
            return {}
        if self._packages is None:
            self._packages = {app.label: app.package for app in self.phone.installed_apps()}
        return self._packages


def _ticked_by(target: AccessibilityNode | None, observation: Observation) -> str:
    """What a box says that is ticked now, when that is grave."""
    layout = Layout(observation)
    box = None if target is None or is_field(target) else box_of(target, layout)
    if target is None or box is None or box.is_checked:
        return ""
    label = label_of(target, layout)
    return label if consequence_in((label,)) else ""
