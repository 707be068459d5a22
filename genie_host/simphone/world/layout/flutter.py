"""Flutter: one view, no ids, no texts; what belongs together is one node with all its labels in the description."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from genie_host.core.geometry import Bounds
from genie_host.simphone.world.layout.page import Page, node
from genie_host.simphone.world.nodes import SimNode

_HOST = "io.flutter.embedding.android.FlutterView"
_VIEW = "android.view.View"
_KEPT = ("EditText", "Switch", "CheckBox", "RadioButton", "SeekBar")
_BUTTONS = ("Button", "ImageButton", "Spinner", "CompoundButton")


def host(children: Sequence[SimNode], page: Page, spot: Bounds) -> SimNode:
    """The Flutter view with a whole screen in it."""
    view, inner = node(page, _HOST, spot), node(page, _VIEW, spot)
    view.focusable = True
    view.children, inner.children = [inner], [_dressed(child) for child in children]
    inner.is_virtual = True
    return view


def _dressed(made: SimNode) -> SimNode:
    made.resource_id, made.is_virtual = "", True
    kind = made.class_name.rpartition(".")[2]
    if kind == "EditText":
        if made.text == made.hint:
            made.text, made.drawn = "", made.hint
        return made
    if made.clickable or made.checkable or made.long_clickable:
        return _merged(made, kind)
    made.children = [_dressed(child) for child in made.children]
    if made.text or made.description:
        made.drawn = made.drawn if made.drawn is not None else made.text or made.description
        made.description, made.text = made.description or made.text, ""
    if not made.class_name.endswith("ImageView"):
        made.class_name = _VIEW
    return made


def _merged(made: SimNode, kind: str) -> SimNode:
    """Labels move up into the node that takes the touch; what can itself be touched stays inside."""
    # In the picture the parts are where they were.
    made.painted = [_picture(part) for part in _labelled(made) if part is not made and _is_seen(part)]
    inner = [_dressed(child) for child in _touchables(made)]
    labels = [part.description or part.text for part in _labelled(made) if part.description or part.text]
    if made.drawn is None:
        made.drawn = "" if made.children else made.text or made.description
    made.children, made.text, made.hint = inner, "", ""
    # A description speaks for all that is inside.
    made.description = made.description or "\n".join(labels)
    switch = next((part for part in inner if part.checkable), None)
    if switch is not None and not made.checkable:
        # A row with a switch is the switch.
        made.checkable, made.checked = True, switch.checked
        made.class_name, made.children = switch.class_name, []
        switch.drawn = ""
        made.painted.append(switch)
        switch.checkable = switch.clickable = False
    elif kind in _BUTTONS:
        made.class_name = "android.widget.Button"
    elif kind not in _KEPT:
        made.class_name = _VIEW
    return made


def _labelled(made: SimNode) -> Iterator[SimNode]:
    """A node and what is below it, without what can be touched on its own."""
    yield made
    for child in made.children:
        if not _is_touchable(child):
            yield from _labelled(child)


def _touchables(made: SimNode) -> Iterator[SimNode]:
    for child in made.children:
        if _is_touchable(child):
            yield child
        else:
            yield from _touchables(child)


def _is_touchable(made: SimNode) -> bool:
    return made.clickable or made.checkable or made.long_clickable


def _is_seen(part: SimNode) -> bool:
    return bool(part.fill or part.drawn or part.text or part.description)


def _picture(part: SimNode) -> SimNode:
    drawn = part.drawn if part.drawn is not None else part.text or part.description
    return SimNode(class_name=_VIEW, package=part.package, bounds=part.bounds, drawn=drawn, fill=part.fill)
