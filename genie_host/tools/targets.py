"""Finds the element a call names and where to touch it. Names come from a model or from a voice.

Small slips are forgiven and doubt is not: exact name, then without case, accents and punctuation, then the only one
that begins so, the only one that holds it, and last the one that is clearly the most alike. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Element, Observation, Role, WindowKind
from genie_host.core.spoken import are_opposed, normalised
from genie_host.phone.hit_test import clickable_ancestor, inner_actions, spot_for
from genie_host.phone.lock_pad import USERS_OWN, is_lock_key
from genie_host.phone.windows import SYSTEM_UI
from genie_host.tools.likeness import CLEAR, ranked
from genie_host.tools.tool import RetryDifferently

_MAX_LISTED = 8
_LARGE_PART = 0.5


@dataclass(frozen=True, kw_only=True)
class Match:
    """The element that is meant."""

    element: Element
    is_exact: bool = True
    """It is called so, case and accents aside."""
    rivals: tuple[Element, ...] = ()
    """What else could have been meant."""

    def note(self, name: str) -> str:
        """What to add to the outcome when the name was not the element's own; empty when it was."""
        if self.is_exact:
            return ""
        also = f"; also like it: {_listed(self.rivals)}" if self.rivals else ""
        return f" It was taken for '{name}'{also}."


def find_element(observation: Observation, name: str) -> Element:
    """The element of that name; raises RetryDifferently with what there is."""
    return find_match(observation, name).element


def find_match(observation: Observation, name: str) -> Match:
    """The element of that name, how surely it is meant and what else could be."""
    exact = observation.element_named(name)
    if exact is not None:
        return Match(element=exact)
    elements = observation.elements
    wanted = normalised(name)
    spoken = [(element, normalised(element.name)) for element in elements] if wanted else []
    same = [element for element, said in spoken if said == wanted]
    if same:
        return Match(element=_only(name, same))
    alike = [element for element, said in spoken if said.startswith(wanted)]
    alike = alike or [
        element for element, said in spoken if f" {wanted} " in f" {said} " and not are_opposed(wanted, said)
    ]
    if alike:
        return Match(element=_only(name, alike), is_exact=False)
    likely = ranked(name, elements) if wanted else []
    if likely and (len(likely) == 1 or likely[0].score - likely[1].score >= CLEAR):
        rivals = tuple(candidate.element for candidate in likely[1 : _MAX_LISTED + 1])
        return Match(element=likely[0].element, is_exact=False, rivals=rivals)
    if likely:
        _only(name, [candidate.element for candidate in likely])
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
    """Where a finger meets the element itself; raises RetryDifferently when there is no such place."""
    if is_lock_key(element.node):
        raise RetryDifferently(USERS_OWN)
    _refuse_container(element, observation)
    spot = spot_for(observation, element.node)
    if spot.point is not None:
        return spot.point
    if spot.covered_by is None:
        raise RetryDifferently(f"'{element.name}' is off the screen; scroll first.")
    raise RetryDifferently(f"'{element.name}' cannot be touched: {_what_covers(spot.covered_by, observation)}")


def _refuse_container(element: Element, observation: Observation) -> None:
    """A text is tapped by way of what is around it, unless that holds actions of its own: which one is meant?"""
    if element.role is not Role.TEXT or element.node.is_clickable:
        return
    around = clickable_ancestor(observation, element.node)
    if around is None:
        return
    inner = inner_actions(around)
    screen = observation.size.width * observation.size.height
    if len(inner) > 1 or (inner and around.bounds.area > _LARGE_PART * screen):
        paths = {node.path for node in inner}
        names = [each for each in observation.elements if each.node.path in paths]
        raise RetryDifferently(f"'{element.name}' is only a text beside: {_listed(names) or 'several things'}.")


def _what_covers(cover: AccessibilityNode, observation: Observation) -> str:
    """What lies over the thing, and how to be rid of it."""
    index = int(cover.path.partition("/")[0])
    window = next((each for each in observation.windows if each.index == index), None)
    name = _name_of(cover, observation)
    what = f"'{name}'" if name else "something"
    if window is not None and window.kind is WindowKind.KEYBOARD:
        return "the keyboard lies over it. Close the keyboard first."
    if window is not None and window.kind is not WindowKind.DIALOG and window.package_name == SYSTEM_UI:
        return f"{what} of the system lies over it. Wait, or swipe it away."
    return f"{what} lies over it."


def _only(name: str, elements: Sequence[Element]) -> Element:
    """The one; of a text and a thing to act on of one name, the latter. Raises RetryDifferently for more."""
    if len(elements) == 1:
        return elements[0]
    active = [element for element in elements if element.is_actionable]
    if len(active) == 1 and normalised(active[0].name) == normalised(name):
        return active[0]
    raise RetryDifferently(f"'{name}' could be any of: {_listed(elements)}. Name one of them in full.")


def _name_of(node: AccessibilityNode, observation: Observation) -> str:
    element = next((each for each in observation.elements if each.node.path == node.path), None)
    return element.name if element is not None else node.text or node.content_description


def _what_there_is(observation: Observation) -> str:
    actionable = [element for element in observation.elements if element.is_actionable]
    more = " Scrolling may show more." if observation.can_scroll_down else ""
    return (f"There is: {_listed(actionable)}." if actionable else "Nothing here can be acted on.") + more


def _listed(elements: Sequence[Element]) -> str:
    names = ", ".join(f"'{element.name}'" for element in elements[:_MAX_LISTED])
    return f"{names} and {len(elements) - _MAX_LISTED} more" if len(elements) > _MAX_LISTED else names
