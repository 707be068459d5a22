"""Arguments in the shapes that other agents and old recordings give them, brought into ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_POINTS = ("point", "coordinates", "coordinate", "coords", "position", "pos", "at", "location", "xy")
_WITHIN = ("selector", "element", "target", "node", "by", "locator", "query")
_BOXES = ("bounds", "box", "bbox", "rect")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SELECTOR = re.compile(
    r"^(text|desc|description|content-desc|id|resource-?id|label|name)\s*[=:]\s*(.+)$", re.IGNORECASE
)
_NAMES = {
    "content-desc": "content_desc",
    "resource-id": "resource_id",
    "resourceid": "resource_id",
    "id": "resource_id",
}


def plain(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same arguments with the place in ``x`` and ``y``, and what is named at the top."""
    if not any(key in arguments for key in (*_POINTS, *_BOXES, *_WITHIN)):
        return arguments
    found: dict[str, Any] = {key: value for key, value in arguments.items() if key not in _POINTS + _BOXES}
    for key in _WITHIN:
        value = arguments.get(key)
        if isinstance(value, Mapping):
            del found[key]
            found = {**plain(value), **found}
        elif isinstance(value, str) and (named := _SELECTOR.match(value)):
            del found[key]
            name = named[1].lower()
            found.setdefault(_NAMES.get(name, name), named[2].strip("\"' "))
    if "x" not in found and (place := _place(arguments)) is not None:
        found["x"], found["y"] = place
    return found


def _place(arguments: Mapping[str, Any]) -> tuple[float, float] | None:
    for key in _POINTS:
        numbers = _numbers(arguments.get(key))
        if len(numbers) == 2:
            return numbers[0], numbers[1]
    for key in _BOXES:
        box = _numbers(arguments.get(key))
        if len(box) == 4:
            return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return None


def _numbers(value: object) -> list[float]:
    """The numbers in a list, in a mapping of x and y or of sides, or in a text such as ``[0,10][20,30]``."""
    if isinstance(value, Mapping):
        names = ("left", "top", "right", "bottom") if "left" in value else ("x", "y")
        value = [value.get(name) for name in names]
    if isinstance(value, str):
        return [float(number) for number in _NUMBER.findall(value)]
    if not isinstance(value, Sequence):
        return []
    try:
        return [float(number) for number in value]
    except (TypeError, ValueError):
        return []
