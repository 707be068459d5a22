"""Apps, their variables and which of their screens is in front."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world import actions, locales
from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.schema import Action, App
from genie_host.simphone.world.scope import Scope
from genie_host.simphone.world.stacks import BackStacks, Visit
from genie_host.simphone.world.stage import Stage

LAUNCHER = "com.android.launcher3"


@dataclass(frozen=True, kw_only=True)
class Foreground:
    """What is in front, in the phone's words and in the app file's."""

    package: str
    activity: str
    app_id: str
    screen: str


class Navigation:
    """The part of a phone that remembers where one is. ``stage.Stage`` is what app files may do with it."""

    def __init__(self, apps: Iterable[App], *, state: Mapping[str, Any] | None = None) -> None:
        self.apps: dict[str, App] = {app.package: app for app in apps}
        if LAUNCHER not in self.apps:
            raise SimulatorError(f"a phone needs a launcher: an app with the package {LAUNCHER}")
        self.state: dict[str, dict[str, Any]] = {app.app_id: copy.deepcopy(app.state) for app in self.apps.values()}
        for app_id, variables in (state or {}).items():
            self._override(app_id, variables)
        self.log = EventLog()
        self.toast: str | None = None
        self.focus = ""
        """Path of the variable whose field has the input focus."""
        self.revision = 0
        self._stacks = BackStacks()
        self._dialog: tuple[str, Mapping[str, Any]] | None = None
        self._language = "en"
        self._actor = ""
        """Id of the app whose actions are being done."""
        self._stacks.bring(LAUNCHER, Visit(screen="home"))

    @property
    def app(self) -> App:
        return self.apps[self._stacks.package]

    @property
    def app_id(self) -> str:
        return self.app.app_id

    @property
    def visit(self) -> Visit:
        return self._stacks.visit

    @property
    def foreground(self) -> Foreground:
        app, screen = self.app, self.visit.screen
        activity = app.screens[screen].activity or app.activity
        return Foreground(package=app.package, activity=activity, app_id=app.app_id, screen=screen)

    @property
    def running(self) -> list[str]:
        return self._stacks.packages

    def is_running(self, package: str) -> bool:
        return package in self._stacks.packages

    def pid_of(self, package: str) -> int:
        """Process id, 0 when it does not run."""
        return 1000 + 37 * sorted(self.apps).index(package) if self.is_running(package) else 0

    def scope(self) -> Scope:
        """What templates on the current screen can name: the app's variables, then the screen's arguments."""
        return self._scope_of(self.app, self.visit)

    def label_of(self, package: str) -> str:
        """An app's name in the phone's language; the package where there is no such app."""
        app = self.apps.get(package)
        return locales.words(app.app_id, self._language).get(app.label, app.label) if app else package

    def start_app(self, package: str) -> bool:
        """Bring an app to the front as it was left; False when it is not installed."""
        if package not in self.apps:
            return False
        self._open(package)
        self.log.append("app_started", package=package)
        return self._changed()

    def stop_app(self, package: str) -> None:
        """End an app: its screens are gone, its variables stay."""
        was_in_front = package == self.app.package
        self._stacks.end(package)
        if not self._stacks.packages:
            self._open(LAUNCHER)
        if was_in_front:
            self._leave_screen()
        self._changed()

    def finish_task(self) -> None:
        """End the app in front, its screens included."""
        if self.app.package != LAUNCHER:
            self.stop_app(self.app.package)

    def show(self, app_id: str, screen: str, **args: str) -> None:
        """Put a screen in front, as a starting point for tests and goals."""
        app = next((app for app in self.apps.values() if app.app_id == app_id), None)
        if app is None or screen not in app.screens:
            raise SimulatorError(f"no app has the screen {app_id}/{screen}")
        self._open(app.package)
        self._stacks.to_first()
        if screen != "home":
            self.go_to(screen, args)
        self._changed()

    def go_to(self, screen: str, args: Mapping[str, str]) -> None:
        if screen not in self.app.screens:
            raise SimulatorError(f"{self.app.label} has no screen {screen!r}")
        self._leave_screen()
        is_new = self._stacks.push(Visit(screen=screen, args=args, scroll=self._first_scroll(self.app, screen)))
        self.log.append("screen_opened", app=self.app_id, screen=screen, args=dict(args))
        if is_new:
            self._entered()

    def go_back(self) -> None:
        self._leave_screen()
        if not self._stacks.pop() and self.app.package != LAUNCHER:
            self._open(LAUNCHER)

    def show_dialog(self, dialog: str | None, scope: Mapping[str, Any]) -> None:
        self._dialog = (dialog, scope) if dialog else None

    def show_toast(self, text: str) -> None:
        self.toast = text

    def perform(self, do: Sequence[Action], scope: Mapping[str, Any]) -> None:
        """Do actions of an app file in their order."""
        before = self._actor
        self._actor = (scope.app_id if isinstance(scope, Scope) else "") or before
        try:
            actions.perform_all(do, scope, cast(Stage, self))
        finally:
            self._actor = before

    @property
    def actor(self) -> App:
        """The app whose actions are being done; the one in front while none are."""
        return next((app for app in self.apps.values() if app.app_id == self._actor), self.app)

    def _open(self, package: str) -> None:
        app = self.apps[package]
        is_new = not self.is_running(package)
        self._leave_screen()
        self._stacks.bring(package, Visit(screen="home", scroll=self._first_scroll(app, "home")))
        if package == LAUNCHER:
            self._stacks.to_first()
        if is_new:
            self._entered()

    def _entered(self) -> None:
        """A screen has been opened anew; it is in front now."""
        self.perform(self.app.screens[self.visit.screen].on_open, self.scope())

    def _scope_of(self, app: App, visit: Visit) -> Scope:
        seen = [other for other in self.apps.values() if app.package != LAUNCHER or other.has_icon]
        installed = [self._about(other.package) for other in seen if other.package != LAUNCHER]
        local = {**visit.args, "apps": installed, "locale": self._language}
        return Scope(self.state[app.app_id], local, app_id=app.app_id, phone=self.state)

    def permission_state(self, package: str, name: str) -> str:
        """``granted``, ``once``, ``denied``, or nothing when no answer is known."""
        return ""

    def _about(self, package: str) -> dict[str, Any]:
        """What app files can know of an installed app."""
        asked = self.apps[package].permissions
        held = [{"name": name, "state": self.permission_state(package, name)} for name in asked]
        return {"label": self.label_of(package), "package": package, "permissions": held}

    def _leave_screen(self) -> None:
        self.focus = ""
        self._dialog = None

    @staticmethod
    def _first_scroll(app: App, screen: str) -> int:
        return -1 if app.screens[screen].stick == "end" else 0

    def _override(self, app_id: str, variables: Mapping[str, Any]) -> None:
        if app_id not in self.state:
            raise SimulatorError(f"the state names {app_id}, but no app is called that")
        unknown = sorted(set(variables) - set(self.state[app_id]))
        if unknown:
            raise SimulatorError(f"the app {app_id} has no variable {unknown[0]}")
        self.state[app_id].update(copy.deepcopy(dict(variables)))

    def _changed(self) -> bool:
        self.revision += 1
        return True
