"""The keys of the lock screen, which nobody but the phone's user presses. Pure."""

from __future__ import annotations

import re

from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.phone.windows import SYSTEM_UI

USERS_OWN = "This is the phone's own lock. Only its user enters the PIN, on the phone itself."
FIELD_IDS = ("pinEntry", "passwordEntry", "simPinEntry", "pukEntry")
_PAD = re.compile(r"(?:key[0-9]|key_enter|delete_button|lockPatternView|pinEntry|passwordEntry|simPinEntry|pukEntry)")


def is_lock_field(field: AccessibilityNode) -> bool:
    """The field of the lock screen."""
    return field.package_name == SYSTEM_UI and _id(field) in FIELD_IDS


def is_lock_key(node: AccessibilityNode) -> bool:
    """A key, a field or the dots of the lock screen."""
    return node.package_name == SYSTEM_UI and _PAD.fullmatch(_id(node)) is not None


def is_on_lock_pad(observation: Observation, point: Point) -> bool:
    """Would a finger there enter a PIN or a pattern?"""
    return any(is_lock_key(node) for node in observation.nodes_at(point))


def _id(node: AccessibilityNode) -> str:
    return node.resource_id.rsplit("/", 1)[-1]
