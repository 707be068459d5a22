"""The verbs that change variables and are seen only on the screen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world import paths


def change(verb: str, argument: Any, scope: Mapping[str, Any]) -> None:
    """Do one of these verbs; raises SimulatorError for another."""
    match verb:
        case "set":
            for path, template in argument.items():
                paths.assign(scope, path, filled(template, scope))
        case "add":
            step = _amount(argument.get("by", 1), scope) * _amount(argument.get("times", 1), scope)
            _add(argument["path"], step, scope)
        case "clear":
            _clear(argument, scope)
        case "sort":
            _list(argument["list"], scope).sort(key=lambda entry: _rank(entry[argument["by"]]))
        case _:
            _change_list(verb, argument, scope)


def filled(value: Any, scope: Mapping[str, Any]) -> Any:
    """A value with all templates in it filled."""
    if isinstance(value, str):
        return paths.expand(value, scope)
    if isinstance(value, dict):
        return {key: filled(inner, scope) for key, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, scope) for inner in value]
    return value


def _change_list(verb: str, argument: Any, scope: Mapping[str, Any]) -> None:
    match verb:
        case "append":
            _list(argument["to"], scope).append(filled(argument["value"], scope))
        case "remove":
            entries, where = _list(argument["from"], scope), filled(argument["where"], scope)
            entries[:] = [entry for entry in entries if not _matches(entry, where)]
        case "ensure":
            entries, where = _list(argument["list"], scope), filled(argument["where"], scope)
            if not any(_matches(entry, where) for entry in entries):
                entries.insert(0, filled(argument["value"], scope))
        case _:
            raise SimulatorError(f"app files have no action {verb!r}")


def _amount(value: Any, scope: Mapping[str, Any]) -> float:
    """What is no number counts as 0."""
    return value if isinstance(value, int | float) else paths.number(paths.expand(value, scope)) or 0


def _add(path: str, step: float, scope: Mapping[str, Any]) -> None:
    total = (paths.number(paths.lookup(scope, path)) or 0) + step
    paths.assign(scope, path, int(total) if total == int(total) else round(total, 2))


def _clear(path: str, scope: Mapping[str, Any]) -> None:
    """Empty a variable and keep what kind of thing it is."""
    value = paths.lookup(scope, path)
    paths.assign(scope, path, type(value)() if value is not None else "")


def _rank(value: Any) -> tuple[float, str]:
    """Numbers by their size, before texts by their letters."""
    found = paths.number(value)
    return (math.inf, str(value)) if found is None else (found, "")


def _list(path: str, scope: Mapping[str, Any]) -> list[Any]:
    value = paths.lookup(scope, path)
    if not isinstance(value, list):
        raise SimulatorError(f"{path} is not a list")
    return value


def _matches(entry: Any, where: Mapping[str, Any]) -> bool:
    return isinstance(entry, Mapping) and all(
        paths.text_of(entry.get(key)) == paths.text_of(value) for key, value in where.items()
    )
