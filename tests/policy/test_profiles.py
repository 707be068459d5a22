"""What a run may reach, by profile."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from genie_host.core.errors import UsageError
from genie_host.core.verdicts import Scope
from genie_host.policy.profiles import default_profile, profile_named, profiles, profiles_in

OF_THE_ORIGINAL = {
    "see_and_tap",
    "reader",
    "teaching",
    "document",
    "chat",
    "vision",
    "scribe",
    "health",
    "app_control",
}
TOUCHES = {Scope.TOUCH, Scope.TYPE, Scope.MOVE, Scope.LINKS, Scope.PERMISSIONS, Scope.DEVICE}


def test_the_nine_profiles_are_there_and_the_default_allows_all() -> None:
    assert set(profiles()) == OF_THE_ORIGINAL | {"everything"}
    assert default_profile().scopes == frozenset(Scope)


@pytest.mark.parametrize("name", ["reader", "vision", "chat", "teaching", "document", "scribe", "health"])
def test_profiles_for_looking_and_talking_touch_nothing(name: str) -> None:
    assert not profile_named(name).scopes & TOUCHES


@pytest.mark.parametrize("name", ["app_control", "App-Control", " app control "])
def test_a_name_is_found_in_any_dress(name: str) -> None:
    assert profile_named(name).name == "app_control"


def test_a_profile_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(UsageError, match="There are: everything, app_control"):
        profile_named("root")


@pytest.mark.parametrize(
    "entry",
    [
        {"purpose": "x", "scopes": ["talk", "everything"]},
        {"purpose": "x", "scopes": ["screen"]},
        {"purpose": "x", "scopes": []},
        {"purpose": "x", "scopes": ["talk"], "allow": ["all"]},
        {"scopes": ["talk"]},
    ],
)
def test_a_profile_that_is_not_understood_is_none(entry: dict[str, Any]) -> None:
    with pytest.raises((ValidationError, ValueError)):
        profiles_in({"odd": entry})
