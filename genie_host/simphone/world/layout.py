"""Lays a screen out: items become nodes with bounds. Sizes in pixels of a 1080 by 2400 screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.core.geometry import Bounds, Size
from genie_host.simphone.world import paths
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item, Screen

STATUS_BAR = 80
TITLE_BAR = 180
ROW = 168
LINE = 90
BAR = 160
KEYBOARD = 900
MARGIN = 48
_VIEW = "android.widget."


@dataclass(frozen=True, kw_only=True)
class Page:
    """Where and for whom a screen is laid out."""

    package: str
    size: Size
    scope: Mapping[str, Any]
    focus: str
    """Path of the variable whose field has the input focus."""
    bottom: int
    """Lower edge of the app's window content: above the keyboard when it is up."""
    scroll: int = 0
    """First row shown; -1 means stand at the end."""


def lay_out(screen: Screen, page: Page) -> tuple[SimNode, int, int]:
    """The window's root node, the first row shown, and the last value it can take."""
    width = page.size.width
    root = _node(page, "FrameLayout", Bounds(left=0, top=0, right=width, bottom=page.size.height), id="content")
    bottom = page.bottom - (BAR if screen.bar else 0)
    top = STATUS_BAR
    if screen.title or screen.actions:
        root.children.append(_title_bar(screen, page))
        top += TITLE_BAR
    area = Bounds(left=0, top=top, right=width, bottom=bottom)
    body, first, last = _grid(screen, page, area) if screen.layout == "grid" else _list(screen, page, area)
    root.children.append(body)
    if screen.bar:
        root.children.append(_bar(screen, page, bottom))
    if screen.floating is not None:
        spot = Bounds(left=width - 380, top=bottom - 200, right=width - MARGIN, bottom=bottom - 60)
        root.children.append(_button(screen.floating, page, page.scope, spot, "ImageButton"))
    return root, first, last


def _title_bar(screen: Screen, page: Page) -> SimNode:
    bottom = STATUS_BAR + TITLE_BAR
    bar = _node(page, "ViewGroup", Bounds(left=0, top=STATUS_BAR, right=page.size.width, bottom=bottom), id="toolbar")
    left = MARGIN
    if screen.up:
        up = Item(kind="icon", description="Navigate up", tap=[{"back": 1}])
        spot = Bounds(left=0, top=STATUS_BAR + 20, right=140, bottom=bottom - 20)
        bar.children.append(_button(up, page, page.scope, spot, "ImageButton"))
        left = 160
    right = page.size.width - 16
    for item in reversed(screen.actions):
        if paths.holds(item.when, page.scope):
            spot = Bounds(left=right - 170, top=STATUS_BAR + 20, right=right, bottom=bottom - 20)
            kind = "ImageButton" if item.kind == "icon" else "Button"
            bar.children.append(_button(item, page, page.scope, spot, kind))
            right -= 180
    spot = Bounds(left=left, top=STATUS_BAR + 40, right=right, bottom=bottom - 40)
    bar.children.append(_node(page, "TextView", spot, id="title", text=paths.expand(screen.title, page.scope)))
    return bar


def _list(screen: Screen, page: Page, area: Bounds) -> tuple[SimNode, int, int]:
    entries = _entries(screen.body, page.scope)
    heights = [_height(item) for item, _ in entries]
    last = _last_first(heights, area.height)
    first = last if page.scroll < 0 else min(page.scroll, last)
    view = "androidx.recyclerview.widget.RecyclerView"
    body = _node(page, view, area, id="list", scrollable=last > 0)
    top = area.top
    for (item, scope), height in zip(entries[first:], heights[first:], strict=True):
        spot = Bounds(left=0, top=top, right=area.right, bottom=top + height)
        if spot.clipped(area).height < min(height, 100):
            break
        body.children.append(_clip(_item(item, page, scope, spot), area))
        top += height
    return body, first, last


def _last_first(heights: list[int], room: int) -> int:
    """The first row shown when the end of the list is in sight."""
    first, used = len(heights), 0
    while first > 0 and used + heights[first - 1] <= room:
        first -= 1
        used += heights[first]
    return first


