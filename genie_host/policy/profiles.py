"""What a run may reach: named sets of scopes, from ``profiles.toml``. One that is not wholly understood is none."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Scope

DEFAULT = "everything"


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What a run may reach."""

    name: str
    purpose: str
    scopes: frozenset[Scope]

    def allows(self, scope: Scope) -> bool:
        return scope in self.scopes


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    purpose: str
    scopes: frozenset[Scope]


def profiles_in(data: Mapping[str, Any]) -> dict[str, Profile]:
    """The profiles that a file describes; raises ValueError for one that is not sound."""
    found = {}
    for name, given in data.items():
        entry = _Entry.model_validate(given)
        if Scope.TALK not in entry.scopes:
            raise ValueError(f"the profile {name} lets nobody end a run: it lacks the scope talk")
        found[name] = Profile(name=name, purpose=entry.purpose, scopes=entry.scopes)
    return found


@cache
def profiles() -> Mapping[str, Profile]:
    """All that ship with Genie, by name."""
    return profiles_in(tomllib.loads(files(__package__).joinpath("profiles.toml").read_text("utf-8")))


def profile_named(name: str) -> Profile:
    """The profile of that name, or of ``app-control`` for ``app_control``; raises UsageError with what there is."""
    found = profiles().get(name.strip().casefold().replace("-", "_").replace(" ", "_"))
    if found is None:
        raise UsageError(f"There is no profile called '{name[:40]}'. There are: {', '.join(profiles())}.")
    return found


def default_profile() -> Profile:
    """All scopes."""
    return profiles()[DEFAULT]
