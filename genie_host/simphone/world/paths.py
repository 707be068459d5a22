"""Paths into app variables, ``conversations[name=Mum].messages[-1].text``, and templates, ``{item.name}``.

Templates nest: ``{dishes[id={id}].name}``. Conditions: a path that must hold something, ``!path`` for the contrary;
``path=value`` equal as text, ``path~value`` contains it, ``path>value`` and ``path<value`` as numbers, where the value
is a template; ``a & b`` both.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from functools import lru_cache
from typing import Any

from genie_host.core.errors import SimulatorError

_TEMPLATE = re.compile(r"\{((?:[^{}]|\{[^{}]*\})+)\}")
_CLAUSE = re.compile(r"(!?)((?:[^\[=~<>]|\[[^\]]*\])+)(?:([=~<>])(.*))?")
_STEP = re.compile(r"(\w+)((?:\[[^\]]*\])*)\.?")
_PICK = re.compile(r"\[([^\]]*)\]")


def lookup(scope: Mapping[str, Any], path: str) -> Any:
    """The value at a path, or None when there is none."""
    value: Any = scope
    for name, picks in _steps(path):
        # An abstract class takes its time to say what belongs to it.
        is_mapping = value is scope or type(value) is dict or isinstance(value, Mapping)
        value = value.get(name) if is_mapping else None
        for key, template in picks:
            value = _pick(value, key, expand(template, scope))
    return value


def assign(scope: Mapping[str, Any], path: str, new: Any) -> None:
    """Set the value at a path whose parent exists."""
    head, last = _split(path)
    parent = lookup(scope, head) if head else scope
    if not isinstance(parent, MutableMapping) or last not in parent:
        raise SimulatorError(f"there is no variable {path}")
    parent[last] = new


def expand(template: str, scope: Mapping[str, Any]) -> str:
    """Fill a template. ``{a|b}`` takes the first that is not empty; ``{a:pad2}`` writes in one of ``FORMS``."""
    if "{" not in template:
        return template
    parts = _parts(template)
    if len(parts) == 1:
        return _written(parts[0], scope)
    return "".join([_written(part, scope) for part in parts])


def holds(condition: str, scope: Mapping[str, Any]) -> bool:
    """True when the condition is empty or all of its clauses are so."""
    return not condition or all(_is_so(clause, scope) for clause in _clauses(condition))


def number(value: object) -> float | None:
    """What is written, as a number; None when it is none."""
    try:
        found = float(str(value).replace(",", ""))
    except ValueError:
        return None
    return found if math.isfinite(found) else None


Clause = tuple[bool, str, str | None, str]
"""Whether it is negated, a path, how it compares, and with what."""


@lru_cache(maxsize=4096)
def _clauses(condition: str) -> tuple[Clause, ...]:
    return tuple(_clause(clause.strip()) for clause in condition.split(" & "))


def _clause(text: str) -> Clause:
    match = _CLAUSE.fullmatch(text)
    if match is None:
        raise SimulatorError(f"{text!r} is no condition")
    return bool(match[1]), match[2], match[3], match[4] or ""


def _is_so(clause: Clause, scope: Mapping[str, Any]) -> bool:
    is_negated, path, comparison, template = clause
    value = lookup(scope, path)
    is_so = _compares(comparison, text_of(value), expand(template, scope)) if comparison else bool(value)
    return is_so != is_negated


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
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


FORMS: dict[str, Callable[[Any], str]] = {
    "pad2": lambda value: str(value).zfill(2),
    "money": lambda value: f"{number(value) or 0:,.2f}",
    "count": lambda value: str(len(value)) if isinstance(value, list | str) else "0",
    "upper": lambda value: str(value).upper(),
    "initial": lambda value: str(value)[:1].upper(),
    "dots": lambda value: "•" * len(str(value)),
    "last4": lambda value: str(value)[-4:],
}
"""``{path:form}``: two digits, 1,234.50, how many, capitals, the first letter, as many dots, the end of a number."""

_FORM = re.compile(rf"(.*):({'|'.join(FORMS)})")


Gap = tuple[str, tuple[str, ...]]
"""What a template leaves open: a form, and paths of which the first that is not empty counts."""


@lru_cache(maxsize=8192)
def _parts(template: str) -> tuple[str | Gap, ...]:
    # The pattern has one group, so texts and expressions take turns.
    pieces = _TEMPLATE.split(template)
    parts = (piece if number % 2 == 0 else _gap(piece) for number, piece in enumerate(pieces))
    return tuple(part for part in parts if part)


def _gap(expression: str) -> Gap:
    match = _FORM.fullmatch(expression)
    paths = (match[1] if match else expression).split("|")
    return match[2] if match else "", tuple(path.strip() for path in paths)


def _written(part: str | Gap, scope: Mapping[str, Any]) -> str:
    if isinstance(part, str):
        return part
    form, paths = part
    value: Any = ""
    for path in paths:
        if (found := lookup(scope, path)) not in (None, ""):
            value = found
            break
    return FORMS[form](value) if form else str(value)


Pick = tuple[str, str]
"""What stands in brackets: the name to compare and the template it must equal, or no name and an index."""


@lru_cache(maxsize=4096)
def _steps(path: str) -> tuple[tuple[str, tuple[Pick, ...]], ...]:
    return tuple((name, tuple(_picks(brackets))) for name, brackets in _STEP.findall(path))


def _picks(brackets: str) -> Iterator[Pick]:
    for inner in _PICK.findall(brackets):
        key, equals, wanted = inner.partition("=")
        yield (key, wanted) if equals else ("", inner)


def _split(path: str) -> tuple[str, str]:
    """Parent and last name; a full stop inside brackets parts nothing."""
    depth = 0
    for position in range(len(path) - 1, -1, -1):
        depth += {"]": 1, "[": -1}.get(path[position], 0)
        if path[position] == "." and depth == 0:
            return path[:position], path[position + 1 :]
    return "", path


def _pick(value: Any, key: str, wanted: str) -> Any:
    if not isinstance(value, list):
        return None
    if key:
        for entry in value:
            if isinstance(entry, dict) and ((found := entry.get(key)) == wanted or text_of(found) == wanted):
                return entry
        return None
    index = number(wanted)
    return value[int(index)] if index is not None and -len(value) <= index < len(value) else None
