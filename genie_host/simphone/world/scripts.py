"""Work that apps leave for later, as data: it outlives a snapshot, and the phone calls it when its time has come."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from genie_host.simphone.world.schema import Action
from genie_host.simphone.world.scope import Scope


class Doer(Protocol):
    """The phone as far as a script needs it."""

    state: dict[str, dict[str, Any]]
    """Variables of all apps by app id."""

    def perform(self, actions: Sequence[Action], scope: Mapping[str, Any]) -> None: ...


@dataclass(frozen=True, kw_only=True)
class Script:
    """Actions of an app with the names that they were written under. Calling it does them."""

    actions: list[Action]
    app_id: str
    local: dict[str, Any]
    """Names laid over the app's variables when the script was made."""
    stage: Doer = field(repr=False, compare=False)

    def __call__(self) -> None:
        """Do the actions with the variables as they are by now."""
        self.stage.perform(self.actions, self.scope)

    @property
    def scope(self) -> Scope:
        """What its templates can name, with the variables as they are now."""
        return Scope(self.stage.state[self.app_id], self.local, app_id=self.app_id, phone=self.stage.state)

    def as_data(self) -> dict[str, Any]:
        """For a snapshot; JSON-able."""
        return {"actions": copy.deepcopy(self.actions), "app_id": self.app_id, "local": copy.deepcopy(self.local)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], stage: Doer) -> Script:
        """From a snapshot."""
        return cls(
            actions=copy.deepcopy(data["actions"]),
            app_id=data["app_id"],
            local=copy.deepcopy(data["local"]),
            stage=stage,
        )


@dataclass(frozen=True, kw_only=True)
class NotificationAction:
    """A button on a notification."""

    text: str
    do: Script


@dataclass(frozen=True, kw_only=True)
class Notification:
    """What an app puts into the notification shade; one of the same app and id replaces it."""

    id: str
    app_id: str
    title: str
    text: str = ""
    channel: str = ""
    tap: Script
    """Done after the app has come to the front."""
    actions: tuple[NotificationAction, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Intent:
    """What one app asks of another."""

    action: str
    data: str = ""
    extras: Mapping[str, str] = field(default_factory=dict)
