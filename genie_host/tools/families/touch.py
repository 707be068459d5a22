"""Tools that put a finger on the glass."""

from __future__ import annotations

from functools import partial
from typing import Literal

from pydantic import Field

from genie_host.core.geometry import Point
from genie_host.core.screen import Observation
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.phone.lock_pad import USERS_OWN, is_on_lock_pad
from genie_host.tools.targets import find_element, find_match, touch_point
from genie_host.tools.tool import Arguments, RetryDifferently, Tool, ToolContext

_GRID = 1000


class Target(Arguments):
    """One element."""

    target: str = Field(min_length=1, max_length=200, description="Name of the element, as on the screen.")


class Spot(Arguments):
    """A place on the glass, in thousandths of the screen from its top left corner."""

    x: float = Field(ge=0, le=_GRID, description="From the left, 0 to 1000.")
    y: float = Field(ge=0, le=_GRID, description="From the top, 0 to 1000.")


class Direction(Arguments):
    """Where to go."""

    direction: Literal["down", "up", "left", "right"]


def _aim(arguments: Target, observation: Observation) -> Point:
    return touch_point(find_element(observation, arguments.target), observation)


def _spot(arguments: Spot, observation: Observation) -> Point:
    size = observation.size
    point = Point(x=round(arguments.x / _GRID * (size.width - 1)), y=round(arguments.y / _GRID * (size.height - 1)))
    if is_on_lock_pad(observation, point):
        raise RetryDifferently(USERS_OWN)
    return point


def _click(arguments: Target, context: ToolContext) -> str:
    match = find_match(context.observation, arguments.target)
    context.phone.tap(touch_point(match.element, context.observation))
    return f"Tapped '{match.element.name}'.{match.note(arguments.target)}"


def _switch(arguments: Target, context: ToolContext, *, on: bool) -> str:
    """A tap flips a switch; this sets it, so a second call does no harm."""
    match = find_match(context.observation, arguments.target)
    element, state = match.element, "on" if on else "off"
    if element.is_checked is None:
        raise RetryDifferently(f"'{element.name}' is no switch; click it if it has to be tapped.")
    if element.is_checked is on:
        return f"'{element.name}' is {state} already; it was left alone."
    context.phone.tap(touch_point(element, context.observation))
    return f"Switched '{element.name}' {state}.{match.note(arguments.target)}"


def _tap_at(arguments: Spot, context: ToolContext) -> str:
    point = _spot(arguments, context.observation)
    context.phone.tap(point)
    return f"Tapped at {point.x}, {point.y}."


def _long_press(arguments: Target, context: ToolContext) -> str:
    context.phone.long_press(_aim(arguments, context.observation))
    return f"Held '{arguments.target}'."


def _scroll(arguments: Direction, context: ToolContext) -> str:
    context.phone.scroll(arguments.direction)
    return f"Scrolled {arguments.direction}."


def _swipe(arguments: Direction, context: ToolContext) -> str:
    size = context.observation.size
    middle = Point(x=size.width // 2, y=size.height // 2)
    across, along = round(size.width * 0.35), round(size.height * 0.25)
    ends = {
        "up": (Point(x=middle.x, y=middle.y + along), Point(x=middle.x, y=middle.y - along)),
        "down": (Point(x=middle.x, y=middle.y - along), Point(x=middle.x, y=middle.y + along)),
        "left": (Point(x=middle.x + across, y=middle.y), Point(x=middle.x - across, y=middle.y)),
        "right": (Point(x=middle.x - across, y=middle.y), Point(x=middle.x + across, y=middle.y)),
    }
    context.phone.swipe(*ends[arguments.direction])
    return f"Swiped {arguments.direction}."


TOOLS = (
    Tool(
        name="click",
        description="Tap an element: a button, a row, a tab.",
        arguments=Target,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_click,
        aim=_aim,
    ),
    Tool(
        name="switch_on",
        description="Set a switch or a tick box on. One that is on already is left alone.",
        arguments=Target,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=partial(_switch, on=True),
        aim=_aim,
    ),
    Tool(
        name="switch_off",
        description="Set a switch or a tick box off. One that is off already is left alone.",
        arguments=Target,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=partial(_switch, on=False),
        aim=_aim,
    ),
    Tool(
        name="tap_at",
        description="Tap a place on the screen, when what is there has no name.",
        arguments=Spot,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_tap_at,
        aim=_spot,
    ),
    Tool(
        name="long_press",
        description="Hold an element to open its menu or to select it.",
        arguments=Target,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_long_press,
        aim=_aim,
    ),
    Tool(
        name="scroll",
        description="See what lies further down, up, left or right.",
        arguments=Direction,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_scroll,
    ),
    Tool(
        name="swipe",
        description="Move a finger across the middle of the screen in a direction.",
        arguments=Direction,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_swipe,
    ),
)
