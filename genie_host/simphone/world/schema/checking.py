"""Checks a value against the little of JSON schema that the schema of verbs uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
}


def fault_in(value: Any, schema: Mapping[str, Any], inner: Callable[[Any], str]) -> str:
    """What does not fit, or nothing; ``inner`` checks values that a ``$ref`` stands for."""
    if "$ref" in schema:
        return inner(value)
    if "anyOf" in schema:
        faults = [fault_in(value, option, inner) for option in schema["anyOf"]]
        return "" if "" in faults else faults[-1]
    wanted = schema.get("type")
    names = [wanted] if isinstance(wanted, str) else wanted or []
    if names and not any(_is(value, name) for name in names):
        return f"{value!r} is no {' or '.join(names)}"
    if isinstance(value, dict):
        return _fault_in_record(value, schema, inner)
    if isinstance(value, list):
        return next((fault for entry in value if (fault := fault_in(entry, schema.get("items", {}), inner))), "")
    return ""


def _fault_in_record(value: Mapping[Any, Any], schema: Mapping[str, Any], inner: Callable[[Any], str]) -> str:
    properties = schema.get("properties", {})
    missing = [name for name in schema.get("required", ()) if name not in value]
    if missing:
        return f"{missing[0]} is missing"
    odd = [name for name in value if name not in properties]
    if odd and not schema.get("additionalProperties", True):
        return f"{odd[0]} has no place here"
    for name, entry in value.items():
        fault = fault_in(entry, properties.get(name, {}), inner)
        if fault:
            return f"{name}: {fault}"
    return ""


def _is(value: Any, name: str) -> bool:
    return isinstance(value, _TYPES[name]) and not isinstance(value, bool)
