"""Tools that use the keyboard."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from genie_host.core.geometry import Point
from genie_host.core.screen import Element, Observation, Role
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.tools.targets import find_field, touch_point
from genie_host.tools.tool import Arguments, RetryDifferently, Tool, ToolContext


class Typing(Arguments):
    """What to write and where."""

    field: str | None = Field(
        default=None, max_length=200, description="Name of the field; left out, the one with the cursor."
    )
    text: str = Field(max_length=2000, description="The whole new content of the field.")


class Key(Arguments):
    """A key of the phone or keyboard."""

    key: Literal[
        "enter",
        "delete",
        "search",
        "menu",
        "recent",
        "volume_up",
        "volume_down",
        "back",
        "home",
        "tab",
        "go",
        "send",
        "done",
    ]


class FieldOnly(Arguments):
    """A field."""

    field: str | None = Field(
        default=None, max_length=200, description="Name of the field; left out, the one with the cursor."
    )


class Addition(FieldOnly):
    """What to add and where."""

    text: str = Field(min_length=1, max_length=2000, description="What to write after what is there.")


def _aim(arguments: Typing | FieldOnly, observation: Observation) -> Point:
    return _place(find_field(observation, arguments.field), observation)


def _place(field: Element, observation: Observation) -> Point:
    """Where a finger gives the field the focus; one that has it need not be reached by a finger."""
    try:
        return touch_point(field, observation)
    except RetryDifferently:
        if not field.node.is_focused:
            raise
    return field.node.bounds.center


def _type_text(arguments: Typing, context: ToolContext) -> str:
    element = find_field(context.observation, arguments.field)
    shown = context.phone.type_text(arguments.text, element.node, _place(element, context.observation))
    if shown == arguments.text or element.node.is_password:
        return f"'{element.name}' is filled in."
    # The driver has made sure that it is the text in all but case, blanks and punctuation.
    return f"'{element.name}' is filled in; the keyboard made it '{shown}'."


def _append_text(arguments: Addition, context: ToolContext) -> str:
    element = find_field(context.observation, arguments.field)
    context.phone.append_text(arguments.text, element.node, _place(element, context.observation))
    return f"The text was added to '{element.name}'."


def _clear_field(arguments: FieldOnly, context: ToolContext) -> str:
    element = find_field(context.observation, arguments.field)
    context.phone.type_text("", element.node, _place(element, context.observation))
    return f"'{element.name}' is empty."


def _press_key(arguments: Key, context: ToolContext) -> str:
    if arguments.key in ("go", "send", "done"):
        context.phone.submit(arguments.key)
    else:
        context.phone.press_key(arguments.key)
    return f"Pressed {arguments.key}."


def _has_field(observation: Observation) -> bool:
    return any(element.role is Role.FIELD for element in observation.elements)


TOOLS = (
    Tool(
        name="type_text",
        description="Replace the content of a text field.",
        arguments=Typing,
        risk=RiskClass.TYPE,
        scope=Scope.TYPE,
        run=_type_text,
        aim=_aim,
        is_idempotent=True,
    ),
    Tool(
        name="append_text",
        description="Add to the content of a text field.",
        arguments=Addition,
        risk=RiskClass.TYPE,
        scope=Scope.TYPE,
        run=_append_text,
        aim=_aim,
        fits=_has_field,
    ),
    Tool(
        name="clear_field",
        description="Empty a text field.",
        arguments=FieldOnly,
        risk=RiskClass.TYPE,
        scope=Scope.TYPE,
        run=_clear_field,
        aim=_aim,
        fits=_has_field,
        is_idempotent=True,
    ),
    Tool(
        name="press_key",
        description="Press a key; enter, send, go and done do what the keyboard's action key does.",
        arguments=Key,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_press_key,
    ),
)
