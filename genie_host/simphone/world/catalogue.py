"""Apps that come and go while the phone runs."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Any

from genie_host.simphone.world.navigation import LAUNCHER, Navigation
from genie_host.simphone.world.schema import App, Item, Screen


class Catalogue(Navigation):
    """The part of the phone that installs."""

    def __init__(self, apps: Iterable[App], *, state: Mapping[str, Any] | None = None) -> None:
        super().__init__(apps, state=state)
        self._catalogue = dict(self.apps)
        """Every app that was ever on this phone."""
        self._bundled = frozenset(self.apps)

    def install(self, app: App | str, label: str = "") -> None:
        """Add an app, or one of which only package and label are known; an app that is there is replaced."""
        new = app if isinstance(app, App) else _plain_app(app, label)
        known = self.apps.get(new.package)
        if known is not None:
            self.stop_app(known.package)
        self.apps[new.package] = self._catalogue[new.package] = new
        self._bundled -= {new.package}
        kept = self.state.get(known.app_id, {}) if known else {}
        fresh = copy.deepcopy(new.state)
        self.state[new.app_id] = {**fresh, **{name: kept[name] for name in fresh if name in kept}}
        self.log.append("app_installed", effect=True, package=new.package)
        self._changed()

    @property
    def added_apps(self) -> list[str]:
        """Packages that were installed after the phone was made."""
        return [package for package in self.apps if package not in self._bundled]

    def uninstall(self, package: str) -> bool:
        """Take an app away with its variables; False when it is not there or came with the phone."""
        app = self.apps.get(package)
        if app is None or package == LAUNCHER or not app.removable:
            return False
        self.stop_app(package)
        del self.apps[package], self.state[app.app_id]
        self.log.append("app_uninstalled", effect=True, package=package)
        return self._changed()


def _plain_app(package: str, label: str) -> App:
    """What stands for an app whose screens nobody has written."""
    name = label or package.rpartition(".")[2].capitalize()
    home = Screen(title=name, up=False, body=[Item(kind="text", text=name)])
    return App(app_id=package, package=package, label=name, screens={"home": home})
