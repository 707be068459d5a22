"""What people call apps, and which app they mean by a name. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from types import MappingProxyType

from genie_host.core.errors import PhoneRejected
from genie_host.phone.observation import label_from_package
from genie_host.phone.phone import InstalledApp

APP_LABELS: Mapping[str, str] = MappingProxyType(
    tomllib.loads((files("genie_host.phone") / "app_labels.toml").read_text(encoding="utf-8"))
)
"""Labels of common apps by package."""

_NAMES_SHOWN = 8


def label_of(package: str) -> str:
    """What people call an app: from the table, else the last word of the package name that says something."""
    return APP_LABELS.get(package) or label_from_package(package) or package


def find_app(name: str, apps: Sequence[InstalledApp]) -> InstalledApp:
    """The one app meant by a spoken name: exact, then in any case, then by a unique start, then by a unique part.

    Raises PhoneRejected when no app or more than one is meant.
    """
    wanted = _folded(name)
    rungs = (
        [app for app in apps if name in (app.package, app.label)],
        [app for app in apps if wanted and wanted in (_folded(app.package), _folded(app.label))],
        [app for app in apps if wanted and _folded(app.label).startswith(wanted)],
        [app for app in apps if wanted and wanted in _folded(app.label)],
    )
    found = next((rung for rung in rungs if rung), [])
    if len(found) == 1:
        return found[0]
    if found:
        raise PhoneRejected(f"More than one app could be meant: {_listed(found)}. Say which.")
    raise PhoneRejected(f"No app of that name is installed. {_suggestion(wanted, apps)}")


def _folded(text: str) -> str:
    """Case, blanks and a trailing "app" make no difference to people."""
    return " ".join(text.casefold().split()).removesuffix(" app")


def _listed(apps: Sequence[InstalledApp]) -> str:
    labels = [app.label for app in apps]
    return ", ".join(
        app.label if labels.count(app.label) == 1 else f"{app.label} ({app.package})" for app in apps[:_NAMES_SHOWN]
    )


def _suggestion(wanted: str, apps: Sequence[InstalledApp]) -> str:
    labels = sorted({app.label for app in apps})
    close = get_close_matches(wanted, [_folded(label) for label in labels], n=3)
    near = [label for label in labels if _folded(label) in close]
    if near:
        return f"Did you mean {' or '.join(near)}?"
    rest = " and others" if len(labels) > _NAMES_SHOWN else ""
    return f"Installed are {', '.join(labels[:_NAMES_SHOWN])}{rest}." if labels else "No app is installed."
