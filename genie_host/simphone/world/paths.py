"""Paths into app variables, ``conversations[name=Mum].messages[-1].text``, and templates, ``{item.name}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError

Scope = Mapping[str, Any]

_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_STEP = re.compile(r"(\w+)((?:\[[^\]]*\])*)\.?")
_PICK = re.compile(r"\[([^\]]*)\]")


def lookup(scope: Scope, path: str) -> Any:
    """The value at a path, or None when there is none."""
    value: Any = scope
    for name, picks in _steps(path):
        value = value.get(name) if isinstance(value, Mapping) else None
        for pick in picks:
            value = _pick(value, expand(pick, scope))
    return value


def assign(scope: Scope, path: str, new: Any) -> None:
    """Set the value at a path whose parent exists."""
    head, _, last = path.rpartition(".")
    parent = lookup(scope, head) if head else scope
    if not isinstance(parent, dict) or last not in parent:
        raise SimulatorError(f"there is no variable {path}")
    parent[last] = new


def expand(template: str, scope: Scope) -> str:
    """Fill a template. ``{a|b}`` takes the first that is not empty; ``{a:pad2}`` writes two digits."""
    return _TEMPLATE.sub(lambda match: _fill(match[1], scope), template)


def holds(condition: str, scope: Scope) -> bool:
    """True when the condition is empty or its path leads to something."""
    if condition.startswith("!"):
        return not lookup(scope, condition[1:])
    return not condition or bool(lookup(scope, condition))


def _fill(expression: str, scope: Scope) -> str:
    expression, _, form = expression.partition(":")
    values = (lookup(scope, path.strip()) for path in expression.split("|"))
    text = next((str(value) for value in values if value not in (None, "")), "")
    return text.zfill(2) if form == "pad2" else text


def _steps(path: str) -> list[tuple[str, list[str]]]:
    return [(name, _PICK.findall(picks)) for name, picks in _STEP.findall(path)]


def _pick(value: Any, pick: str) -> Any:
    if not isinstance(value, list):
        return None
    key, equals, wanted = pick.partition("=")
    if equals:
        return next((entry for entry in value if str(entry.get(key)) == wanted), None)
    index = int(pick)
    return value[index] if -len(value) <= index < len(value) else None
