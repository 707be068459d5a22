"""Tools that use the keyboard."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from genie_host.core.geometry import Point
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass
from genie_host.tools.targets import find_field, touch_point
from genie_host.tools.tool import Arguments, Tool, ToolContext


class Typing(Arguments):
    """What to write and where."""

    field: str | None = Field(
        default=None, max_length=200, description="Name of the field; left out, the one with the cursor."
    )
    text: str = Field(max_length=2000, description="The whole new content of the field.")


class Key(Arguments):
    """A key of the phone or keyboard."""

    key: Literal["enter", "delete", "search", "menu", "recent", "volume_up", "volume_down", "back", "home"]


def _aim(arguments: Typing, observation: Observation) -> Point:
    return touch_point(find_field(observation, arguments.field), observation)


def _type_text(arguments: Typing, context: ToolContext) -> str:
    element = find_field(context.observation, arguments.field)
    shown = context.phone.type_text(arguments.text, element.node)
    if shown == arguments.text or element.node.is_password:
        return f"'{element.name}' is filled in."
    # The driver has made sure that it is the text in all but case, blanks and punctuation.
    return f"'{element.name}' is filled in; the keyboard made it '{shown}'."


def _press_key(arguments: Key, context: ToolContext) -> str:
    context.phone.press_key(arguments.key)
    return f"Pressed {arguments.key}."


TOOLS = (
    Tool(
        name="type_text",
        description="Replace the content of a text field.",
        arguments=Typing,
        risk=RiskClass.TYPE,
        run=_type_text,
        aim=_aim,
        is_idempotent=True,
    ),
    Tool(
        name="press_key",
        description="Press a key; enter sends or searches in many apps.",
        arguments=Key,
        risk=RiskClass.TOUCH,
        run=_press_key,
    ),
)
