"""Dialogs of apps: a title, a message, choices or fields, and buttons at the foot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.entries import entries
from genie_host.simphone.world.layout.items import height, item_node
from genie_host.simphone.world.layout.page import Page, box, clip, text_node
from genie_host.simphone.world.layout.shapes import in_design, on_glass
from genie_host.simphone.world.layout.toolkits import dressed_dialog
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Dialog, Item

_HEIGHT = 600
_ITEMS_TOP = 390
_FOOT = 200


def lay_out_dialog(dialog: Dialog, page: Page) -> SimNode:
    """A dialog in the middle of the screen; ``page.scope`` is what it was opened with."""
    drawn_for = in_design(page)
    spot = _place(dialog, drawn_for)
    root = SimNode(class_name="android.widget.FrameLayout", package=page.package, bounds=spot, scope=page.scope)
    lines = [("android:id/alertTitle", dialog.title, 40, 140), ("android:id/message", dialog.message, 150, 380)]
    for resource_id, template, top, bottom in lines:
        if template:
            inner = box(spot.left + 48, spot.top + top, spot.right - 48, spot.top + bottom)
            root.children.append(text_node(drawn_for, resource_id, drawn_for.say(template, page.scope), inner))
    _add_items(root, dialog, drawn_for)
    _add_buttons(root, dialog, drawn_for)
    dressed_dialog(root, drawn_for)
    return on_glass(clip(root, spot), page)


def _place(dialog: Dialog, page: Page) -> Bounds:
    tall = _HEIGHT
    if dialog.items:
        inside = sum(height(item, scope) for item, scope in entries(dialog.items, page.scope))
        tall = _items_top(dialog) + inside + (_FOOT if dialog.buttons else 40)
    # A dialog with fields moves up when the keyboard comes, as one that adjusts for it does.
    bottom = page.bottom if dialog.items else page.size.height
    tall = min(tall, bottom - 100)
    middle = bottom // 2
    return box(90, middle - tall // 2, page.size.width - 90, middle - tall // 2 + tall)


def _items_top(dialog: Dialog) -> int:
    return _ITEMS_TOP if dialog.message else 150


def _add_items(root: SimNode, dialog: Dialog, page: Page) -> None:
    spot = root.bounds
    top = spot.top + _items_top(dialog)
    for item, scope in entries(dialog.items, page.scope):
        bottom = top + height(item, scope)
        root.children.append(item_node(item, page, scope, box(spot.left + 24, top, spot.right - 24, bottom)))
        top = bottom


def _add_buttons(root: SimNode, dialog: Dialog, page: Page) -> None:
    spot = root.bounds
    right = spot.right - 48
    for position, (item, scope) in enumerate(reversed(entries(dialog.buttons, page.scope)), start=1):
        inner = box(right - 260, spot.bottom - 170, right, spot.bottom - 40)
        root.children.append(_button(item, page, scope, inner, f"android:id/button{position}"))
        right -= 280


def _button(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, id: str) -> SimNode:
    made = text_node(page, item.id or id, page.say(item.text, scope), spot)
    made.class_name = "android.widget.Button"
    made.clickable = made.focusable = True
    made.key = item.id
    if item.enabled_when:
        made = item_node(item, page, scope, spot)
        made.clickable = made.focusable = True
    # A dialog's button closes it, whatever else it does.
    made.tap, made.scope = [{"dismiss": True}, *item.tap], scope
    return made
