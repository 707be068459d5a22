"""Tools that move between apps and screens."""

from __future__ import annotations

from pydantic import Field

from genie_host.core.verdicts import RiskClass, Scope
from genie_host.tools.tool import Arguments, Tool, ToolContext


class AppName(Arguments):
    """One installed app."""

    name: str = Field(min_length=1, max_length=100, description="The app's name, such as Settings.")


class Nothing(Arguments):
    """No arguments."""


def _open_app(arguments: AppName, context: ToolContext) -> str:
    context.phone.open_app(arguments.name)
    return f"{arguments.name} is in front."


def _go_back(arguments: Nothing, context: ToolContext) -> str:
    context.phone.go_back()
    return "Went back."


def _go_home(arguments: Nothing, context: ToolContext) -> str:
    context.phone.go_home()
    return "The home screen is in front."


TOOLS = (
    Tool(
        name="open_app",
        description="Bring an installed app to the front.",
        arguments=AppName,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_open_app,
        is_idempotent=True,
    ),
    Tool(
        name="go_back",
        description="Leave this screen for the one before it.",
        arguments=Nothing,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_go_back,
    ),
    Tool(
        name="go_home",
        description="Go to the home screen.",
        arguments=Nothing,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_go_home,
        is_idempotent=True,
    ),
)
