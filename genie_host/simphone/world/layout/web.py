"""A page in a WebView: nodes like HTML's, ids as the page writes them, the view in itself once more."""

from __future__ import annotations

from collections.abc import Sequence

from genie_host.simphone.world.layout.page import Page, node
from genie_host.simphone.world.nodes import SimNode

_HOST = "android.webkit.WebView"
_VIEW = "android.view.View"
_NAMES = {
    "Button": "android.widget.Button",
    "ImageButton": "android.widget.Button",
    "CompoundButton": "android.widget.ToggleButton",
    "CheckBox": "android.widget.CheckBox",
    "RadioButton": "android.widget.RadioButton",
    "Switch": "android.widget.ToggleButton",
    "EditText": "android.widget.EditText",
    "SeekBar": "android.widget.SeekBar",
    "Spinner": "android.widget.Spinner",
    "ImageView": "android.widget.Image",
    "TextView": "android.widget.TextView",
}


def host(middle: SimNode, covers: Sequence[SimNode], title: str, page: Page) -> SimNode:
    """The WebView in the place of a screen's middle; ``covers`` lie over the page, as banners do."""
    outer, inner, document = (node(page, kind, middle.bounds) for kind in (_HOST, _HOST, _VIEW))
    inner.text, inner.drawn = title, ""
    inner.focusable = True
    inner.scrollable = middle.scrollable
    outer.children, inner.children = [inner], [document]
    document.children = [_dressed(child) for child in (*middle.children, *covers)]
    document.painted = middle.painted
    for made in (inner, document):
        made.is_virtual = True
    return outer


def _dressed(made: SimNode) -> SimNode:
    made.children = [_dressed(child) for child in made.children]
    made.resource_id, made.is_virtual = made.key, True
    kind = made.class_name.rpartition(".")[2]
    if kind == "EditText" and made.text == made.hint:
        # A placeholder is the hint of the node, and drawn.
        made.drawn, made.text = made.hint, ""
    # Chrome says the accessible name as text; nothing on a page has a content description of its own.
    if made.description and not made.text:
        made.drawn = made.drawn if made.drawn is not None else made.description
        made.text, made.description = made.description, ""
    if made.children and kind not in _NAMES:
        made.class_name = _VIEW
    else:
        made.class_name = _NAMES.get(kind, _VIEW)
    return made