def _grid(screen: Screen, page: Page, area: Bounds) -> tuple[SimNode, int, int]:
    body = _node(page, "GridView", area, id="workspace")
    across = 4
    step = area.width // across
    for position, (item, scope) in enumerate(_entries(screen.body, page.scope)):
        left = (position % across) * step
        top = area.top + 200 + (position // across) * 320
        spot = Bounds(left=left + 20, top=top, right=left + step - 20, bottom=top + 280)
        body.children.append(_button(item, page, scope, spot, "TextView"))
    return body, 0, 0


def _bar(screen: Screen, page: Page, top: int) -> SimNode:
    spot = Bounds(left=0, top=top, right=page.size.width, bottom=top + BAR)
    bar = _node(page, "LinearLayout", spot, id="bottom_bar")
    wide = [item for item in screen.bar if item.kind == "field"]
    room = page.size.width - 200 * (len(screen.bar) - len(wide)) if wide else page.size.width
    left = 0
    for item in screen.bar:
        across = (room if item.kind == "field" else 200) if wide else page.size.width // len(screen.bar)
        cell = Bounds(left=left + 8, top=top + 10, right=left + across - 8, bottom=top + BAR - 10)
        node = _item(item, page, page.scope, cell)
        node.selected = not wide and paths.expand(item.text, page.scope) == screen.title
        bar.children.append(node)
        left += across
    return bar


def _entries(items: list[Item], scope: Mapping[str, Any]) -> list[tuple[Item, Mapping[str, Any]]]:
    entries: list[tuple[Item, Mapping[str, Any]]] = []
    for item in items:
        for inner in _scopes(item, scope):
            if paths.holds(item.when, inner):
                entries.append((item, inner))
    return entries


def _scopes(item: Item, scope: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if not item.each:
        return [scope]
    return [{**scope, "item": entry} for entry in paths.lookup(scope, item.each) or []]


def _height(item: Item) -> int:
    match item.kind:
        case "field" | "text":
            return 60 + LINE * item.lines
        case "heading":
            return 110
        case "bubble":
            return 150
        case _:
            return ROW


def _item(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    match item.kind:
        case "row" | "switch":
            return _row(item, page, scope, spot)
        case "field":
            return _field(item, page, scope, spot)
        case "button":
            return _button(item, page, scope, spot, "Button")
        case "icon":
            return _button(item, page, scope, spot, "ImageButton")
        case "bubble":
            return _bubble(item, page, scope, spot)
        case "text" | "heading":
            text = paths.expand(item.text, scope)
            return _node(page, "TextView", spot, id=item.id or item.kind, text=text)


def _row(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    row = _touchable(item, page, scope, spot, "LinearLayout", item.id or "row")
    # A phone's preference rows take touches even when nothing comes of them.
    row.clickable = row.focusable = True
    text_right = spot.right - 220 if item.kind == "switch" else spot.right - MARGIN
    summary = paths.expand(item.summary, scope)
    middle = spot.top + (84 if summary else 118)
    title_spot = Bounds(left=MARGIN, top=spot.top + 20, right=text_right, bottom=middle)
    row.children.append(_plain(title_spot, page, "android:id/title", paths.expand(item.text, scope)))
    if summary:
        spot2 = Bounds(left=MARGIN, top=middle, right=text_right, bottom=spot.bottom - 24)
        row.children.append(_plain(spot2, page, "android:id/summary", summary))
    if item.kind == "switch":
        spot3 = Bounds(left=spot.right - 190, top=spot.top + 40, right=spot.right - MARGIN, bottom=spot.bottom - 40)
        switch = _plain(spot3, page, "android:id/switch_widget", "")
        switch.class_name = f"{_VIEW}Switch"
        switch.checkable, switch.checked = True, bool(paths.lookup(scope, item.bind))
        switch.enabled = row.enabled
        row.children.append(switch)
        row.bind = item.bind
        row.tap = [{"toggle": item.bind, "name": paths.expand(item.text, scope)}, *item.tap]
    return row


def _field(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    value = str(paths.lookup(scope, item.bind) or "")
    node = _touchable(item, page, scope, spot, "EditText", item.id or item.bind)
    shown = "•" * len(value) if item.password else value
    node.text, node.hint = shown or item.hint, item.hint
    node.bind, node.password = item.bind, item.password
    node.clickable = node.focusable = node.long_clickable = True
    node.focused = page.focus == item.bind
    return node


def _bubble(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    node = _touchable(item, page, scope, spot, "LinearLayout", item.id or "message")
    node.description = paths.expand(item.description, scope)
    inner = Bounds(left=spot.left + MARGIN, top=spot.top + 20, right=spot.right - MARGIN, bottom=spot.bottom - 20)
    node.children.append(_node(page, "TextView", inner, id="message_text", text=paths.expand(item.text, scope)))
    return node


def _button(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, kind: str) -> SimNode:
    node = _touchable(item, page, scope, spot, kind, item.id or "button")
    node.text, node.description = paths.expand(item.text, scope), paths.expand(item.description, scope)
    return node


def _touchable(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, kind: str, id: str) -> SimNode:
    node = _node(page, kind, spot, id=id)
    node.tap, node.long_press, node.scope = item.tap, item.long_press, scope
    node.clickable, node.long_clickable = bool(item.tap), bool(item.long_press)
    node.focusable = node.clickable
    node.enabled = paths.holds(item.enabled_when, scope)
    return node


def _node(page: Page, kind: str, spot: Bounds, *, id: str = "", text: str = "", scrollable: bool = False) -> SimNode:
    class_name = kind if "." in kind else f"{_VIEW}{kind}"
    resource_id = f"{page.package}:id/{id}" if id else ""
    return SimNode(
        class_name=class_name,
        package=page.package,
        bounds=spot,
        resource_id=resource_id,
        text=text,
        scrollable=scrollable,
        scope=page.scope,
    )


def _plain(spot: Bounds, page: Page, resource_id: str, text: str) -> SimNode:
    node = _node(page, "TextView", spot, text=text)
    node.resource_id = resource_id
    return node


def _clip(node: SimNode, area: Bounds) -> SimNode:
    """Cut a row at the list's edge, as a phone does; what lies wholly outside goes."""
    node.bounds = node.bounds.clipped(area)
    node.children = [_clip(child, area) for child in node.children if child.bounds.clipped(area).area > 0]
    return node
