"""Methods that look at objects and wait for them."""

from __future__ import annotations

from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.java import LONG, STRING, JavaException
from genie_host.simphone.u2.lookup import (
    Reference,
    active_root,
    find_object2,
    find_query,
    object2,
    query_for,
    the_object,
    the_one,
    wait_until,
)
from genie_host.simphone.u2.method import MethodTable, only, overload
from genie_host.simphone.u2.selectors import INDEX_BIT, INSTANCE_BIT, SELECTOR, Selector
from genie_host.simphone.u2.tree import Located
from genie_host.simphone.u2.ui_search import find_ui, query_of
from genie_host.simphone.world.nodes import SimNode

_TEXTS = ("TextView", "EditText", "Button", "Switch", "CheckBox")
"""Ends of the names of classes that have a text, if an empty one; others have null."""


async def exists(automation: Automation, reference: Reference) -> bool:
    """Whether it is there. An instance alone does not count: the server leaves it out here."""
    if isinstance(reference, Selector) and not reference.relations and not reference.mask & INDEX_BIT:
        return await find_object2(automation, reference) is not None
    try:
        return await find_query(automation, query_for(automation, reference)) is not None
    except JavaException as error:
        if isinstance(reference, str) and error.class_name.endswith("UiObjectNotFoundException"):
            return False
        raise


async def count(automation: Automation, selector: Selector) -> int:
    """How many there are in the active window; children are counted under one parent.

    Never more than there are nodes: where a chain leaves the instance out, a phone would count for ever.
    """
    if selector.deepest.mask & INSTANCE_BIT:
        return int(await find_query(automation, query_of(selector)) is not None)
    if await find_query(automation, query_of(selector)) is None:
        return 0
    root, number = active_root(automation), 1
    if root is None:
        return number
    most = sum(1 for _ in root.walk())
    while number < most and find_ui(root, query_of(selector.with_deepest_instance(number))) is not None:
        number += 1
    return number


async def wait_for_exists(automation: Automation, reference: Reference, timeout_ms: int) -> bool:
    """Wait until it is there; false when it was not in time."""
    return await wait_until(automation, lambda: _is_there(automation, reference), timeout_ms)


async def wait_until_gone(automation: Automation, reference: Reference, timeout_ms: int) -> bool:
    """Wait until it is gone; false when it was still there."""

    async def is_gone() -> bool:
        return not await _is_there(automation, reference)

    return await wait_until(automation, is_gone, timeout_ms)


async def object_info(automation: Automation, reference: Reference) -> dict[str, Any]:
    """What is known about it."""
    found = await object2(automation, reference)
    if found is not None:
        return _info2(automation, found)
    return _info(automation, await the_object(automation, reference))


async def object_info_of_all(automation: Automation, selector: Selector) -> list[dict[str, Any] | None]:
    """What is known about each. The instance is that of the first of a chain, so the list may hold nulls."""
    number = await count(automation, selector)
    if selector.mask & INSTANCE_BIT and number:
        return [await object_info(automation, selector)]
    found = [await find_query(automation, query_of(selector.with_instance(n))) for n in range(number)]
    return [_info(automation, located) if located is not None else None for located in found]


async def get_text(automation: Automation, reference: Reference) -> str | None:
    """Its text."""
    found = await object2(automation, reference)
    return text_of(found.node) if found is not None else text_of((await the_object(automation, reference)).node) or ""


async def set_text(automation: Automation, reference: Reference, text: str | None) -> bool:
    """Touch a field and replace its text.

    Found by a BySelector, it is true whatever comes of it. What the touch made vanish is looked for again as a
    UiObject, which is not touched, and then a thing that is no field gives false.
    """
    found = await object2(automation, reference)
    if found is not None:
        middle = visible_bounds(automation, found).center
        await automation.phone.hand.tap(middle.x, middle.y)
        again = await object2(automation, reference)
        if again is not None:
            _write(automation, again, text)
            return True
    return _write(automation, await the_object(automation, reference), text)


async def clear_text_field(automation: Automation, reference: Reference) -> None:
    """Empty a field."""
    _write(automation, await the_one(automation, reference), "")


def text_of(node: SimNode) -> str | None:
    """Its text as a phone has it; of a slider, where it stands."""
    if node.range is not None:
        return str(float(node.range[2]))
    return node.text if node.text or node.class_name.endswith(_TEXTS) else None


def visible_bounds(automation: Automation, located: Located) -> Bounds:
    """The part on the screen, inside its window and the list that it is in."""
    size = automation.phone.world.size
    visible = located.node.bounds.clipped(Bounds(left=0, top=0, right=size.width, bottom=size.height))
    above = located.parent
    while above is not None:
        if above.node.scrollable or above.parent is None:
            visible = visible.clipped(above.node.bounds)
        above = above.parent
    return visible


def _write(automation: Automation, located: Located, text: str | None) -> bool:
    return automation.phone.world.set_text(located.node.path, text or "")


async def _is_there(automation: Automation, reference: Reference) -> bool:
    if isinstance(reference, Selector) and not reference.relations and reference.is_by:
        return await find_object2(automation, reference) is not None
    return await find_query(automation, query_for(automation, reference)) is not None


def _info2(automation: Automation, located: Located) -> dict[str, Any]:
    visible = visible_bounds(automation, located)
    node = located.node
    names = {"resourceName": node.resource_id or None, "contentDescription": node.description or None}
    return {**_common(node, visible, visible), **names, "text": text_of(node)}


def _info(automation: Automation, located: Located) -> dict[str, Any]:
    node = located.node
    names = {"resourceName": None, "contentDescription": node.description}
    return {**_common(node, node.bounds, visible_bounds(automation, located)), **names, "text": text_of(node) or ""}


def _common(node: SimNode, bounds: Bounds, visible: Bounds) -> dict[str, Any]:
    return {
        "bounds": _rectangle(bounds),
        "visibleBounds": _rectangle(visible),
        "childCount": len(node.children),
        "className": node.class_name,
        "packageName": node.package,
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }


def _rectangle(bounds: Bounds) -> dict[str, int]:
    return {"bottom": bounds.bottom, "left": bounds.left, "right": bounds.right, "top": bounds.top}


METHODS: MethodTable = {
    "clearTextField": (overload(clear_text_field, SELECTOR), overload(clear_text_field, STRING)),
    "count": only(count, SELECTOR),
    "exist": (overload(exists, SELECTOR), overload(exists, STRING)),
    "getText": (overload(get_text, SELECTOR), overload(get_text, STRING)),
    "objInfo": (overload(object_info, SELECTOR), overload(object_info, STRING)),
    "objInfoOfAllInstances": only(object_info_of_all, SELECTOR),
    "setText": (overload(set_text, SELECTOR, STRING), overload(set_text, STRING, STRING)),
    "waitForExists": (overload(wait_for_exists, SELECTOR, LONG), overload(wait_for_exists, STRING, LONG)),
    "waitUntilGone": (overload(wait_until_gone, SELECTOR, LONG), overload(wait_until_gone, STRING, LONG)),
}
