"""Calls that look or open: harmless, as long as what is seen stays on this machine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.verdicts import Ruling, Stake, Verdict
from genie_host.policy.layout import Layout
from genie_host.policy.links import judge_url
from genie_host.policy.rulings import ALLOWED, ask

_LOCAL = frozenset({"", "none", "null", "local", "device", "model", "local_model", "host", "false", "user", "screen"})
_AWAY_KEYS = ("send_to", "destination", "upload_to", "share_with", "model", "recipient", "email", "webhook", "endpoint")
_AWAY_FLAGS = ("upload", "share", "cloud", "remote", "public")


def judge_looking(arguments: Mapping[str, Any]) -> Verdict:
    """Looking at the phone."""
    for key in _AWAY_KEYS:
        place = str(arguments.get(key) or "").lower()
        if place not in _LOCAL and not place.startswith(("local", "on-device", "on_device", "gemma", "nano")):
            return ask("leaves_machine", f"it would send what is on the screen to {place[:40]}", Stake.SHARE)
    for flag in _AWAY_FLAGS:
        if arguments.get(flag) not in (None, False, "", 0, "false", "none", "local"):
            return ask("leaves_machine", "it would send what is on the screen away", Stake.SHARE)
    return ALLOWED


def judge_notifications(arguments: Mapping[str, Any], layout: Layout) -> Verdict:
    """Reading notifications; on a locked phone they are not meant for whoever holds it."""
    if layout.observation.is_locked or is_lock_screen(layout):
        return ask("locked_notifications", "it reads notifications off a locked phone", Stake.SHARE)
    return judge_looking(arguments)


def judge_app_opening(arguments: Mapping[str, Any]) -> Verdict:
    """Opening an app does nothing yet; a link that is opened in it is judged as one."""
    for key in ("url", "uri", "data", "link"):
        if arguments.get(key):
            verdict = judge_url(str(arguments[key]))
            if verdict.ruling is not Ruling.ALLOW:
                return verdict
    return ALLOWED


def is_lock_screen(layout: Layout) -> bool:
    """Only the lock screen is shown."""
    return any("keyguard" in node.resource_id and "systemui" in node.package_name for node in layout.nodes)
