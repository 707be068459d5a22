"""The whole of a phone as JSON-able data, and back."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.commands import COMMANDS, COMMANDS_WITH_ARGUMENT
from genie_host.simphone.world.keys import Keys
from genie_host.simphone.world.schema import App
from genie_host.simphone.world.scope import Scope
from genie_host.simphone.world.scripts import Notification, NotificationAction, Script
from genie_host.simphone.world.stacks import Visit
from genie_host.simphone.world.system.state import (
    Call,
    Confirmation,
    LockScreen,
    Pending,
    Posted,
    Prompt,
    Settling,
    SystemState,
)

_FORM = 1
_RECORDS: dict[str, type[Any]] = {
    record.__name__: record
    for record in (
        Call,
        Confirmation,
        LockScreen,
        Notification,
        NotificationAction,
        Pending,
        Posted,
        Prompt,
        Settling,
        SystemState,
        Visit,
    )
}


class Snapshotting(Keys):
    """The part of the phone that can be put back to how it was."""

    def command(self, text: str) -> None:
        """Do a command of the phone's own, ``name`` or ``name:argument``."""
        name, _, argument = text.partition(":")
        if name in COMMANDS:
            COMMANDS[name](self)
        elif name in COMMANDS_WITH_ARGUMENT:
            COMMANDS_WITH_ARGUMENT[name](self, argument)
        else:
            raise SimulatorError(f"the phone has no command {name!r}")

    def snapshot(self) -> dict[str, Any]:
        """Everything but the event log, which only grows. Raises SimulatorError for work that is not data."""
        self.tick()
        dialog = None
        if self._dialog is not None:
            name, scope = self._dialog
            dialog = {"name": name, "local": copy.deepcopy(dict(scope.local)) if isinstance(scope, Scope) else {}}
        return {
            "form": _FORM,
            "now": self.now,
            "seed": self.seed,
            "profile": self.profile.name,
            "locale": self.locale,
            "apps": list(self.apps),
            "added": [self.apps[name].model_dump(mode="json", exclude_defaults=True) for name in self.added_apps],
            "state": copy.deepcopy(self.state),
            "stacks": {package: _encoded(self._stacks.visits(package)) for package in self.running},
            "running": self.running,
            "dialog": dialog,
            "focus": self.focus,
            "toast": self.toast,
            "clipboard": self.clipboard,
            "settings": [[*key, value] for key, value in self.settings.items()],
            "is_screen_on": self.is_screen_on,
            "rotation": self._user_rotation,
            "random": _as_lists(self.random.getstate()),
            "system": _encoded(self.system),
        }

    def restore(self, data: Mapping[str, Any]) -> None:
        """Be as the phone was when the snapshot was taken; time goes on from there."""
        if data.get("form") != _FORM:
            raise SimulatorError("this is no snapshot of a simulated phone")
        for dump in data["added"]:
            app = App.model_validate(dump)
            self._catalogue[app.package] = app
        missing = [package for package in data["apps"] if package not in self._catalogue]
        if missing:
            raise SimulatorError(f"the snapshot needs the app {missing[0]}, which this phone does not know")
        self._made_at = self._clock.now() - data["now"]
        self._minute = self.date_time.minute
        self.seed, self._language = data["seed"], data["locale"]
        self.apps = {package: self._catalogue[package] for package in data["apps"]}
        self.state = copy.deepcopy(dict(data["state"]))
        stacks = {package: self._decoded(visits) for package, visits in data["stacks"].items()}
        self._stacks.replace(stacks, data["running"])
        self.settings = {(space, key): value for space, key, value in data["settings"]}
        self.focus, self.toast, self.clipboard = data["focus"], data["toast"], data["clipboard"]
        self.is_screen_on, self._user_rotation = data["is_screen_on"], data["rotation"]
        self.random.setstate(_as_tuples(data["random"]))
        self.system = self._decoded(data["system"])
        self._dialog = self._restored_dialog(data["dialog"])
        self.log.append("restored")
        self._changed()

    def _restored_dialog(self, data: Mapping[str, Any] | None) -> tuple[str, Mapping[str, Any]] | None:
        if data is None:
            return None
        local = self._linked(copy.deepcopy(data["local"]), self.app_id)
        return data["name"], self.scope().over(**local)

    def _decoded(self, data: Any) -> Any:
        if isinstance(data, list):
            return [self._decoded(entry) for entry in data]
        if not isinstance(data, Mapping):
            return data
        kind = data.get("$")
        if kind is None:
            return {key: self._decoded(value) for key, value in data.items()}
        if kind == "tuple":
            return tuple(self._decoded(data["of"]))
        if kind == "Script":
            local = self._linked(copy.deepcopy(data["local"]), data["app_id"])
            return Script(actions=copy.deepcopy(data["actions"]), app_id=data["app_id"], local=local, stage=self)
        return _RECORDS[kind](**{key: self._decoded(value) for key, value in data.items() if key != "$"})

    def _linked(self, local: dict[str, Any], app_id: str) -> dict[str, Any]:
        """Entries of lists that were part of an app's variables are so again, so that writing to them is seen."""
        return {name: _same_in(self.state.get(app_id, {}), value) for name, value in local.items()}


def _encoded(value: Any) -> Any:
    if isinstance(value, Script):
        return {"$": "Script", **value.as_data()}
    if is_dataclass(value) and not isinstance(value, type):
        return {"$": type(value).__name__, **{f.name: _encoded(getattr(value, f.name)) for f in fields(value)}}
    if isinstance(value, Mapping):
        return {str(key): _encoded(entry) for key, entry in value.items()}
    if isinstance(value, tuple):
        return {"$": "tuple", "of": [_encoded(entry) for entry in value]}
    if isinstance(value, list):
        return [_encoded(entry) for entry in value]
    if callable(value):
        raise SimulatorError("work that is put off can only be in a snapshot when it is an app's script")
    return value


def _same_in(tree: Any, wanted: Any) -> Any:
    """A mapping somewhere in a tree that is equal to another; the other when there is none."""
    if not isinstance(wanted, dict) or not wanted:
        return wanted
    pending = [tree]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            if value == wanted:
                return value
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return wanted


def _as_lists(value: Any) -> Any:
    return [_as_lists(entry) for entry in value] if isinstance(value, tuple) else value


def _as_tuples(value: Any) -> Any:
    return tuple(_as_tuples(entry) for entry in value) if isinstance(value, list) else value
