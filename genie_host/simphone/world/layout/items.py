"""Items as native widgets: which nodes each kind is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout import cards, controls, fields
from genie_host.simphone.world.layout.page import LINE, MARGIN, ROW, Page, box, node, touchable
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item


def item_node(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """One item at its place."""
    return finished(_BUILDERS[item.kind](item, page, scope, spot), item, page, scope)


def height(item: Item, scope: Mapping[str, Any]) -> int:
    """How much room an item takes in a list."""
    match item.kind:
        case "field" | "text":
            return 60 + LINE * item.lines
        case "heading":
            return 110
        case "bubble":
            return 150
        case "image":
            return 420 if item.lines == 1 else LINE * item.lines
        case "card":
            return cards.height(item, scope)
        case "chip" | "tab":
            return 130
        case _:
            return ROW


def finished(made: SimNode, item: Item, page: Page, scope: Mapping[str, Any]) -> SimNode:
    """What any item may have on top: text that only the tree has, text that only the picture has."""
    if hidden := page.say(item.hidden_text, scope):
        made.drawn = made.text
        made.text = hidden
    if item.unlabelled:
        for part in made.walk():
            part.drawn = part.drawn if part.drawn is not None else part.text or part.description
            part.text = part.description = part.hint = ""
    return made


def button(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, kind: str) -> SimNode:
    """Something to tap, of a given class."""
    made = touchable(item, page, scope, spot, kind, "button")
    made.text, made.description = page.say(item.text, scope), page.say(item.description, scope)
    return made


def _push_button(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    return button(item, page, scope, spot, "Button")


def _icon(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    return button(item, page, scope, spot, "ImageButton")


def _text(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    made = touchable(item, page, scope, spot, "TextView", item.kind)
    made.text, made.description = page.say(item.text, scope), page.say(item.description, scope)
    return made


def _bubble(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    made = touchable(item, page, scope, spot, "LinearLayout", "message")
    made.description = page.say(item.description, scope)
    inner = box(spot.left + MARGIN, spot.top + 20, spot.right - MARGIN, spot.bottom - 20)
    made.children.append(node(page, "TextView", inner, id="message_text", text=page.say(item.text, scope)))
    return made


def _image(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """Its text is in the picture alone."""
    made = touchable(item, page, scope, spot, "ImageView", "image")
    made.description = page.say(item.description, scope)
    made.drawn = page.say(item.text or item.description, scope)
    made.fill = "#c8d4c0"
    return made


def _chip(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    made = button(item, page, scope, spot, "CompoundButton" if item.checked_when else "Button")
    made.clickable = made.focusable = True
    if item.checked_when:
        made.checkable, made.checked = True, controls.is_checked(item, scope)
    return made


def _tab(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """As in a tab layout: the tab is described, the text is inside."""
    made = touchable(item, page, scope, spot, "LinearLayout", "tab")
    made.clickable = made.focusable = True
    text = page.say(item.text, scope)
    made.description = page.say(item.description, scope) or text
    if text:
        inner = box(spot.left + 8, spot.top + 8, spot.right - 8, spot.bottom - 8)
        made.children.append(node(page, "TextView", inner, text=text))
    return made


def _card(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    return cards.card(item, page, scope, spot, item_node)


_BUILDERS: dict[str, cards.Builder] = {
    "row": controls.row,
    "switch": controls.row,
    "text": _text,
    "heading": _text,
    "button": _push_button,
    "field": fields.field_node,
    "bubble": _bubble,
    "icon": _icon,
    "checkbox": controls.checkbox,
    "radio": controls.radio,
    "slider": controls.slider,
    "image": _image,
    "card": _card,
    "tab": _tab,
    "spinner": controls.spinner,
    "chip": _chip,
}
