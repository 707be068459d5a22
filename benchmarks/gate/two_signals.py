"""The rule of the first Genie, to compare with: three tools alone were looked at, and two of five signals stopped them.

Re-made from its description, its word lists included. As there, the verb is looked for in the word that the model gave,
not on what is hit; the words of the whole screen are searched for parts of words; an empty screen is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.policy.layout import is_field
from genie_host.policy.signals import AUTH_WORDS, CURRENCY, FIELD_HINTS, FINANCE_WORDS, PACKAGES, VERBS

_CLICKS = frozenset({"tap", "click"})
_NAMES = ("text", "desc", "target")
_NEEDED = 2


def two_signals(seen: Observation, tool: str, arguments: Mapping[str, Any]) -> bool:
    """Would the first Genie have asked for a fingerprint?"""
    target = next((str(arguments[key]) for key in _NAMES if arguments.get(key)), "")
    is_click = tool in _CLICKS and bool(target)
    is_tap_at = tool in _CLICKS | {"tap_at"} and not target and "x" in arguments
    is_typing = tool == "type_text"
    if not (is_click or is_tap_at or is_typing):
        return False
    nodes = [node for root in seen.roots for node in root.walk()]
    text = " ".join(_label(node) for node in nodes if node.is_visible).lower()
    field = next((node for node in nodes if node.is_focused and is_field(node)), None)
    hint = field.hint.lower() if field is not None else ""
    signals = (
        CURRENCY.search(text) is not None or any(word in text for word in FINANCE_WORDS),
        seen.package_name.startswith(PACKAGES),
        is_click and any(word in VERBS for word in target.lower().split()),
        is_typing and field is not None and (field.is_password or any(word in hint for word in FIELD_HINTS)),
        is_typing and field is not None and any(word in text for word in AUTH_WORDS),
    )
    return sum(signals) >= _NEEDED


def _label(node: AccessibilityNode) -> str:
    return next((text for text in (node.text, node.content_description, node.hint) if text.strip()), node.class_name)
