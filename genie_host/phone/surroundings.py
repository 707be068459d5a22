"""What the model is told of the screen as a whole: its state, what scrolls, what lies off it and behind it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genie_host.core.screen import AccessibilityNode, Element, Observation, WindowKind
from genie_host.phone.names import is_interactive, own_label
from genie_host.phone.scroll_areas import Axis, ScrollArea, main_area, off_screen_side, scroll_areas

_MOST_GROUPS = 3
_MOST_NAMES = 5
_NAME_LENGTH = 24


def state_notes(observation: Observation) -> Iterator[str]:
    """Why what is seen may not be all there is, or not stay. Nothing on a screen like any other."""
    if not observation.is_screen_on:
        yield "(the screen is off)"
    if observation.is_locked:
        yield "(the phone is locked)"
    if observation.is_truncated:
        yield "(cut off: there may be more)"
    if not observation.is_foreground_seen:
        yield "(not of the app in front: look again)"
    if not observation.is_settled:
        yield "(still moving)"
    if observation.is_secure:
        yield "(no pictures of this: it is secure)"
    if observation.is_keyboard_shown:
        yield "(keyboard shown)"
    kinds = {window.kind for window in observation.windows if window.is_usable}
    for kind in (WindowKind.PROMPT, WindowKind.SYSTEM_DIALOG, WindowKind.DIALOG):
        if kind in kinds:
            yield f"({kind.value})"
            return


def surroundings(observation: Observation) -> Iterator[str]:
    """Scroll areas, then what lies off the screen, behind what is in front, and in the system's bars."""
    if observation.scrollables:
        yield from _scrolling(observation, scroll_areas(observation))
    if observation.off_screen:
        yield from _off_screen(observation)
    hidden = [window for window in observation.windows if not window.is_usable]
    behind = [
        window.root
        for window in hidden
        if window.kind in (WindowKind.APP, WindowKind.DIALOG, WindowKind.SYSTEM_DIALOG, WindowKind.PROMPT)
    ]
    count = sum(is_interactive(node) for root in behind for node in root.walk() if node.is_visible)
    if count:
        yield f"(behind this: {count} more to act on; close this first)"
    bars = [window.root for window in hidden if window.kind is WindowKind.BAR]
    if keys := _names(node for root in bars for node in root.walk() if node.is_clickable and node.is_visible):
        yield f"(keys: {keys})"


def _scrolling(observation: Observation, areas: Sequence[ScrollArea]) -> Iterator[str]:
    """The main area as a whole, others as the groups that they are: rows scroll sideways, lists up and down."""
    main = main_area(areas)
    groups = [area for area in areas if area is not main and len(area.refs) > 1][:_MOST_GROUPS]
    numbered = {element.ref: element for element in observation.elements}
    for area in groups:
        what = "row" if area.axis is Axis.HORIZONTAL else "list"
        yield f"({_span([numbered[ref] for ref in area.refs])}: {what}{_more(area)})"
    if main is not None:
        yield f"(scrolls{_more(main)})"
    elif not groups:
        yield "(scrolls sideways)"


def _more(area: ScrollArea) -> str:
    before, after = ("above", "below") if area.axis is Axis.VERTICAL else ("left", "right")
    more = [side for side, is_there in ((before, area.has_more_before), (after, area.has_more_after)) if is_there]
    if more:
        return f", more {' and '.join(more)}"
    return f", nothing more {after}" if area.has_more_after is False else ""


def _span(elements: Sequence[Element]) -> str:
    """``#3-9``, or the texts at both ends when nothing in it can be acted on."""
    refs = [element.ref for element in elements if element.is_actionable]
    if refs:
        return f"#{refs[0]}-{refs[-1]}" if len(refs) > 1 else f"#{refs[0]}"
    return f"{elements[0].name[:_NAME_LENGTH]} to {elements[-1].name[:_NAME_LENGTH]}"


def _off_screen(observation: Observation) -> Iterator[str]:
    """How much lies there, and not what it says: nobody at the phone can read it, so the model does not either."""
    for side in ("above", "below", "to the left", "to the right"):
        trees = [node for node in observation.off_screen if off_screen_side(node, observation) == side]
        labels = {label for tree in trees for node in tree.walk() if node.is_visible and (label := own_label(node))}
        if labels:
            yield f"(off the screen {side}: {len(labels)} more)"


def _names(nodes: Iterator[AccessibilityNode]) -> str:
    names = list(dict.fromkeys(label[:_NAME_LENGTH] for node in nodes if (label := own_label(node))))
    more = len(names) - _MOST_NAMES
    return ", ".join(names[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
