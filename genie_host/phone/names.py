"""What things on the screen are called and what they are to a person: labels, ids, roles of single nodes. Pure."""

from __future__ import annotations

import re

from genie_host.core.screen import AccessibilityNode, Role
from genie_host.phone.odd_text import is_picture, visible_text

_FIELD_CLASSES = ("EditText", "AutoCompleteTextView", "SearchBox")
_CHECK_ROLES = (
    ("Switch", Role.SWITCH),
    ("Toggle", Role.SWITCH),
    ("CheckBox", Role.CHECKBOX),
    ("CheckedTextView", Role.CHECKBOX),
    ("RadioButton", Role.RADIO),
)
_VAGUE_IDS = {"button", "button1", "button2", "content", "container", "row", "root", "icon", "image", "item", "view"}
_WORD_BREAKS = re.compile(r"[_\-.]+|(?<=[a-z])(?=[A-Z])")
_MAX_NAME = 120
_HIDDEN_CHARACTER = "•"


def is_interactive(node: AccessibilityNode) -> bool:
    """True for what a person can act on."""
    return node.is_clickable or node.is_checkable or node.is_long_clickable or is_field(node)


def is_field(node: AccessibilityNode) -> bool:
    """Can text be written into it?"""
    return node.class_name.endswith(_FIELD_CLASSES)


def role_of(node: AccessibilityNode) -> Role:
    """What an interactive node is, told by its class and id."""
    kind = node.class_name.rsplit(".", 1)[-1]
    if is_field(node):
        return Role.FIELD
    if node.is_checkable:
        return next((role for word, role in _CHECK_ROLES if word in kind), Role.CHECKBOX)
    if "Tab" in kind or "/tab" in node.resource_id.lower():
        return Role.TAB
    if "Button" in kind or "Fab" in kind:
        return Role.BUTTON
    return Role.IMAGE if "Image" in kind else Role.ITEM


def own_label(node: AccessibilityNode) -> str:
    """What the node itself says, in one line, with what cannot be seen made visible; a picture from a font is none."""
    return plain(node.text) or plain(node.content_description)


def label_from_id(node: AccessibilityNode) -> str:
    """``com.app:id/send_message_button`` says "send message button"; ``button`` says nothing."""
    word = node.resource_id.rsplit("/", 1)[-1]
    if word.lower() in _VAGUE_IDS or len(word) < 3:
        return ""
    return _WORD_BREAKS.sub(" ", word).strip().lower()


def content_of(field: AccessibilityNode) -> str:
    """What was written into a field: not its hint, and of a password no more than its length."""
    if field.text == field.hint:
        return ""
    return _HIDDEN_CHARACTER * len(field.text) if field.is_password else field.text


def plain(text: str) -> str:
    """One line without what a person cannot see; empty for a picture that a font draws."""
    if not text:
        return ""
    text = " ".join(text.split())
    if text.isascii() and text.isprintable():
        return text
    return "" if is_picture(text) else visible_text(text)


def short(text: str) -> str:
    """Not longer than a name should be."""
    return text if len(text) <= _MAX_NAME else text[: _MAX_NAME - 1] + "…"
