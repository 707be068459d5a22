"""Tools that look and wait."""

from __future__ import annotations

from pydantic import Field

from genie_host.core.clock import Deadline
from genie_host.core.provenance import Origin
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.phone.describe import describe
from genie_host.phone.pictures import PictureState, state_of
from genie_host.tools.families.apps import Nothing
from genie_host.tools.tool import Arguments, Tool, ToolContext, ToolFailed

_LOOK_AGAIN_SECONDS = 0.3


class Awaited(Arguments):
    """What to wait for."""

    text: str = Field(min_length=1, max_length=200, description="Words that will be on the screen.")
    seconds: float = Field(default=10, gt=0, le=60, description="How long to wait at most.")


def _read_screen(arguments: Nothing, context: ToolContext) -> str:
    return describe(context.observation)


def _take_screenshot(arguments: Nothing, context: ToolContext) -> str:
    picture = context.phone.screenshot()
    size = context.observation.size
    taken = f"Took a screenshot of {size.width} by {size.height} pixels ({len(picture) // 1024 + 1} kB)."
    state = state_of(picture, context.observation)
    return taken if state is PictureState.SHOWN else f"{taken} It is {state.value}."


def _wait_for(arguments: Awaited, context: ToolContext) -> str:
    wanted = arguments.text.casefold()
    deadline = Deadline.after(min(arguments.seconds, context.seconds_left))
    observation = context.observation
    while not any(wanted in element.reading.casefold() for element in observation.elements):
        if deadline.is_over:
            raise ToolFailed(f"'{arguments.text}' did not appear within {arguments.seconds:g} seconds.")
        context.cancel.wait(min(_LOOK_AGAIN_SECONDS, deadline.remaining_seconds))
        observation = context.phone.observe(context.cancel)
    return f"'{arguments.text}' is on the screen."


TOOLS = (
    Tool(
        name="read_screen",
        description="Read everything on the screen.",
        arguments=Nothing,
        risk=RiskClass.READ,
        scope=Scope.SCREEN,
        run=_read_screen,
        tells=Origin.APP,
        is_idempotent=True,
        changes_screen=False,
    ),
    Tool(
        name="take_screenshot",
        description="Take a picture of the screen. It stays on this machine.",
        arguments=Nothing,
        risk=RiskClass.READ,
        scope=Scope.PICTURE,
        run=_take_screenshot,
        is_idempotent=True,
        changes_screen=False,
    ),
    Tool(
        name="wait_for",
        description="Wait until certain words are on the screen.",
        arguments=Awaited,
        risk=RiskClass.READ,
        scope=Scope.SCREEN,
        run=_wait_for,
        is_idempotent=True,
        changes_screen=False,
    ),
)
