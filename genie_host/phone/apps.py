"""Which apps there are, and opening one, checked by what is in front afterwards."""

from __future__ import annotations

import logging
import re

from genie_host.core.clock import Deadline
from genie_host.core.errors import OutcomeUnknown, PhoneRejected
from genie_host.phone.app_labels import SeveralApps, find_app, label_of
from genie_host.phone.launcher import Launcher
from genie_host.phone.link import DeviceLink
from genie_host.phone.observer import Observer
from genie_host.phone.phone import InstalledApp
from genie_host.phone.shell import Shell

_MAIN = "android.intent.action.MAIN"
_LAUNCHER = "android.intent.category.LAUNCHER"
_LAUNCH_FLAGS = "0x10200000"
"""New task, brought to the front as it was left: what a launcher sends."""
_POLL_SECONDS = 0.1
_COMPONENT = re.compile(r"^\s*([\w.]+)/([\w.$]+)\s*$", re.MULTILINE)
_log = logging.getLogger(__name__)


class Apps:
    """The apps of one phone that have an icon in the launcher."""

    def __init__(self, link: DeviceLink, shell: Shell, observer: Observer, launcher: Launcher) -> None:
        self._link = link
        self._shell = shell
        self._observer = observer
        self._launcher = launcher
        self._components: dict[str, str] = {}
        self._by_icon: dict[str, str] = {}
        """Packages by what the launcher calls them, as far as that was found out."""

    def installed(self) -> tuple[InstalledApp, ...]:
        """Asked once; ``open`` asks again when it does not know a name."""
        if not self._components:
            self._read()
        apps = [InstalledApp(package=package, label=label_of(package)) for package in self._components]
        return tuple(sorted(apps, key=lambda app: (app.label.casefold(), app.package)))

    def open(self, name: str) -> str:
        """Start an app by its name and wait until it is in front; the answer is its package.

        A name that is not known is looked for in the launcher, which calls each app as its user sees it.
        """
        try:
            app = self._find(name)
        except SeveralApps:
            raise
        except PhoneRejected as error:
            found = self._open_by_icon(name)
            if found is None:
                raise error from None
            return found
        _log.info("open %s", app.package)
        intent = ("-a", _MAIN, "-c", _LAUNCHER, "-f", _LAUNCH_FLAGS, "-n", self._components[app.package])
        lost: OutcomeUnknown | None = None
        try:
            result = self._shell.do("am", "start", *intent)
        except OutcomeUnknown as error:
            # What is in front tells whether it worked.
            lost = error
        else:
            if result.exit_code != 0:
                raise PhoneRejected(f"{app.label} cannot be started. It may be disabled or have been removed.")
        return self._wait_for(app, lost)

    def _open_by_icon(self, name: str) -> str | None:
        """The package that came to the front; None when the launcher has no such icon."""
        before = self._observer.foreground().package
        if self._launcher.tap_icon(name) is None:
            return None
        deadline = Deadline.after(self._link.patience.app_start_seconds)
        while not deadline.is_over:
            front = self._observer.foreground().package
            if front in self._components:
                self._by_icon[name] = front
                return front
            self._link.cancel.wait(_POLL_SECONDS)
        raise PhoneRejected(f"The icon was tapped, but no app came to the front: {label_of(before)} was there before.")

    def _find(self, name: str) -> InstalledApp:
        if (package := self._by_icon.get(name)) in self._components:
            return InstalledApp(package=str(package), label=name)
        try:
            return find_app(name, self.installed())
        except PhoneRejected:
            self._read()
        return find_app(name, self.installed())

    def _read(self) -> None:
        listing = self._shell.ask("cmd", "package", "query-activities", "--brief", "-a", _MAIN, "-c", _LAUNCHER)
        found = _COMPONENT.findall(listing.text)
        if not found:
            raise PhoneRejected("The phone does not tell which apps are installed. Unlock it, then try again.")
        # An app with several icons is opened by its first.
        self._components = {package: f"{package}/{activity}" for package, activity in reversed(found)}

    def _wait_for(self, app: InstalledApp, lost: OutcomeUnknown | None) -> str:
        deadline = Deadline.after(self._link.patience.app_start_seconds)
        while True:
            # The quick answer is of the window that changed last; the window manager has the last word.
            front, is_locked = self._observer.device_info().package, False
            if front == app.package or deadline.is_over:
                asked = self._observer.foreground()
                front, is_locked = asked.package, asked.is_locked
            if front == app.package:
                return front
            if deadline.is_over:
                break
            self._link.cancel.wait(_POLL_SECONDS)
        if lost is not None:
            raise lost
        if is_locked:
            raise PhoneRejected(
                f"{app.label} was started behind the lock screen: the phone is locked. Unlock it first."
            )
        in_front = f"{label_of(front)} is" if front else "nothing is"
        raise PhoneRejected(f"{app.label} was started but did not come to the front: {in_front} there. Look again.")
