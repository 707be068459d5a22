"""Things that show a variable and change it: rows with switches, checkboxes, radio buttons, sliders, spinners."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Bounds, Point
from genie_host.simphone.world import paths
from genie_host.simphone.world.layout.page import MARGIN, Page, box, node, text_node, touchable
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Action, Dialog, Item

_CHOICE = "choose:"


def row(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """A row of a list of preferences, with a switch or without."""
    made = touchable(item, page, scope, spot, "LinearLayout", "row")
    # A phone's preference rows take touches even when nothing comes of them.
    made.clickable = made.focusable = True
    made.description = page.say(item.description, scope)
    text_right = spot.right - (220 if item.kind == "switch" else MARGIN)
    label = page.say(item.text, scope)
    add_lines(made, page, label, page.say(item.summary, scope), spot, text_right)
    if item.kind == "switch":
        place = box(spot.right - 190, spot.top + 40, spot.right - MARGIN, spot.bottom - 40)
        switch = text_node(page, "android:id/switch_widget", "", place)
        switch.class_name = "android.widget.Switch"
        switch.checkable, switch.checked = True, is_checked(item, scope)
        switch.enabled = made.enabled
        made.children.append(switch)
        made.bind = item.bind
        made.tap = _toggling(item, label)
    return made


def add_lines(made: SimNode, page: Page, title: str, summary: str, spot: Bounds, right: int) -> None:
    """Title, and summary when there is one, at the left of a row."""
    middle = spot.top + (84 if summary else 118)
    left = spot.left + MARGIN
    made.children.append(text_node(page, "android:id/title", title, box(left, spot.top + 20, right, middle)))
    if summary:
        place = box(left, middle, right, spot.bottom - 24)
        made.children.append(text_node(page, "android:id/summary", summary, place))


def is_checked(item: Item, scope: Mapping[str, Any]) -> bool:
    """Whether a two-state thing is on."""
    if item.checked_when:
        return paths.holds(item.checked_when, scope)
    return bool(item.bind) and bool(paths.lookup(scope, item.bind))


def checkbox(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """A checkbox with its text beside it."""
    made = _two_state(item, page, scope, spot, "CheckBox")
    made.checked = is_checked(item, scope)
    if item.bind:
        made.tap = _toggling(item, made.text)
    return made


def radio(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """One of several choices; a tap sets the variable to its value."""
    made = _two_state(item, page, scope, spot, "RadioButton")
    value = paths.expand(item.value or item.text, scope)
    if item.checked_when or not item.bind:
        made.checked = is_checked(item, scope)
    else:
        made.checked = paths.text_of(paths.lookup(scope, item.bind)) == value
        made.tap = [*_setting(item.bind, value, made.text), *item.tap]
    return made


def slider(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """A bar whose value is where it is touched."""
    made = touchable(item, page, scope, spot, "SeekBar", item.bind)
    made.description = page.say(item.description or item.text, scope)
    made.bind, made.focusable = item.bind, True
    value = paths.number(paths.lookup(scope, item.bind)) or 0
    made.range = (item.min, item.max, min(max(value, item.min), item.max))
    made.drawn = f"{made.description} {value:g}"
    return made


def slid(made: SimNode, point: Point, *, is_mirrored: bool = False) -> list[Action]:
    """What a slider does when it is touched at a point; nothing for other nodes."""
    if made.range is None or not made.enabled:
        return []
    least, most, _ = made.range
    share = (point.x - made.bounds.left) / max(1, made.bounds.width - 1)
    share = min(1.0, max(0.0, 1 - share if is_mirrored else share))
    return [*_setting(made.bind, round(least + share * (most - least)), made.description), *made.tap]


def spinner(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """A drop-down list: shows its value, and opens a dialog with the choices."""
    made = touchable(item, page, scope, spot, "Spinner", item.bind)
    made.clickable = made.focusable = True
    made.description = page.say(item.description, scope)
    label = page.say(item.text, scope)
    value = page.say(paths.text_of(paths.lookup(scope, item.bind)), scope)
    inner = box(spot.left + MARGIN, spot.top + 20, spot.right - MARGIN, spot.bottom - 20)
    shown = node(page, "TextView", inner, text=value or label)
    shown.resource_id = "android:id/text1"
    made.children.append(shown)
    options = paths.lookup(scope, item.options) if isinstance(item.options, str) else item.options
    texts = [paths.text_of(option) for option in options or []]
    choice = {"bind": item.bind, "title": item.text, "options": texts, "then": item.tap}
    made.tap = [{"dialog": _CHOICE + json.dumps(choice)}]
    return made


def choice_dialog(name: str) -> Dialog | None:
    """The dialog that a spinner opens, by the name that it gave it; None for a name out of an app file."""
    if not name.startswith(_CHOICE):
        return None
    choice = json.loads(name.removeprefix(_CHOICE))
    items = [
        Item(kind="radio", text=option, bind=choice["bind"], value=option, tap=[{"dismiss": True}, *choice["then"]])
        for option in choice["options"]
    ]
    return Dialog(title=choice["title"], items=items)


def _two_state(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds, kind: str) -> SimNode:
    made = touchable(item, page, scope, spot, kind, item.kind)
    summary = page.say(item.summary, scope)
    made.text = page.say(item.text, scope) + (f"\n{summary}" if summary else "")
    made.description = page.say(item.description, scope)
    made.bind = item.bind
    made.checkable = made.clickable = made.focusable = True
    return made


def _toggling(item: Item, label: str) -> list[Action]:
    if not item.bind:
        return item.tap
    return [{"toggle": item.bind, "name": label}, *item.tap]


def _setting(path: str, value: str | int, name: str) -> list[Action]:
    change = {"kind": "value_changed", "name": name, "key": path, "value": value}
    return [{"set": {path: value}}, {"effect": change}]
