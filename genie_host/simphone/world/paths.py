"""Paths into app variables, ``conversations[name=Mum].messages[-1].text``, and templates, ``{item.name}``.

Templates nest: ``{dishes[id={id}].name}``. Conditions: a path that must hold something, ``!path`` for the contrary;
``path=value`` equal as text, ``path~value`` contains it, ``path>value`` and ``path<value`` as numbers, where the value
is a template; ``a & b`` both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError

Scope = Mapping[str, Any]

_TEMPLATE = re.compile(r"\{((?:[^{}]|\{[^{}]*\})+)\}")
_CLAUSE = re.compile(r"(!?)((?:[^\[=~<>]|\[[^\]]*\])+)(?:([=~<>])(.*))?")
_FORM = re.compile(r"(.*):(pad2|money)")
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
    """Fill a template. ``{a|b}`` takes the first that is not empty; ``{a:pad2}`` two digits, ``{a:money}`` 1,234.50."""
    return _TEMPLATE.sub(lambda match: _fill(match[1], scope), template)


def holds(condition: str, scope: Scope) -> bool:
    """True when the condition is empty or all of its clauses are so."""
    return not condition or all(_is_so(clause.strip(), scope) for clause in condition.split(" & "))


def number(value: object) -> float | None:
    """What is written, as a number; None when it is none."""
    try:
        return float(str(value).replace(",", ""))
    except ValueError:
        return None


def _is_so(clause: str, scope: Scope) -> bool:
    match = _CLAUSE.fullmatch(clause)
    if match is None:
        raise SimulatorError(f"{clause!r} is no condition")
    negated, path, comparison, template = match.groups()
    value = lookup(scope, path)
    is_so = _compares(comparison, text_of(value), expand(template, scope)) if comparison else bool(value)
    return is_so != bool(negated)


def _compares(comparison: str, text: str, wanted: str) -> bool:
    if comparison == "=":
        return text == wanted
    if comparison == "~":
        return wanted.casefold() in text.casefold()
    left, right = number(text), number(wanted)
    if left is None or right is None:
        return False
    return left > right if comparison == ">" else left < right


def text_of(value: object) -> str:
    """A value as app files write it: ``true`` and ``false`` in small letters, nothing for None."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fill(expression: str, scope: Scope) -> str:
    match = _FORM.fullmatch(expression)
    form = match[2] if match else ""
    values = (lookup(scope, path.strip()) for path in (match[1] if match else expression).split("|"))
    text = next((str(value) for value in values if value not in (None, "")), "")
    if form == "pad2":
        return text.zfill(2)
    return f"{number(text) or 0:,.2f}" if form == "money" else text


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
