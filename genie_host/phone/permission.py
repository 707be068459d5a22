"""The system's question for a permission and the buttons that answer it: by resource id, in any language. Pure."""

from __future__ import annotations

from typing import Literal

from genie_host.core.screen import AccessibilityNode, Observation
from genie_host.phone.windows import is_system_dialog

Answer = Literal["allow", "while_using", "once", "deny"]
_IDS: dict[Answer, tuple[str, ...]] = {
    "allow": ("permission_allow_button", "permission_allow_always_button", "permission_allow_all_button"),
    "while_using": ("permission_allow_foreground_only_button",),
    "once": ("permission_allow_one_time_button",),
    "deny": (
        "permission_deny_button",
        "permission_no_upgrade_button",
        "permission_deny_and_dont_ask_again_button",
        "permission_no_upgrade_and_dont_ask_again_button",
    ),
}
"""AOSP's names since Android 6; makers keep them or put their own package before them."""
_QUESTION_IDS = ("permission_message", "detail_message")


def permission_question(observation: Observation) -> str | None:
    """What the prompt in front asks; None when there is none."""
    nodes = _prompt_nodes(observation)
    question = next((node.text for node in nodes if _id(node) in _QUESTION_IDS), None)
    if question is None and any(_id(node) in ids for node in nodes for ids in _IDS.values()):
        question = ""
    return question


def answers_to(observation: Observation) -> dict[Answer, AccessibilityNode]:
    """The buttons of the prompt in front, by what they answer."""
    nodes = _prompt_nodes(observation)
    found: dict[Answer, AccessibilityNode] = {}
    for answer, ids in _IDS.items():
        node = next((node for wanted in ids for node in nodes if _id(node) == wanted and node.is_enabled), None)
        if node is not None:
            found[answer] = node
    return found


def _prompt_nodes(observation: Observation) -> list[AccessibilityNode]:
    """Of prompts of the system alone: an app may call its own buttons what it likes."""
    return [
        node
        for root in observation.roots
        if is_system_dialog(root) or "permission" in root.package_name
        for node in root.walk()
        if node.is_visible
    ]


def _id(node: AccessibilityNode) -> str:
    return node.resource_id.rsplit("/", 1)[-1]
