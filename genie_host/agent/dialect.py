"""How a model is asked for the next call, and how its answer is read. One dialect per prompt style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from genie_host.agent.goal import Goal
from genie_host.agent.history import Step
from genie_host.core.screen import Observation
from genie_host.llm.model import CallShape
from genie_host.tools.toolset import Toolset


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Everything a turn is planned from."""

    goal: Goal
    observation: Observation
    steps: Sequence[Step]
    app_names: Sequence[str]
    toolset: Toolset


class Question(Protocol):
    """One turn's question to the model, and the reading of its answer."""

    @property
    def system(self) -> str: ...

    @property
    def prompt(self) -> str: ...

    @property
    def tools(self) -> Sequence[Mapping[str, Any]]: ...

    @property
    def shapes(self) -> Sequence[CallShape]: ...

    def read(self, tool_name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """The model's arguments in the words of the screen and of the user."""
        ...


class Dialect(Protocol):
    """Makes questions. ``room`` is the greatest number of elements to show, fewer when the prompt grew too long."""

    def question(self, situation: Situation, room: int) -> Question: ...
