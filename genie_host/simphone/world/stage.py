"""What app files may do with a phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol

from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.schema import Action, App
from genie_host.simphone.world.scripts import Intent, Notification, Script


class Stage(Protocol):
    """The part of the phone that actions move about on. Scripts are callables without arguments that are also data."""

    log: EventLog
    random: Random
    state: dict[str, dict[str, Any]]
    """Variables of all apps by app id."""

    @property
    def app_id(self) -> str:
        """The app in front."""
        ...

    def words_of(self, app_id: str) -> Mapping[str, str]:
        """Translations of an app's templates into the phone's language."""
        ...

    def perform(self, actions: Sequence[Action], scope: Mapping[str, Any]) -> None:
        """Do actions in their order: ``perform_all`` with this stage."""
        ...

    def go_to(self, screen: str, args: Mapping[str, str]) -> None: ...

    def go_back(self) -> None: ...

    def start_app(self, package: str) -> bool: ...

    def finish_task(self) -> None:
        """End the task of the app in front."""
        ...

    def show_dialog(self, dialog: str | None, scope: Mapping[str, Any]) -> None: ...

    def show_toast(self, text: str) -> None: ...

    def after(self, ms: int, do: Script) -> None: ...

    def post(self, notification: Notification) -> None: ...

    def cancel_notification(self, id: str) -> None: ...

    def has_permission(self, name: str) -> bool: ...

    def ask_permission(self, name: str, granted: Script, denied: Script) -> None: ...

    def ask_finger(self, title: str, subtitle: str, approved: Script, denied: Script) -> None: ...

    def crash(self, message: str) -> None: ...

    def anr(self) -> None: ...

    def open_url(self, url: str) -> None:
        """An address or a deep link: shown by the app that claims it, else by the browser."""
        ...

    def send_intent(self, intent: Intent) -> None: ...

    def copy(self, text: str) -> None: ...

    def place_call(self, number: str) -> None: ...

    def command(self, text: str) -> None:
        """A command of the phone's own, ``name`` or ``name:argument``: ``set_locale:de``."""
        ...

    def install(self, app: App) -> None: ...

    def uninstall(self, package: str) -> bool: ...
