"""Genie's own app on the phone, on which a person approves. No tool may ever aim at it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode, Observation, WindowKind
from genie_host.policy.normalise import normalise

CONFIRM_PACKAGE = "dev.genie.confirm"
_BEHIND = frozenset({WindowKind.UNSEEN})


def aims_at_confirm(arguments: Mapping[str, Any], target: AccessibilityNode | None, observation: Observation) -> bool:
    """Would a call that changes something reach the app on which a person approves?

    Keys, swipes and text go to whatever is in front, so nothing at all may be done while that app is; and no argument
    may name it, in whatever disguise.
    """
    if target is not None and target.package_name == CONFIRM_PACKAGE:
        return True
    return is_confirm_in_front(observation) or _names_it(list(arguments.values()))


def is_confirm_in_front(observation: Observation) -> bool:
    """Is it in front, or any window of it where a finger may meet it?"""
    if CONFIRM_PACKAGE in (observation.package_name, observation.dialog_package):
        return True
    unseen = {window.index for window in observation.windows if window.kind in _BEHIND}
    return any(
        root.package_name == CONFIRM_PACKAGE and root.is_visible and root.bounds.area > 0
        for index, root in enumerate(observation.roots)
        if index not in unseen
    )


def _names_it(values: list[Any]) -> bool:
    for value in values:
        if isinstance(value, str) and CONFIRM_PACKAGE in normalise(value).replace(" ", ""):
            return True
        if isinstance(value, Mapping) and _names_it([*value, *value.values()]):
            return True
        if isinstance(value, list | tuple) and _names_it(list(value)):
            return True
    return False
