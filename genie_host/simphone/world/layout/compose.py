"""Jetpack Compose: no ids, and a button is a nameless view with its text in a child beside an empty Button."""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.page import MARK, Page, box, node
from genie_host.simphone.world.nodes import SimNode

_HOST = "androidx.compose.ui.platform.ComposeView"
_VIEW = "android.view.View"
_TEXT = "android.widget.TextView"
_ROLES = {
    "Button": "android.widget.Button",
    "ImageButton": "android.widget.Button",
    "CheckBox": "android.widget.CheckBox",
    "RadioButton": "android.widget.RadioButton",
    "CompoundButton": "android.widget.CheckBox",
}
"""Widgets for which Compose adds an empty child that says the role."""


def host(children: Sequence[SimNode], page: Page, spot: Bounds) -> SimNode:
    """The Compose view with a whole screen in it."""
    view, inner = node(page, _HOST, spot), node(page, _VIEW, spot)
    view.children, inner.children = [inner], [_dressed(child, page) for child in children]
    inner.is_virtual = True
    return view


def _dressed(made: SimNode, page: Page) -> SimNode:
    made.children = [_dressed(child, page) for child in made.children]
    made.resource_id, made.is_virtual = "", True
    kind = made.class_name.rpartition(".")[2]
    if kind == "EditText":
        return _field(made, page)
    if kind == "SeekBar":
        return made
    if made.clickable or made.checkable:
        return _touchable(made, kind, page)
    # What says something is a text view or an image; everything that only holds others is a bare view.
    if made.text:
        made.class_name = _TEXT
    elif not (made.description and kind == "ImageView"):
        made.class_name = _VIEW
    return made


def _field(made: SimNode, page: Page) -> SimNode:
    """The hint of an empty field is a text in it, not its own."""
    if made.text == made.hint and made.hint:
        placeholder = _label(made, page, made.hint)
        made.text = ""
        made.children = [placeholder]
    made.hint = ""
    return made


def _touchable(made: SimNode, kind: str, page: Page) -> SimNode:
    made.class_name = _VIEW
    if made.text:
        made.children.append(_label(made, page, made.text))
    elif made.description and not made.children:
        named = node(page, _VIEW, made.bounds)
        named.description, named.is_virtual, named.drawn = made.description, True, made.drawn
        made.children.append(named)
        made.description = ""
    elif made.drawn is not None:
        hidden = _label(made, page, "")
        hidden.drawn = made.drawn
        made.children.append(hidden)
    made.text, made.drawn = "", ""
    if kind in _ROLES:
        role = node(page, _ROLES[kind], made.bounds)
        role.is_virtual, role.drawn = True, ""
        made.children.append(role)
    return made


def _label(made: SimNode, page: Page, text: str) -> SimNode:
    spot = made.bounds
    mark = min(spot.height, MARK)
    if made.checkable and spot.width > 2 * mark:
        spot = box(spot.left + mark, spot.top, spot.right, spot.bottom)
    label = node(page, _TEXT, spot, text=text)
    label.is_virtual, label.drawn, label.enabled = True, made.drawn, made.enabled
    return label
