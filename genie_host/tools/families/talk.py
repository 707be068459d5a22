"""The two calls that end an episode. The planner reads them as decisions; they never reach the phone."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from genie_host.core.verdicts import RiskClass, Scope
from genie_host.tools.tool import Arguments, Tool, ToolContext


class Message(Arguments):
    """An answer for the user."""

    message: str = Field(min_length=1, max_length=2000, description="The answer, in the user's language.")


class Account(Arguments):
    """How the goal stands."""

    plan: str = Field(min_length=1, max_length=500, description="What was done, or why it cannot be done.")
    outcome: Literal["reached", "impossible"] = "reached"


def _say(arguments: Arguments, context: ToolContext) -> str:
    return "The episode is over."


TOOLS = (
    Tool(
        name="reply",
        description="Answer the user in words. Ends the episode.",
        arguments=Message,
        risk=RiskClass.TALK,
        scope=Scope.TALK,
        run=_say,
        is_idempotent=True,
        changes_screen=False,
    ),
    Tool(
        name="tasks",
        description="Say that the goal is reached, or that it cannot be. Ends the episode.",
        arguments=Account,
        risk=RiskClass.TALK,
        scope=Scope.TALK,
        run=_say,
        is_idempotent=True,
        changes_screen=False,
    ),
)
