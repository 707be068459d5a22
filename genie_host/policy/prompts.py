"""The system's own prompts: permission dialogs and the package installer, told by package and id, in any language."""

from __future__ import annotations

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.layout import Layout, id_words, inner_texts, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.rulings import ALLOWED, ask

_PROMPT_PACKAGES = (
    *("permissioncontroller", "packageinstaller", "securitypermission", "com.lbe.security.miui", "vpndialogs"),
    *("companiondevicemanager", "certinstaller", "managedprovisioning", "com.android.backupconfirm"),
)
_REFUSING = frozenset({"deny", "cancel", "dont", "no", "close", "back"})
_GRANTING = frozenset({"allow", "grant", "install", "ok", "continue", "uninstall", "update"})


def judge_prompt(node: AccessibilityNode, layout: Layout) -> Verdict | None:
    """The verdict on a button of a system prompt; None when it is none, or when its words decide."""
    package = node.package_name.lower()
    if not any(word in package for word in _PROMPT_PACKAGES):
        return None
    words = id_words(node.resource_id)
    readings = [lexicon().read(text) for text in own_texts(node) or inner_texts(node)]
    if "permission" in words or "button" in words:
        if _REFUSING.intersection(words) and not any(reading.leading for reading in readings):
            return ALLOWED
        if _GRANTING.intersection(words) and "button" in words and not any(each.is_decline for each in readings):
            return ask("system_prompt", "a button of the system's prompt grants what it asks for", _stake(package))
    if any(each.is_decline or each.leading for each in readings):
        return None
    if any(each.is_weak for each in readings) or ("Button" in node.class_name and _is_prompt(node, layout)):
        if node.is_checkable:
            return None
        return ask("system_prompt", "a button of the system's prompt that does not refuse", _stake(package))
    return None


def _stake(package: str) -> Stake:
    return Stake.INSTALL if "install" in package else Stake.GRANT


def _is_prompt(node: AccessibilityNode, layout: Layout) -> bool:
    """Is it a prompt, and not one of the pages of settings that live in the same package?"""
    return any(
        {"grant", "confirm", "install", "uninstall"}.intersection(id_words(each.resource_id))
        or "permission_message" in each.resource_id
        for each in layout.in_window(node)
    )
