"""Methods on objects that a selector names."""

from __future__ import annotations

import asyncio
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.method import JavaException, MethodTable, object_not_found
from genie_host.simphone.u2.selectors import BadSelector, Located, SelectorData, find

_POLL_SECONDS = 0.02

ObjectReference = SelectorData | str
"""A selector, or the name under which ``getUiObject`` remembered one."""


def found(automation: Automation, reference: ObjectReference) -> list[Located]:
    """All that match now."""
    selector: SelectorData | None
    selector = automation.memory.objects.get(reference) if isinstance(reference, str) else reference
    if selector is None:
        raise object_not_found("UiObject not found!")
    try:
        return find(automation.phone.world.roots(), selector)
    except BadSelector as error:
        raise JavaException("java.lang.IllegalArgumentException", str(error)) from error


def the_one(automation: Automation, reference: ObjectReference) -> Located:
    """The first that matches; raises UiObjectNotFoundException."""
    matching = found(automation, reference)
    if not matching:
        raise object_not_found(reference)
    return matching[0]


def exists(automation: Automation, reference: ObjectReference) -> bool:
    """Whether anything matches."""
    return bool(found(automation, reference))


def count(automation: Automation, reference: ObjectReference) -> int:
    """How many match."""
    return len(found(automation, reference))


async def wait_for_exists(automation: Automation, reference: ObjectReference, timeout_ms: int) -> bool:
    """Wait until something matches; false when it did not in time."""
    return await _wait(automation, reference, timeout_ms, wanted=True)


async def wait_until_gone(automation: Automation, reference: ObjectReference, timeout_ms: int) -> bool:
    """Wait until nothing matches; false when something still did."""
    return await _wait(automation, reference, timeout_ms, wanted=False)


def object_info(automation: Automation, reference: ObjectReference) -> dict[str, Any]:
    """What is known about the first match."""
    return _info(automation, the_one(automation, reference))


def object_info_of_all(automation: Automation, reference: ObjectReference) -> list[dict[str, Any]]:
    """What is known about each match."""
    return [_info(automation, located) for located in found(automation, reference)]


def get_text(automation: Automation, reference: ObjectReference) -> str:
    """Text of the first match."""
    return the_one(automation, reference).node.text


def set_text(automation: Automation, reference: ObjectReference, text: str) -> bool:
    """Replace the text of a field; false when it is no field."""
    return automation.phone.world.set_text(the_one(automation, reference).node.path, text)


def clear_text_field(automation: Automation, reference: ObjectReference) -> None:
    """Empty a field."""
    set_text(automation, reference, "")


async def long_click(automation: Automation, reference: ObjectReference, *corner: str) -> bool:
    """Press long on the first match."""
    center = the_one(automation, reference).node.bounds.center
    return await automation.phone.hand.tap(center.x, center.y, held_ms=1000)


def get_ui_object(automation: Automation, selector: SelectorData) -> str:
    """Remember a selector under a name."""
    return automation.remember(selector)


def remove_ui_object(automation: Automation, name: str) -> None:
    """Forget a remembered selector."""
    automation.memory.objects.pop(name, None)


async def _wait(automation: Automation, reference: ObjectReference, timeout_ms: int, *, wanted: bool) -> bool:
    loop = asyncio.get_running_loop()
    end = loop.time() + timeout_ms / 1000
    while exists(automation, reference) != wanted:
        if loop.time() >= end:
            return False
        await asyncio.sleep(_POLL_SECONDS)
    return True


def _info(automation: Automation, located: Located) -> dict[str, Any]:
    node = located.node
    size = automation.phone.world.size
    screen = Bounds(left=0, top=0, right=size.width, bottom=size.height)
    return {
        "bounds": _rectangle(node.bounds),
        "visibleBounds": _rectangle(node.bounds.clipped(screen)),
        "childCount": len(node.children),
        "className": node.class_name,
        "contentDescription": node.description or None,
        "packageName": node.package,
        "resourceName": node.resource_id or None,
        "text": node.text,
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
    return {"left": bounds.left, "top": bounds.top, "right": bounds.right, "bottom": bounds.bottom}


METHODS: MethodTable = {
    "clearTextField": clear_text_field,
    "count": count,
    "exist": exists,
    "getText": get_text,
    "getUiObject": get_ui_object,
    "longClick": long_click,
    "objInfo": object_info,
    "objInfoOfAllInstances": object_info_of_all,
    "removeUiObject": remove_ui_object,
    "setText": set_text,
    "waitForExists": wait_for_exists,
    "waitUntilGone": wait_until_gone,
}
