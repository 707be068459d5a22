"""Finds the element a call names. Names come from a model, so small slips are forgiven and doubt is not. Pure."""

from __future__ import annotations

from genie_host.core.geometry import Bounds, Point
from genie_host.core.screen import Element, Observation, Role
from genie_host.tools.tool import RetryDifferently

_MAX_LISTED = 8


def find_element(observation: Observation, name: str) -> Element:
    """By exact name, then by name without case, then by the only name that starts so."""
    exact = observation.element_named(name)
    if exact is not None:
        return exact
    wanted = " ".join(name.split()).casefold()
    same = [element for element in observation.elements if element.name.casefold() == wanted]
    alike = same or [element for element in observation.elements if element.name.casefold().startswith(wanted)]
    if wanted and len(alike) == 1:
        return alike[0]
    if wanted and alike:
        raise RetryDifferently(f"'{name}' could be any of: {_listed(alike)}. Name one of them in full.")
    raise RetryDifferently(f"There is no '{name}' on this screen. {_what_there_is(observation)}")


def find_field(observation: Observation, name: str | None) -> Element:
    """A field by name; the focused one, or else the only one, when no name is given."""
    fields = [element for element in observation.elements if element.role is Role.FIELD]
    if name is not None:
        element = find_element(observation, name)
        if element.role is not Role.FIELD:
            raise RetryDifferently(f"'{name}' is not a text field. Fields here: {_listed(fields) or 'none'}.")
        return element
    focused = [element for element in fields if element.node.is_focused]
    if focused or len(fields) == 1:
        return (focused or fields)[0]
    raise RetryDifferently(f"Say which field. Fields here: {_listed(fields) or 'none'}.")


def touch_point(element: Element, observation: Observation) -> Point:
    """The middle of the element's visible part; raises RetryDifferently when none of it can be seen."""
    size = observation.size
    seen = element.node.bounds.clipped(Bounds(left=0, top=0, right=size.width, bottom=size.height))
    if seen.area == 0:
        raise RetryDifferently(f"'{element.name}' is off the screen; scroll first.")
    return seen.center


def _what_there_is(observation: Observation) -> str:
    actionable = [element for element in observation.elements if element.is_actionable]
    more = " Scrolling may show more." if observation.can_scroll_down else ""
    return (f"There is: {_listed(actionable)}." if actionable else "Nothing here can be acted on.") + more


def _listed(elements: list[Element]) -> str:
    names = ", ".join(f"'{element.name}'" for element in elements[:_MAX_LISTED])
    return f"{names} and {len(elements) - _MAX_LISTED} more" if len(elements) > _MAX_LISTED else names
