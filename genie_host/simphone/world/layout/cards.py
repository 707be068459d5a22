"""Cards: a title, a summary, and smaller things inside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.entries import Entry, entries
from genie_host.simphone.world.layout.page import MARGIN, Page, box, node, text_node, touchable
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item

Builder = Callable[[Item, Page, Mapping[str, Any], Bounds], SimNode]

_TEXTS = 180
_TOOLS = 120
_LINE = 150
_SMALL = ("button", "icon", "chip", "tab")
"""Stand side by side at the card's foot; other items have a line each."""


def height(item: Item, scope: Mapping[str, Any]) -> int:
    """Texts, a line for each larger thing inside, and the foot."""
    tools, lines = _parts(item, scope)
    return _TEXTS + _LINE * len(lines) + (_TOOLS if tools else 0) + 20


def card(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, build: Builder) -> SimNode:
    """A card at its place; ``build`` makes what is inside."""
    made = touchable(item, page, scope, spot, "androidx.cardview.widget.CardView", "card")
    made.description = page.say(item.description, scope)
    left, right = spot.left + MARGIN, spot.right - MARGIN
    for id, template, top, bottom in (("title", item.text, 16, 90), ("summary", item.summary, 92, 166)):
        if template:
            text = page.say(template, scope)
            place = box(left, spot.top + top, right, spot.top + bottom)
            made.children.append(text_node(page, f"{page.package}:id/{id}", text, place))
    tools, lines = _parts(item, scope)
    top = spot.top + _TEXTS
    for inner, inner_scope in lines:
        made.children.append(build(inner, page, inner_scope, box(left, top, right, top + _LINE - 10)))
        top += _LINE
    if tools:
        made.children.append(_foot(tools, page, box(left, top, right, top + _TOOLS - 10), build))
    return made


def _foot(tools: list[Entry], page: Page, spot: Bounds, build: Builder) -> SimNode:
    foot = node(page, "LinearLayout", spot)
    step = spot.width // max(len(tools), 2)
    for position, (tool, scope) in enumerate(tools):
        left = spot.left + position * step
        foot.children.append(build(tool, page, scope, box(left, spot.top, left + step - 16, spot.bottom)))
    return foot


def _parts(item: Item, scope: Mapping[str, Any]) -> tuple[list[Entry], list[Entry]]:
    inside = entries(item.items, scope)
    return (
        [entry for entry in inside if entry[0].kind in _SMALL],
        [entry for entry in inside if entry[0].kind not in _SMALL],
    )
