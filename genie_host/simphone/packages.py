"""The package manager: what is installed in which version, from which files, and how it got there."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from genie_host.simphone.apk import Apk, BadApk, read_apk
from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.world.actions import DOWNLOADS
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.events import Entry
from genie_host.simphone.world.schema import App, Item, Screen, load_app

SYSTEM_PREFIX = "com.android."
_FIRST_WITH_REPLACE_BY_DEFAULT = 29
_FACTORY_TIME = datetime(2026, 1, 1, 10, 0)
_RUNTIME_PERMISSIONS = {
    "activity": ("ACTIVITY_RECOGNITION",),
    "bluetooth": ("BLUETOOTH_CONNECT",),
    "calendar": ("READ_CALENDAR", "WRITE_CALENDAR"),
    "call_log": ("READ_CALL_LOG",),
    "camera": ("CAMERA",),
    "contacts": ("READ_CONTACTS", "WRITE_CONTACTS"),
    "location": ("ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION"),
    "microphone": ("RECORD_AUDIO",),
    "music": ("READ_MEDIA_AUDIO",),
    "notifications": ("POST_NOTIFICATIONS",),
    "phone": ("CALL_PHONE", "READ_PHONE_STATE"),
    "photos": ("READ_MEDIA_IMAGES",),
    "sms": ("SEND_SMS", "READ_SMS"),
    "storage": ("READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"),
}
"""Android's names for what app files call by one word."""
_ALL_RUNTIME = {f"android.permission.{name}" for names in _RUNTIME_PERMISSIONS.values() for name in names}


class InstallFailed(Exception):
    """``code`` is the package manager's word, ``INSTALL_FAILED_...``."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(f"{code}: {message}" if message else code)


@dataclass(frozen=True, kw_only=True)
class InstallOptions:
    """What the installer allows."""

    replaces: bool = False
    never_replaces: bool = False
    downgrades: bool = False
    test_only: bool = False
    grants_all: bool = False
    installer: str = "com.android.shell"


@dataclass(frozen=True, kw_only=True)
class Installed:
    """One package on the phone."""

    package: str
    version_code: int = 1
    version_name: str = "1.0"
    min_sdk: int = 24
    target_sdk: int = 34
    permissions: tuple[str, ...] = ()
    """All that it asks for, in Android's names."""
    paths: tuple[str, ...] = ()
    """Its APK files, the base first."""
    first_installed: datetime = _FACTORY_TIME
    last_updated: datetime = _FACTORY_TIME
    installer: str = "null"
    is_system: bool = False
    is_enabled: bool = True
    input_methods: tuple[str, ...] = ()
    signer: str = ""
    """SHA-256 in hex of the certificate it is signed with; empty when that is not known."""

    @property
    def runtime_permissions(self) -> tuple[str, ...]:
        """Those that the user may grant."""
        return tuple(name for name in self.permissions if name in _ALL_RUNTIME)


@dataclass
class Session:
    """An installation in several steps."""

    options: InstallOptions
    apks: dict[str, bytes] = field(default_factory=dict)


