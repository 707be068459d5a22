"""The system's own prompts: permission dialogs and the package installer, told by package and id, in any language."""

from __future__ import annotations

from genie_host.core.screen import AccessibilityNode
from genie_host.core.verdicts import Stake, Verdict
from genie_host.policy.layout import Layout, id_words, inner_texts, own_texts
from genie_host.policy.lexicon import lexicon
from genie_host.policy.rulings import ALLOWED, ask
from genie_host.policy.shape import toggle_of

_SYSTEM = frozenset(
    {
        *("com.android.permissioncontroller", "com.google.android.permissioncontroller", "com.lbe.security.miui"),
        *("com.samsung.android.permissioncontroller", "com.coloros.securitypermission", "com.oplus.securitypermission"),
        *("com.android.packageinstaller", "com.google.android.packageinstaller", "com.miui.packageinstaller"),
        *("com.samsung.android.packageinstaller", "com.android.vpndialogs", "com.android.companiondevicemanager"),
        *("com.android.certinstaller", "com.android.managedprovisioning", "com.android.backupconfirm"),
    }
)
_LIKE_SYSTEM = ("permissioncontroller", "packageinstaller", "securitypermission", "vpndialogs")
_REFUSING = frozenset({"deny", "cancel", "dont", "no", "close", "back"})
_GRANTING = frozenset({"allow", "grant", "install", "ok", "continue", "uninstall", "update"})


def judge_prompt(node: AccessibilityNode, layout: Layout) -> Verdict | None:
    """The verdict on a button of a system prompt; None when it is none, or when its words decide."""
    package = node.package_name.lower()
    if package not in _SYSTEM or layout.window(node).package_name != node.package_name:
        return _judge_imitation(node, layout)
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


def _judge_imitation(node: AccessibilityNode, layout: Layout) -> Verdict | None:
    """A question that looks like the system's own in a window of somebody else's: what does not refuse is asked."""
    package = node.package_name.lower()
    name = node.resource_id.rsplit("/", 1)[-1]
    if not name.startswith("permission_") and not any(word in package for word in _LIKE_SYSTEM):
        return None
    readings = [lexicon().read(text) for text in own_texts(node) or inner_texts(node)]
    if not readings or any(each.is_decline for each in readings) or toggle_of(node) is not None:
        return None
    if "Button" not in node.class_name and not node.is_clickable:
        return None
    reason = f"it looks like a question of the system's, but {package[:60]} asks it"
    return ask("fake_system_dialog", reason, Stake.GRANT)


def _stake(package: str) -> Stake:
    return Stake.INSTALL if "install" in package else Stake.GRANT


def _is_prompt(node: AccessibilityNode, layout: Layout) -> bool:
    """Is it a prompt, and not one of the pages of settings that live in the same package?"""
    return any(
        {"grant", "confirm", "install", "uninstall"}.intersection(id_words(each.resource_id))
        or "permission_message" in each.resource_id
        for each in layout.in_window(node)
    )
