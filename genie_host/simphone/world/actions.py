"""What a tap does: the verbs of app files.

``goto`` screen, or {screen, args}; ``back``; ``start`` package; ``set`` {path: template}; ``toggle`` path;
``append`` {to, value}; ``remove`` {from, where}; ``ensure`` {list, where, value}; ``sort`` {list, by};
``effect`` {kind, field: template ...}; ``toast`` template; ``dialog`` id; ``dismiss``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world import paths
from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.schema import Action


class Stage(Protocol):
    """The part of the phone that actions move about on."""

    log: EventLog
    toast: str | None

    @property
    def app_id(self) -> str: ...

    def go_to(self, screen: str, args: Mapping[str, str]) -> None: ...

    def go_back(self) -> None: ...

    def start_app(self, package: str) -> bool: ...

    def show_dialog(self, dialog: str | None, scope: Mapping[str, Any]) -> None: ...


def perform(action: Action, scope: Mapping[str, Any], stage: Stage) -> None:
    """Do one action; raises SimulatorError for a verb that does not exist."""
    verb, argument = next(iter(action.items()))
    match verb:
        case "goto":
            _go_to(argument, scope, stage)
        case "back":
            stage.go_back()
        case "start":
            stage.start_app(paths.expand(argument, scope))
        case "toast":
            stage.toast = paths.expand(argument, scope)
        case "dialog":
            stage.show_dialog(argument, scope)
        case "dismiss":
            stage.show_dialog(None, scope)
        case "toggle":
            _toggle(argument, paths.expand(str(action.get("name", argument)), scope), scope, stage)
        case "effect":
            fields = {key: paths.expand(value, scope) for key, value in argument.items() if key != "kind"}
            stage.log.append(argument["kind"], effect=True, app=stage.app_id, **fields)
        case _:
            _change(verb, argument, scope)


def _go_to(argument: Any, scope: Mapping[str, Any], stage: Stage) -> None:
    if isinstance(argument, str):
        stage.go_to(argument, {})
        return
    args = {key: paths.expand(value, scope) for key, value in argument.get("args", {}).items()}
    stage.go_to(argument["screen"], args)


def _toggle(path: str, name: str, scope: Mapping[str, Any], stage: Stage) -> None:
    value = not paths.lookup(scope, path)
    paths.assign(scope, path, value)
    stage.log.append("switch_changed", effect=True, app=stage.app_id, name=name, key=path, value=value)


def _change(verb: str, argument: Any, scope: Mapping[str, Any]) -> None:
    """The verbs that change variables and are seen only on the screen."""
    match verb:
        case "set":
            for path, template in argument.items():
                paths.assign(scope, path, paths.expand(template, scope) if isinstance(template, str) else template)
        case "append":
            _list(argument["to"], scope).append(_filled(argument["value"], scope))
        case "remove":
            entries, where = _list(argument["from"], scope), _filled(argument["where"], scope)
            entries[:] = [entry for entry in entries if not _matches(entry, where)]
        case "ensure":
            entries, where = _list(argument["list"], scope), _filled(argument["where"], scope)
            if not any(_matches(entry, where) for entry in entries):
                entries.insert(0, _filled(argument["value"], scope))
        case "sort":
            _list(argument["list"], scope).sort(key=lambda entry: str(entry[argument["by"]]))
        case _:
            raise SimulatorError(f"app files have no action {verb!r}")


def _list(path: str, scope: Mapping[str, Any]) -> list[Any]:
    value = paths.lookup(scope, path)
    if not isinstance(value, list):
        raise SimulatorError(f"{path} is not a list")
    return value


def _matches(entry: Mapping[str, Any], where: Mapping[str, Any]) -> bool:
    return all(str(entry.get(key)) == str(value) for key, value in where.items())


def _filled(value: Any, scope: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        return paths.expand(value, scope)
    if isinstance(value, dict):
        return {key: _filled(inner, scope) for key, inner in value.items()}
    if isinstance(value, list):
        return [_filled(inner, scope) for inner in value]
    return value
