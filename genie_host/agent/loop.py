"""One episode: observe, plan, act, evaluate, until it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from genie_host.agent.deleting import is_undone
from genie_host.agent.doing import Executed
from genie_host.agent.doubt import Doubt
from genie_host.agent.ending import Ended, EndReason, EpisodeResult, fault_of
from genie_host.agent.executor import Executor
from genie_host.agent.goal import Goal
from genie_host.agent.hiding import learn_seen
from genie_host.agent.history import History
from genie_host.agent.ledger import tell_acted
from genie_host.agent.limits import Breakers, Limits
from genie_host.agent.planner import Plan, Planner
from genie_host.agent.switches import SwitchGuard, stands_against
from genie_host.agent.telling import told_arguments
from genie_host.agent.waiting import wait_if_asked
from genie_host.agent.wording import unsent
from genie_host.core.calls import Act, Finish, Reply, Tier, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import (
    Cancelled,
    ModelError,
    ModelReplyInvalid,
    ModelTimeout,
    PersonPresent,
    PhoneError,
    PhoneRejected,
)
from genie_host.core.events import Event, EventSink
from genie_host.core.screen import Observation
from genie_host.phone.phone import Phone

_NOT_LET_PASS = frozenset({"out_of_scope", "out_of_bounds", "too_often", "not_approved", "frozen"})
"""Codes of outcomes of a call that the door stopped, and after which the run goes on."""
LOOKS = 3
"""Times an untrustworthy screen is looked at before the episode gives up."""
_LOOK_AGAIN_SECONDS = 0.5


@dataclass(kw_only=True)
class _Episode:
    goal: Goal
    phone: Phone
    planner: Planner
    executor: Executor
    limits: Limits
    sink: EventSink
    cancel: CancelToken
    clock: Clock
    history: History = field(default_factory=History)
    breakers: Breakers = field(default_factory=Breakers)
    switches: SwitchGuard
    doubt: Doubt
    turns: int = 0
    started: float = 0.0
    looked_at: float = 0.0

    def run(self) -> None:
        """Ends by raising."""
        self.planner.forget()
        self.phone.watch_for_person()
        app_names = [app.label for app in self.phone.installed_apps()]
        observation: Observation | None = None
        while True:
            if wait_if_asked(self.phone, self.cancel, self.clock) > 0.0:
                observation = None  # meanwhile the user may have done anything to the phone
            self._check_budget()
            self.phone.yield_to_person()
            observation = self._trustworthy(observation)
            self.turns += 1
            plan = self._plan(observation, app_names)
            observation = self._act(plan, observation) if plan is not None else None
            self.looked_at = self.clock.now()

    def _check_budget(self) -> None:
        self.cancel.check()
        if self.turns >= self.limits.max_turns:
            raise Ended(EndReason.BUDGET_USED_UP, f"The {self.limits.max_turns} turns allowed are used up.")
        if self._seconds_left() <= 0:
            message = f"The {self.limits.budget_seconds:g} seconds allowed are used up."
            raise Ended(EndReason.BUDGET_USED_UP, message)

    def _seconds_left(self) -> float:
        return self.limits.budget_seconds - (self.clock.now() - self.started - self.cancel.held_seconds)

    def _trustworthy(self, observation: Observation | None) -> Observation:
        """The screen, or the end of the episode when the phone does not give a whole one."""
        for look in range(LOOKS):
            if observation is None:
                before = self.clock.now()
                observation = self.phone.observe(self.cancel)
                self.looked_at = self.clock.now()
                self._tell_observed(observation, self.clock.now() - before)
            fault = fault_of(observation)
            if fault is None:
                return observation
            if look < LOOKS - 1:
                self.cancel.wait(_LOOK_AGAIN_SECONDS)
                observation = None
        raise Ended(EndReason.PHONE_UNAVAILABLE, fault or "")

    def _plan(self, observation: Observation, app_names: Sequence[str]) -> Plan | None:
        """The model's decision; None when its answer was of no use and another try is allowed."""
        try:
            plan = self.planner.plan(
                self.goal,
                observation,
                self.history.window(),
                app_names,
                seconds=max(0.1, self._seconds_left()),
                cancel=self.cancel,
            )
        except ModelTimeout:
            self._check_budget()
            raise
        except ModelReplyInvalid as error:
            self.sink.emit(Event(kind="notice", data={"message": str(error)}))
            tripped = self.breakers.note_invalid()
            if tripped is not None:
                raise Ended(EndReason.NOT_REACHED, tripped) from error
            return None
        self._tell_decided(plan, observation)
        used_up = self.executor.spend(plan.reply.prompt_tokens + plan.reply.output_tokens)
        if used_up is not None:
            raise Ended(EndReason.BUDGET_USED_UP, used_up)
        return plan

    def _act(self, plan: Plan, observation: Observation) -> Observation | None:
        match plan.decision:
            case Reply(message=message):
                raise Ended(EndReason.FINISHED, message, reply=message)
            case Finish(plan=account, is_reached=is_reached):
                left = stands_against(self.goal, observation) if is_reached and not self.executor.drafts else None
                if left is not None:
                    raise Ended(EndReason.NOT_REACHED, f"'{left.name}' is still {'on' if left.is_checked else 'off'}.")
                if is_reached and is_undone(self.goal.text, self.history.steps):
                    raise Ended(EndReason.NOT_REACHED, "Nothing was deleted: no way to do it was found.")
                if is_reached and (barred := self._barred()) is not None:
                    raise Ended(self._reason_not_reached(), barred)
                reason = EndReason.FINISHED if is_reached else self._reason_not_reached()
                raise Ended(reason, self._account(account, is_reached=is_reached))
            case Act(call=call):
                question = self.doubt.question(call, plan.reply, observation)
                if question is not None:
                    raise Ended(EndReason.NOT_REACHED, question, reply=question)
                executed = self._execute(call, observation)
                self.history.add(call, executed.outcome)
                self._stop_if_over(executed)
                tripped = self.breakers.note(call, executed.outcome, observation.fingerprint)
                if tripped is not None:
                    raise Ended(self._reason_not_reached(), f"{tripped} {executed.outcome.message}")
                if executed.after is not None:
                    self._tell_observed(executed.after, 0.0)
                return executed.after

    def _execute(self, call: ToolCall, observation: Observation) -> Executed:
        element = observation.element_named(str(call.arguments.get("target")))
        objection = self.switches.objection(call, observation) or unsent(call, element, self.goal.text)
        if objection is not None:
            tell_acted(self.sink, call, objection, 0.0)
            return Executed(outcome=objection, after=observation)
        age_seconds = self.clock.now() - self.looked_at
        executed = self.executor.execute(
            call, observation, self.goal.text, age_seconds=age_seconds, seconds_left=self._seconds_left()
        )
        self.switches.note(call, observation, executed.outcome)
        return executed

    def _reason_not_reached(self) -> EndReason:
        """Safety's doing when the last thing wanted needed an approval that did not come."""
        last = self.history.steps[-1].outcome if self.history.steps else None
        is_denied = last is not None and last.code == "not_approved"
        return EndReason.STOPPED_BY_SAFETY if is_denied else EndReason.NOT_REACHED

    def _barred(self) -> str | None:
        """Why nothing was reached, whatever the model says: the last thing it wanted was not let pass."""
        last = self.history.steps[-1].outcome if self.history.steps else None
        return last.message if last is not None and last.code in _NOT_LET_PASS else None

    def _account(self, account: str, *, is_reached: bool) -> str:
        """The model's words, backed by the last thing that verifiably happened."""
        if not is_reached:
            return f"It cannot be done on this phone: {account}."
        done = [step for step in self.history.steps if step.outcome.code == "done"]
        if self.executor.drafts:
            return f"Composed, and left undone: {'; '.join(draft.sentence() for draft in self.executor.drafts)}."
        return f"Done: {done[-1].outcome.message}" if done else "Nothing had to be done: it is so already."

    def _stop_if_over(self, executed: Executed) -> None:
        outcome = executed.outcome
        if outcome.code == "ceiling":
            raise Ended(EndReason.BUDGET_USED_UP, outcome.message)
        if outcome.code == "drafted_again":
            # The model comes back to what a draft leaves undone: all that can be composed is.
            raise Ended(EndReason.FINISHED, self._account("", is_reached=True))
        if outcome.tier is Tier.AUTH:
            raise Ended(EndReason.STOPPED_BY_SAFETY, outcome.message)
        if outcome.tier is Tier.FATAL:
            raise Ended(EndReason.PHONE_UNAVAILABLE, outcome.message)

    def _tell_observed(self, observation: Observation, seconds: float) -> None:
        learn_seen(self.planner.secrets, observation)
        data = {
            "turn": self.turns + 1,
            "app": observation.app_label,
            "title": observation.title,
            "elements": [element.reading for element in observation.elements[:40]],
            "seconds": round(seconds, 3),
        }
        self.sink.emit(Event(kind="observed", data=data))

    def _tell_decided(self, plan: Plan, observation: Observation) -> None:
        data = {
            "turn": self.turns,
            "tool": plan.call.tool_name,
            "arguments": told_arguments(plan.call, observation),
            "prompt_tokens": plan.reply.prompt_tokens,
            "output_tokens": plan.reply.output_tokens,
            "seconds": round(plan.reply.seconds, 3),
        }
        self.sink.emit(Event(kind="decided", data=data))


