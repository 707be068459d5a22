"""May a call still be made on the screen it was planned for? Models think for seconds, and screens go on. Pure."""

from __future__ import annotations

from genie_host.core.errors import PersonPresent
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode, Observation, WindowKind
from genie_host.policy.layout import SYSTEM_UI, Layout
from genie_host.policy.resolve import hits_at

FRESH_SECONDS = 1.0
"""A look that is older is taken again before something is done."""
STALE = "The screen changed while this was planned, so nothing was done. Look at it as it is now."
_SYSTEMS_OWN = ("android", SYSTEM_UI)
_KINDS_OF_THE_SYSTEM = frozenset({WindowKind.PROMPT, WindowKind.SYSTEM_DIALOG, WindowKind.LOCK_SCREEN})


def check_same_app(before: Observation, now: Observation) -> None:
    """Raise PersonPresent when another app is in front, though nothing was done and the system asks nothing."""
    if not before.package_name or not now.package_name or before.package_name == now.package_name:
        return
    is_systems = now.package_name in _SYSTEMS_OWN or bool(now.dialog_package) or now.is_locked or not now.is_screen_on
    was_systems = before.package_name in _SYSTEMS_OWN or bool(before.dialog_package)
    if is_systems or was_systems or any(w.is_usable and w.kind in _KINDS_OF_THE_SYSTEM for w in now.windows):
        return
    label = now.app_label or now.package_name
    raise PersonPresent(
        f"{label} came to the front though Genie did nothing, so somebody else is using the phone and Genie has let "
        "go of it. Start again when the phone is free."
    )


def is_same_target(before: Observation, there: Point, now: Observation, here: Point) -> bool:
    """Does a finger meet the same thing in both looks, wherever it lies?"""
    return _met(before, there) == _met(now, here)


def _met(observation: Observation, point: Point) -> tuple[str, ...] | None:
    hits = hits_at(Layout(observation), point)
    return _identity(hits[0].shown) if hits else None


def _identity(node: AccessibilityNode | None) -> tuple[str, ...] | None:
    if node is None:
        return None
    inner = "|".join(each.text or each.content_description for each in node.walk() if each is not node)
    return (node.package_name, node.class_name, node.resource_id, node.text, node.content_description, inner)
