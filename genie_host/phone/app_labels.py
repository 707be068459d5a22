"""What people call apps, and which app they mean by a name. Pure."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

from genie_host.core.errors import PhoneRejected
from genie_host.core.spoken import normalised, unopposed_likeness
from genie_host.phone.observation import label_from_package
from genie_host.phone.phone import InstalledApp

APP_LABELS: Mapping[str, str] = MappingProxyType(
    tomllib.loads((files("genie_host.phone") / "app_labels.toml").read_text(encoding="utf-8"))
)
"""Labels of common apps by package."""

_NAMES_SHOWN = 8
_GOOD, _CLEAR = 0.82, 0.1
"""How alike a name must be to be meant, and by how much more than the next."""


class SeveralApps(PhoneRejected):
    """A name that could mean more than one app; the message names them."""


class Kind(NamedTuple):
    """A kind of app: what people call it in many languages, and the packages that are it, best first."""

    names: frozenset[str]
    packages: tuple[str, ...]


KINDS: tuple[Kind, ...] = tuple(
    Kind(frozenset(map(normalised, table["names"])), tuple(table["packages"]))
    for table in tomllib.loads((files("genie_host.phone") / "app_names.toml").read_text(encoding="utf-8")).values()
)


def label_of(package: str) -> str:
    """What people call an app: from the table, else the last word of the package name that says something."""
    return APP_LABELS.get(package) or label_from_package(package) or package


def find_app(name: str, apps: Sequence[InstalledApp]) -> InstalledApp:
    """The one app meant by a spoken name in any language.

    Its name or package, in any case and with or without accents; what its kind is called; then the only one whose
    name begins so, that holds it, or that is clearly the most alike. Raises SeveralApps, or PhoneRejected when none is
    meant.
    """
    wanted = _folded(name)
    found = next((rung for rung in _rungs(name, wanted, apps) if rung), []) if wanted else []
    if len(found) == 1:
        return found[0]
    if found:
        raise SeveralApps(f"More than one app could be meant: {_listed(found)}. Say which.")
    raise PhoneRejected(f"No app of that name is installed. {_suggestion(wanted, apps)}")


def _rungs(name: str, wanted: str, apps: Sequence[InstalledApp]) -> Iterator[list[InstalledApp]]:
    """Apps that may be meant, by ever weaker evidence."""
    yield [app for app in apps if name in (app.package, app.label)]
    yield [app for app in apps if wanted in (_folded(app.package), _folded(app.label))]
    yield _of_kind(wanted, apps)
    yield [app for app in apps if _folded(app.label).startswith(wanted)]
    yield [app for app in apps if wanted in _folded(app.label)]
    yield _most_alike(wanted, apps)


def _of_kind(wanted: str, apps: Sequence[InstalledApp]) -> list[InstalledApp]:
    """The best app of a kind, else those that are called like the kind."""
    by_package = {app.package: app for app in apps}
    for kind in KINDS:
        if wanted not in kind.names:
            continue
        best = next((by_package[package] for package in kind.packages if package in by_package), None)
        return [best] if best is not None else [app for app in apps if _folded(app.label) in kind.names]
    return []


def _most_alike(wanted: str, apps: Sequence[InstalledApp]) -> list[InstalledApp]:
    scores = sorted(((unopposed_likeness(wanted, _folded(app.label)), app) for app in apps), key=lambda pair: -pair[0])
    good = [pair for pair in scores if pair[0] >= _GOOD]
    return [app for score, app in good if score > good[0][0] - _CLEAR]


def _folded(text: str) -> str:
    """Case, accents, blanks and a trailing "app" make no difference to people."""
    return normalised(text).removesuffix(" app")


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
