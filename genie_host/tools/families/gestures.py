"""Tools for what a tap and a swipe do not do: double taps, drags, pinches, flings, and scrolling to something."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from genie_host.core.errors import UsageError
from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import Element, Observation
from genie_host.core.verdicts import RiskClass, Scope
from genie_host.phone.scrolling import scroll_until
from genie_host.tools.families.touch import Direction, Target
from genie_host.tools.targets import find_element, find_match, touch_point
from genie_host.tools.tool import Arguments, RetryDifferently, Tool, ToolContext, ToolFailed

_SEEN_TOLD = 12


class Wanted(Arguments):
    """Something that may be further along a list."""

    target: str = Field(min_length=1, max_length=200, description="Name of what to bring into sight.")
    direction: Literal["down", "up", "left", "right"] = "down"


class Path(Arguments):
    """From one element to another."""

    start: str = Field(min_length=1, max_length=200, description="Name of the element to take.")
    end: str = Field(min_length=1, max_length=200, description="Name of the element to drop it on.")


class Zoom(Arguments):
    """Two fingers."""

    zoom: Literal["in", "out"] = Field(description="in: see more closely; out: see more.")
    target: str | None = Field(default=None, max_length=200, description="Element; left out, the whole screen.")


def _aim(arguments: Target, observation: Observation) -> Point:
    return touch_point(find_element(observation, arguments.target), observation)


def _double_tap(arguments: Target, context: ToolContext) -> str:
    context.phone.double_tap(_aim(arguments, context.observation))
    return f"Tapped '{arguments.target}' twice."


def _start(arguments: Path, observation: Observation) -> Point:
    return touch_point(find_element(observation, arguments.start), observation)


def _end(arguments: Path, observation: Observation) -> Point:
    return touch_point(find_element(observation, arguments.end), observation)


def _drag(arguments: Path, context: ToolContext) -> str:
    context.phone.drag(_start(arguments, context.observation), _end(arguments, context.observation))
    return f"Dragged '{arguments.start}' to '{arguments.end}'."


def _pinch(arguments: Zoom, context: ToolContext) -> str:
    size = context.observation.size
    area = Bounds(0, 0, size.width, size.height)
    if arguments.target is not None:
        area = find_element(context.observation, arguments.target).node.bounds.clipped(area)
    context.phone.pinch(area, is_open=arguments.zoom == "in")
    return f"Zoomed {arguments.zoom}."


def _fling(arguments: Direction, context: ToolContext) -> str:
    context.phone.fling(arguments.direction)
    return f"Scrolled far {arguments.direction}."


def _scroll_to(arguments: Wanted, context: ToolContext) -> str:
    def is_wanted(observation: Observation) -> Element | None:
        try:
            return find_match(observation, arguments.target).element
        except RetryDifferently:
            return None

    try:
        found = scroll_until(
            context.phone,
            is_wanted,
            context.observation,
            direction=arguments.direction,
            turns_back=True,
            cancel=context.cancel,
        )
    except UsageError as error:
        raise ToolFailed(str(error)) from error
    if found.element is not None:
        return f"'{found.element.name}' is in sight."
    end = "the whole list was seen" if found.is_at_end else f"the list goes on after {found.swipes} swipes"
    names = ", ".join(f"'{name}'" for name in found.seen[:_SEEN_TOLD])
    raise ToolFailed(f"'{arguments.target}' was not found: {end}. On the way were {names or 'no names'}.")


TOOLS = (
    Tool(
        name="double_tap",
        description="Tap an element twice, to zoom in or to like it.",
        arguments=Target,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_double_tap,
        aim=_aim,
    ),
    Tool(
        name="drag",
        description="Hold an element and move it onto another.",
        arguments=Path,
        risk=RiskClass.TOUCH,
        scope=Scope.TOUCH,
        run=_drag,
        aim=_start,
        lands=_end,
    ),
    Tool(
        name="pinch",
        description="Zoom a picture or a map with two fingers.",
        arguments=Zoom,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_pinch,
    ),
    Tool(
        name="fling",
        description="Scroll far with one quick swipe.",
        arguments=Direction,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_fling,
    ),
    Tool(
        name="scroll_to",
        description="Scroll until something is in sight, or until the list ends.",
        arguments=Wanted,
        risk=RiskClass.NAVIGATE,
        scope=Scope.MOVE,
        run=_scroll_to,
        is_idempotent=True,
    ),
)