class PackageManager:
    """Of one phone."""

    def __init__(self, world: World, files: FileSystem) -> None:
        self._world = world
        self._files = files
        self._added: dict[str, Installed] = {}
        self._disabled: set[str] = set()
        self._next_session = 1_204_881_730
        world.log.listen(self._notice)
        self.sessions: dict[int, Session] = {}
        """Open ones by number."""

    def get(self, package: str) -> Installed | None:
        """What is known of a package; None when it is not installed."""
        app = self._world.apps.get(package)
        if app is None:
            return None
        return replace(self._added.get(package) or _factory_made(app), is_enabled=package not in self._disabled)

    def all(self) -> list[Installed]:
        """Every package, by name."""
        return [found for package in sorted(self._world.apps) if (found := self.get(package)) is not None]

    def install(self, apks: Iterable[bytes], options: InstallOptions) -> Installed:
        """Install a base APK with its splits; raises InstallFailed and leaves all as it was."""
        contents = list(apks)
        try:
            parts = [(read_apk(data), data) for data in contents]
        except BadApk as error:
            raise InstallFailed(error.code, error.message) from error
        base = next((apk for apk, _ in parts if not apk.split), None)
        if base is None:
            raise InstallFailed("INSTALL_FAILED_INVALID_APK", "Full install must include a base package")
        if any(apk.package != base.package for apk, _ in parts):
            raise InstallFailed("INSTALL_FAILED_INVALID_APK", "Split APKs are of different packages")
        self._check(base, options)
        known = self.get(base.package)
        folder = f"/data/app/{base.package}"
        self._files.remove(folder)
        paths = []
        for apk, data in sorted(parts, key=lambda part: part[0].split):
            path = f"{folder}/{f'split_{apk.split}' if apk.split else 'base'}.apk"
            self._files.write(path, data)
            paths.append(path)
        now = self._world.date_time.replace(tzinfo=None, microsecond=0)
        added = Installed(
            package=base.package,
            version_code=base.version_code,
            version_name=base.version_name or "null",
            min_sdk=base.min_sdk,
            target_sdk=base.target_sdk,
            permissions=base.permissions,
            paths=tuple(paths),
            first_installed=known.first_installed if known is not None else now,
            last_updated=now,
            installer=options.installer,
            is_system=known is not None and known.is_system,
            input_methods=base.input_methods,
            signer=base.signer,
        )
        self._world.install(self._app_of(base))
        self._added[base.package] = added
        if options.grants_all:
            for permission in added.runtime_permissions:
                self._world.grant_permission(base.package, permission)
        return added

    def uninstall(self, package: str) -> bool:
        """Take a package away; False when it is not there or came with the phone."""
        return self._world.uninstall(package)

    def clear(self, package: str) -> bool:
        """Stop an app and make it as new; False when it is not there."""
        app = self._world.apps.get(package)
        if app is None:
            return False
        variables = self._world.state[app.app_id]
        variables.clear()
        variables.update(copy.deepcopy(app.state))
        self._world.reset_permissions(package)
        self._world.stop_app(package)
        self._world.log.append("app_cleared", effect=True, package=package)
        return True

    def enable(self, package: str, *, is_enabled: bool) -> None:
        """Switch a package on or off; one that is off does not run."""
        if is_enabled:
            self._disabled.discard(package)
        else:
            self._disabled.add(package)
            self._world.stop_app(package)

    def open_session(self, options: InstallOptions) -> int:
        """Begin an installation in steps; the answer is its number."""
        self._next_session += 1
        self.sessions[self._next_session] = Session(options)
        return self._next_session

    def commit(self, number: int) -> Installed:
        """End a session by installing; raises InstallFailed, after which the session is gone too."""
        session = self.sessions.pop(number)
        return self.install(session.apks.values(), session.options)

    @property
    def input_methods(self) -> list[str]:
        """All keyboards that are installed, the phone's own first."""
        own = self._world.settings.get(("secure", "default_input_method"), "")
        added = [name for found in self._added.values() for name in found.input_methods]
        bundled = "com.android.inputmethod.latin/.LatinIME"
        return list(dict.fromkeys([bundled, *added, *([own] if own and own.split("/")[0] in self._added else [])]))

    def _notice(self, entry: Entry) -> None:
        """A package is gone, whoever removed it: the shell, or a person in the settings."""
        if entry["kind"] == "app_uninstalled":
            package = entry["package"]
            self._added.pop(package, None)
            self._disabled.discard(package)
            self._files.remove(f"/data/app/{package}")

    def _check(self, base: Apk, options: InstallOptions) -> None:
        sdk, known = self._world.profile.sdk, self.get(base.package)
        if base.min_sdk > sdk:
            raise InstallFailed(
                "INSTALL_FAILED_OLDER_SDK",
                f"Requires newer sdk version #{base.min_sdk} (current version is #{sdk})",
            )
        if base.is_test_only and not options.test_only:
            raise InstallFailed("INSTALL_FAILED_TEST_ONLY", "installPackageLI")
        if known is None:
            return
        may_replace = options.replaces or (sdk >= _FIRST_WITH_REPLACE_BY_DEFAULT and not options.never_replaces)
        if not may_replace:
            raise InstallFailed(
                "INSTALL_FAILED_ALREADY_EXISTS",
                f"Attempt to re-install {base.package} without first uninstalling.",
            )
        if known.signer and base.signer and known.signer != base.signer:
            raise InstallFailed(
                "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
                f"Existing package {base.package} signatures do not match newer version; ignoring!",
            )
        if base.version_code < known.version_code and not options.downgrades:
            raise InstallFailed(
                "INSTALL_FAILED_VERSION_DOWNGRADE",
                f"Downgrade detected: Update version code {base.version_code} is older than current "
                f"{known.version_code}",
            )

    def _app_of(self, apk: Apk) -> App:
        """The screens of what an APK installs: its own, those that ship with the simulator, or one with its name."""
        if apk.app is not None:
            return apk.app
        if apk.package in self._world.apps:
            return self._world.apps[apk.package]
        files = [*sorted(APPS.glob("*.yaml")), *sorted(DOWNLOADS.glob("*.yaml"))]
        return next((app for app in map(load_app, files) if app.package == apk.package), None) or _plain_app(apk)


def _factory_made(app: App) -> Installed:
    is_system = app.package.startswith(SYSTEM_PREFIX) or not app.removable
    names = [f"android.permission.{name}" for word in app.permissions for name in _RUNTIME_PERMISSIONS.get(word, ())]
    folder = "/system/priv-app" if is_system else "/data/app"
    return Installed(
        package=app.package,
        version_name=app.version,
        permissions=("android.permission.INTERNET", *names),
        paths=(f"{folder}/{app.package}/base.apk",),
        is_system=is_system,
    )


def _plain_app(apk: Apk) -> App:
    label = apk.label or apk.package.rpartition(".")[2].capitalize()
    home = Screen(title=label, up=False, body=[Item(kind="text", text=label)])
    words = {word for word, names in _RUNTIME_PERMISSIONS.items() for name in names if _asks(apk.permissions, name)}
    return App(
        app_id=apk.package,
        package=apk.package,
        label=label,
        activity=apk.main_activity or ".MainActivity",
        version=apk.version_name or "1.0",
        permissions=sorted(words),
        has_icon=not apk.is_headless,
        screens={"home": home},
    )


def _asks(permissions: Iterable[str], name: str) -> bool:
    return f"android.permission.{name}" in permissions


def install_options(flags: Mapping[str, str]) -> InstallOptions:
    """From the options of ``pm install``."""
    letters = set(flags)
    return InstallOptions(
        replaces="-r" in letters,
        never_replaces="-R" in letters,
        downgrades="-d" in letters,
        test_only="-t" in letters,
        grants_all="-g" in letters,
        installer=flags.get("-i") or "com.android.shell",
    )
