"""UiAutomator selectors, as the automation server reads them over JSON-RPC. Pure."""

from __future__ import annotations

from typing import Any

# Bits of androidx UiSelector's wire form, as in uiautomator2's ``_selector.py``.
_MASKS = {
    "className": 0x10,
    "classNameMatches": 0x20,
    "focused": 0x20000,
    "packageName": 0x80000,
    "resourceId": 0x200000,
}
_INSTANCE = 0x1000000


def selector(**conditions: str | bool) -> dict[str, Any]:
    """The first node that meets all conditions; empty ones are left out."""
    given = {name: value for name, value in conditions.items() if value != ""}
    mask = sum(_MASKS[name] for name in given)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **given}


def never_touched(target: dict[str, Any]) -> dict[str, Any]:
    """The same node, in a form that the server does not touch of its own accord.

    Its ``setText`` first taps the middle of what it finds as a UiObject2, whatever lies over it by then. A selector
    with an instance can only be looked for as a UiObject, in the active window, and that is written into as it is.
    """
    return {**target, "mask": target["mask"] | _INSTANCE, "instance": 0}
