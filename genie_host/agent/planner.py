"""Plans one turn: puts the situation to the model within its context, and reads the answer as a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from genie_host.agent.dialect import Dialect, Question, Situation
from genie_host.agent.full_dialect import FullDialect
from genie_host.agent.goal import Goal
from genie_host.agent.hiding import hidden, hidden_shapes, learn_call, learn_seen, unseen
from genie_host.agent.history import Step
from genie_host.agent.nano_dialect import NanoDialect
from genie_host.core.calls import Act, Decision, Finish, Reply, ToolCall
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Deadline
from genie_host.core.errors import ContextOverflow, ModelReplyInvalid
from genie_host.core.screen import Observation
from genie_host.llm.model import LanguageModel, ModelReply
from genie_host.store.secrets import Secrets
from genie_host.tools.tool import RetryDifferently
from genie_host.tools.toolset import Toolset

MAX_OUTPUT_TOKENS = {"nano": 96, "full": 256}
_ROOMS = (48, 32, 20, 12)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """One turn's decision and what it took."""

    decision: Decision
    call: ToolCall
    reply: ModelReply


class Planner:
    """Asks one model. It never sees the phone or runs a tool."""

    def __init__(
        self,
        model: LanguageModel,
        toolset: Toolset,
        *,
        turn_seconds: float = 60,
        secrets: Secrets | None = None,
        sees_screen: bool = True,
    ) -> None:
        """``secrets``: what the model is told by name alone; learned from the screens as well.

        ``sees_screen``: False for a run whose profile keeps the screen from the model.
        """
        self.model = model
        self.secrets = secrets if secrets is not None else Secrets()
        self._toolset = toolset
        self._sees_screen = sees_screen
        self._turn_seconds = turn_seconds
        self._dialect: Dialect = NanoDialect() if model.prompt_style == "nano" else FullDialect(model.count_tokens)
        self._calls = 0

    def forget(self) -> None:
        """Begin a new episode: nothing of the last one stays in the model's context."""
        self.model.forget()

    def plan(
        self,
        goal: Goal,
        observation: Observation,
        steps: Sequence[Step],
        app_names: Sequence[str],
        *,
        seconds: float,
        cancel: CancelToken,
    ) -> Plan:
        """One decision. Raises ModelReplyInvalid for an answer that is no call, another ModelError, or Cancelled."""
        learn_seen(self.secrets, observation)
        shown = observation if self._sees_screen else unseen(observation)
        situation = hidden(
            Situation(goal=goal, observation=shown, steps=steps, app_names=app_names, toolset=self._toolset),
            self.secrets,
        )
        deadline = Deadline.after(min(seconds, self._turn_seconds))
        question, reply = self._ask(situation, deadline, cancel)
        if len(reply.calls) != 1:
            raise ModelReplyInvalid(f"The model made {len(reply.calls)} calls where one is wanted.")
        tool_name, arguments = reply.calls[0]
        self._calls += 1
        call = ToolCall(
            call_id=f"call-{self._calls}",
            tool_name=tool_name,
            arguments=self.secrets.reveal(_read(question, tool_name, arguments)),
        )
        learn_call(self.secrets, call, observation)
        return Plan(decision=self._decision(call), call=call, reply=reply)

    def _ask(self, situation: Situation, deadline: Deadline, cancel: CancelToken) -> tuple[Question, ModelReply]:
        """Show less of the screen until the prompt fits."""
        max_output = MAX_OUTPUT_TOKENS[self.model.prompt_style]
        for room in _ROOMS:
            question = self._dialect.question(situation, room)
            try:
                return question, self.model.propose(
                    system=question.system,
                    prompt=self.secrets.hide(question.prompt),
                    tools=question.tools,
                    shapes=hidden_shapes(question.shapes, self.secrets) if self.secrets else question.shapes,
                    max_output_tokens=max_output,
                    deadline=deadline,
                    cancel=cancel,
                )
            except ContextOverflow:
                if room == _ROOMS[-1]:
                    raise
        raise AssertionError("the loop above returns or raises")

    def _decision(self, call: ToolCall) -> Decision:
        if call.tool_name not in ("reply", "tasks"):
            return Act(call=call)
        try:
            _, arguments = self._toolset.validate(call)
        except RetryDifferently as error:
            raise ModelReplyInvalid(str(error)) from error
        values = _values(arguments)
        if call.tool_name == "reply":
            return Reply(message=values["message"])
        return Finish(plan=values["plan"], is_reached=values["outcome"] == "reached")


def _read(question: Question, tool_name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return question.read(tool_name, arguments)
    except KeyError as error:
        raise ModelReplyInvalid("The model named something that is not on the screen.") from error


def _values(arguments: BaseModel) -> dict[str, Any]:
    return arguments.model_dump()
