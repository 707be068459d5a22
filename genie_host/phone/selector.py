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


def selector(**conditions: str | bool) -> dict[str, Any]:
    """The first node that meets all conditions; empty ones are left out."""
    given = {name: value for name, value in conditions.items() if value != ""}
    mask = sum(_MASKS[name] for name in given)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **given}
