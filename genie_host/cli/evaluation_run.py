"""One run of an evaluation: a new simulated phone, the real adb and driver, the real loop, then the judge."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from genie_host.agent.ending import EndReason, EpisodeResult
from genie_host.agent.executor import Executor
from genie_host.agent.goal import Goal as SpokenGoal
from genie_host.agent.history import Step
from genie_host.agent.limits import Limits
from genie_host.agent.loop import run_episode
from genie_host.agent.planner import Plan, Planner
from genie_host.cli.evaluation import RunRecord
from genie_host.cli.opening import close_quietly
from genie_host.core.calls import ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import ModelReplyInvalid, PhoneError
from genie_host.core.events import EventList
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Approval, ApprovalRequest, Trust
from genie_host.llm.model import LanguageModel
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.policy.approval import denied, granted
from genie_host.simphone.goals import Goal
from genie_host.simphone.judge import judge
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.tools.tool import RetryDifferently
from genie_host.tools.toolset import Toolset

LIMITS = Limits(max_turns=20, budget_seconds=120.0)


@dataclass(frozen=True, kw_only=True)
class Case:
    """One wording of one goal."""

    goal: Goal
    wording: str


@dataclass
class PersonOnPaper:
    """Answers every question as the goal says."""

    is_granting: bool
    asked: int = 0

    def approve(self, request: ApprovalRequest, cancel: CancelToken) -> Approval:
        """May this call happen?"""
        self.asked += 1
        return granted(Trust.TEST) if self.is_granting else denied("denied")


class WatchedPlanner(Planner):
    """Counts the calls that fit their schema and name only what is on the screen they were planned for.

    The grammar should make that all of them; this looks at the finished calls and knows nothing of the grammar.
    """

    def __init__(self, model: LanguageModel, toolset: Toolset) -> None:
        super().__init__(model, toolset)
        self._schemas = toolset
        self.calls: list[ToolCall] = []
        self.sound = 0

    def plan(
        self,
        goal: SpokenGoal,
        observation: Observation,
        steps: Sequence[Step],
        app_names: Sequence[str],
        *,
        seconds: float,
        cancel: CancelToken,
    ) -> Plan:
        """As ever, but counted; an answer that is no call counts as one that is not sound."""
        try:
            plan = super().plan(goal, observation, steps, app_names, seconds=seconds, cancel=cancel)
        except ModelReplyInvalid:
            self.calls.append(ToolCall(call_id="", tool_name="(no call)", arguments={}))
            raise
        self.calls.append(plan.call)
        self.sound += is_sound(plan.call, observation, app_names, self._schemas)
        return plan


def is_sound(call: ToolCall, observation: Observation, app_names: Sequence[str], toolset: Toolset) -> bool:
    """True when the arguments fit the schema, elements are on the screen by their exact name, and the app is there."""
    try:
        toolset.validate(call)
    except RetryDifferently:
        return False
    elements = {element.name for element in observation.elements}
    for name, value in call.arguments.items():
        known = elements if name in ("target", "field") else set(app_names) if call.tool_name == "open_app" else None
        if known is not None and value is not None and value not in known:
            return False
    return True


@dataclass(kw_only=True)
class Examiner:
    """Runs cases one after the other on one model."""

    adb: AdbServer
    model: LanguageModel
    cancel: CancelToken
    toolset: Toolset = field(default_factory=Toolset.default)

    def run(self, case: Case) -> RunRecord:
        """Run one case from the beginning. Raises Cancelled only."""
        self.cancel.check()
        person = PersonOnPaper(case.goal.approval == "grant")
        planner = WatchedPlanner(self.model, self.toolset)
        sink = EventList()
        with SimServer(SimPhone(case.goal.start_world())) as server:
            result = self._episode(case, server, planner, person, sink)
            verdict = server.call(lambda phone: judge(case.goal, phone.world, result.reply))
        self.cancel.check()
        missed = verdict.missed
        if not person.is_granting and not person.asked:
            missed += ("the person was not asked, so nothing was there to deny",)
        return RunRecord(
            goal=case.goal.id,
            kind=case.goal.kind,
            wording=case.wording,
            is_reached=not missed,
            missed=missed,
            side_effects=tuple(_effect(entry) for entry in verdict.side_effects),
            ending=result.reason.value,
            message=result.message,
            reply=result.reply,
            approvals_asked=person.asked,
            calls=_told(planner.calls, sink),
            sound_calls=planner.sound,
            turns=result.turns,
            seconds=round(result.seconds, 3),
        )

    def _episode(
        self, case: Case, server: SimServer, planner: Planner, person: PersonOnPaper, sink: EventList
    ) -> EpisodeResult:
        with ExitStack() as stack:
            try:
                serial = self.adb.connect(server.serial)
                stack.callback(self.adb.disconnect, serial)
                phone = AdbPhone.connect(serial, adb=self.adb, cancel=self.cancel, patience=SIMULATED_PATIENCE)
                stack.callback(close_quietly, phone)
            except PhoneError as error:
                return EpisodeResult(reason=EndReason.PHONE_UNAVAILABLE, message=str(error))
            return run_episode(
                case.wording,
                phone=phone,
                planner=planner,
                executor=Executor(phone=phone, toolset=self.toolset, approver=person, sink=sink, cancel=self.cancel),
                limits=LIMITS,
                sink=sink,
                cancel=self.cancel,
            )


def _told(calls: Sequence[ToolCall], sink: EventList) -> tuple[str, ...]:
    """``click target=Wi-Fi: done`` for each call; the last one of a run has no outcome."""
    outcomes = {
        event.data["call_id"]: f"{event.data['tier']}, {event.data['code']}"
        for event in sink.events
        if event.kind == "acted"
    }
    return tuple(f"{_call(call)}{_after(outcomes.get(call.call_id))}" for call in calls)


def _after(outcome: str | None) -> str:
    return "" if outcome is None else f": {outcome.removeprefix('ok, ')}"


def _call(call: ToolCall) -> str:
    return " ".join([call.tool_name, *(f"{name}={value!r}" for name, value in call.arguments.items())])


def _effect(entry: dict[str, Any]) -> str:
    facts = (f"{name}={value!r}" for name, value in entry.items() if name not in ("seq", "kind", "effect"))
    return " ".join([str(entry["kind"]), *facts])