def run_episode(
    goal: str,
    *,
    phone: Phone,
    planner: Planner,
    executor: Executor,
    limits: Limits,
    sink: EventSink,
    cancel: CancelToken,
    clock: Clock = SYSTEM_CLOCK,
) -> EpisodeResult:
    """Work towards a goal in the user's words. Never raises an error of ours: the result says how it ended."""
    episode = _Episode(
        goal=Goal(goal),
        phone=phone,
        planner=planner,
        executor=executor,
        limits=limits,
        sink=sink,
        cancel=cancel,
        clock=clock,
        started=clock.now(),
        switches=SwitchGuard(Goal(goal)),
        doubt=Doubt(Goal(goal)),
    )
    started = {"goal": goal, "serial": phone.serial, "model": planner.model.name, "backend": planner.model.backend}
    sink.emit(Event(kind="episode_started", data={**started, "max_turns": limits.max_turns}))
    try:
        episode.run()
        raise AssertionError("an episode ends by raising")
    except Ended as end:
        ended = end
    except Cancelled:
        ended = Ended(EndReason.CANCELLED, "Stopped.")
    except PersonPresent as error:
        ended = Ended(EndReason.YIELDED, str(error))
    except PhoneRejected as error:
        ended = Ended(EndReason.NOT_REACHED, str(error))
    except PhoneError as error:
        ended = Ended(EndReason.PHONE_UNAVAILABLE, str(error))
    except ModelError as error:
        ended = Ended(EndReason.MODEL_UNAVAILABLE, str(error))
    result = EpisodeResult(
        reason=ended.reason,
        message=ended.message,
        reply=ended.reply,
        drafts=executor.drafts,
        turns=episode.turns,
        seconds=clock.now() - episode.started,
    )
    data = {"reason": result.reason.value, "message": result.message, "reply": result.reply, "turns": result.turns}
    more = {"drafts": [draft.sentence() for draft in result.drafts]} if executor.terms.is_draft else {}
    sink.emit(Event(kind="episode_ended", data={**data, "seconds": round(result.seconds, 3), **more}))
    return result
