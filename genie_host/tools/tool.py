"""What a tool is: a typed function with a risk class, and the two ways in which it may fail."""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict

from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Point
from genie_host.core.provenance import Origin
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.phone.phone import Phone


class RetryDifferently(Exception):
    """The call cannot be made like this; the message tells the model what to give instead."""


class ToolFailed(Exception):
    """The call was made and did not work; the message tells the model what is so now."""


class Arguments(BaseModel):
    """Base of every tool's arguments: nothing unknown, nothing coerced from other types but numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=False)


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """What a running tool may use."""

    phone: Phone
    observation: Observation
    cancel: CancelToken
    seconds_left: float = 60.0
    """Of the run's budget: no tool waits longer for anything."""
    tell: Callable[[str], None] = logging.getLogger(__name__).info
    """Says something to the user at once, such as what they have to do."""


A = TypeVar("A", bound=Arguments)


@dataclass(frozen=True, kw_only=True)
class Tool(Generic[A]):
    """One thing the model can call."""

    name: str
    description: str
    """For the model: what it does and when to use it."""
    arguments: type[A]
    risk: RiskClass
    """What it can do at worst."""
    scope: Scope
    """What it reaches."""
    run: Callable[[A, ToolContext], str]
    """Does it; the answer is a sentence for the model."""
    aim: Callable[[A, Observation], Point | None] | None = None
    """Where on the screen it would touch, for those that touch; raises RetryDifferently when there is no such thing."""
    lands: Callable[[A, Observation], Point | None] | None = None
    """Where the finger leaves the glass, for those that move it from one thing to another; raises the same."""
    fits: Callable[[Observation], bool] = lambda observation: True
    """Whether it can be of use on this screen; else a model that reads long prompts is not offered it."""
    is_idempotent: bool = False
    """True when doing it twice is as good as once, so that a transient failure is tried again."""
    changes_screen: bool = True
    """True when a changed screen is what success looks like."""
    tells: Origin = Origin.GENIE
    """Whose words its answer passes on, when they are not Genie's own."""

    def __post_init__(self) -> None:
        """Raises TypeError for a tool that does not declare both: such a one must never come to be."""
        if not isinstance(self.risk, RiskClass):
            raise TypeError(f"the tool {self.name} declares no risk class")
        if not isinstance(self.scope, Scope):
            raise TypeError(f"the tool {self.name} declares no scope")

    @property
    def is_mutating(self) -> bool:
        """Does it put anything into the phone?"""
        return self.risk not in (RiskClass.READ, RiskClass.TALK)

    def schema(self) -> dict[str, Any]:
        """Name, description and JSON schema of the arguments, in the form language models are given."""
        parameters = copy.deepcopy(_parameters(self.arguments))
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        return {"type": "function", "function": function}


@cache
def _parameters(arguments: type[Arguments]) -> dict[str, Any]:
    """Made once: every turn asks for the schema of every tool, and making one takes milliseconds."""
    parameters = arguments.model_json_schema()
    parameters.pop("title", None)
    parameters.pop("description", None)
    return parameters


AnyTool = Tool[Any]
