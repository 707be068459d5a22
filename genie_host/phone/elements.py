"""Nodes to elements: the things a person could act on or read, named as a person would. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from genie_host.core.geometry import Bounds, Size
from genie_host.core.screen import AccessibilityNode, Element, Role

_FIELD_CLASSES = ("EditText", "AutoCompleteTextView", "SearchBox")
_CHECK_ROLES = (
    ("Switch", Role.SWITCH),
    ("Toggle", Role.SWITCH),
    ("CheckBox", Role.CHECKBOX),
    ("CheckedTextView", Role.CHECKBOX),
    ("RadioButton", Role.RADIO),
)
_VAGUE_IDS = {"button", "button1", "button2", "content", "container", "row", "root", "icon", "image", "item", "view"}
_MAX_NAME = 120


@dataclass(kw_only=True)
class _Draft:
    """An element before names are made unique."""

    node: AccessibilityNode
    role: Role
    name: str
    value: str = ""
    is_checked: bool | None = None
    is_name_guessed: bool = False
    spot: Bounds = field(default_factory=lambda: Bounds(left=0, top=0, right=0, bottom=0))


def elements_of(roots: Sequence[AccessibilityNode], size: Size) -> tuple[Element, ...]:
    """The elements of the given windows in reading order: by row, then left to right."""
    screen = Bounds(left=0, top=0, right=size.width, bottom=size.height)
    drafts = [draft for root in roots for draft in _drafts(root, screen)]
    drafts.sort(key=lambda draft: (draft.spot.top // 40, draft.spot.left))
    return tuple(_numbered(drafts))


def _drafts(node: AccessibilityNode, screen: Bounds) -> list[_Draft]:
    if not node.is_visible:
        return []
    has_area = node.bounds.area > 0
    if has_area and node.bounds.clipped(screen).area == 0:
        return []
    inner: list[_Draft] = []
    for child in node.children:
        inner += _drafts(child, screen)
    if not has_area:
        return inner
    if is_interactive(node):
        return list(_interactive(node, inner))
    label = _own_label(node)
    if not label:
        return inner
    # A description speaks for everything below it that cannot be acted on.
    inner = [draft for draft in inner if draft.role is not Role.TEXT]
    inner.append(_Draft(node=node, role=Role.TEXT, name=label, spot=node.bounds))
    return inner


def is_interactive(node: AccessibilityNode) -> bool:
    """True for what a person can act on."""
    return node.is_clickable or node.is_checkable or node.is_long_clickable or _is_field(node)


def _interactive(node: AccessibilityNode, inner: list[_Draft]) -> Iterator[_Draft]:
    texts = [draft.name for draft in inner if draft.role is Role.TEXT]
    controls = [draft for draft in inner if draft.role is not Role.TEXT]
    if len(controls) == 1 and controls[0].is_checked is not None and not controls[0].node.is_clickable:
        # One switch in a row that takes the touch: together they are the switch.
        yield _row_switch(controls[0], node, texts)
        return
    if controls and not _own_label(node) and not texts:
        yield from _adopt(controls, "")
        return
    draft = _draft_of(node, texts)
    if controls and node.bounds.height > 900:
        # A whole page that can be clicked is not a thing to click; what it holds speaks for itself.
        yield from inner
        return
    yield draft
    yield from _adopt(controls, draft.name)


def _adopt(controls: list[_Draft], name: str) -> Iterator[_Draft]:
    """Give a nameless control beside a named row the row's name."""
    for control in controls:
        if name and control.is_name_guessed:
            yield replace(control, name=f"{name} {control.role.value}")
        else:
            yield control


def _row_switch(control: _Draft, row: AccessibilityNode, texts: list[str]) -> _Draft:
    label = _own_label(row) or (texts[0] if texts else control.name)
    rest = [text for text in texts if text != label]
    node = control.node if row.is_enabled else control.node._replace(is_enabled=False)
    return replace(
        control, node=node, name=_short(label), value=", ".join(rest), is_name_guessed=not label, spot=row.bounds
    )


def _draft_of(node: AccessibilityNode, texts: list[str]) -> _Draft:
    role = _role(node)
    checked = node.is_checked if node.is_checkable else None
    if role is Role.FIELD:
        content = "" if node.text == node.hint else node.text
        label = node.hint or node.content_description or _from_id(node) or (texts[0] if texts else "")
        guessed = not (node.hint or node.content_description)
        name = _short(label) or "unnamed field"
        return _Draft(node=node, role=role, name=name, value=content, is_name_guessed=guessed, spot=node.bounds)
    label = _own_label(node)
    rest = texts
    if not label and texts:
        label, rest = texts[0], texts[1:]
    rest = [text for text in rest if text != label]
    guessed = not label
    name = _short(label or _from_id(node)) or f"unnamed {role.value}"
    return _Draft(
        node=node,
        role=role,
        name=name,
        value=", ".join(rest),
        is_checked=checked,
        is_name_guessed=guessed,
        spot=node.bounds,
    )


def _role(node: AccessibilityNode) -> Role:
    kind = node.class_name.rsplit(".", 1)[-1]
    if _is_field(node):
        return Role.FIELD
    if node.is_checkable:
        return next((role for word, role in _CHECK_ROLES if word in kind), Role.CHECKBOX)
    if "Tab" in kind or "/tab" in node.resource_id.lower():
        return Role.TAB
    if "Button" in kind or "Fab" in kind:
        return Role.BUTTON
    return Role.IMAGE if "Image" in kind else Role.ITEM


def _is_field(node: AccessibilityNode) -> bool:
    return node.class_name.endswith(_FIELD_CLASSES)


def _own_label(node: AccessibilityNode) -> str:
    return _squeezed(node.text) or _squeezed(node.content_description)


def _from_id(node: AccessibilityNode) -> str:
    """``com.app:id/send_message_button`` says "send message button"; ``button`` says nothing."""
    word = node.resource_id.rsplit("/", 1)[-1]
    if word.lower() in _VAGUE_IDS or len(word) < 3:
        return ""
    return re.sub(r"[_\-.]+|(?<=[a-z])(?=[A-Z])", " ", word).strip().lower()


def _squeezed(text: str) -> str:
    return " ".join(text.split()) if text else ""


def _short(text: str) -> str:
    text = _squeezed(text)
    return text if len(text) <= _MAX_NAME else text[: _MAX_NAME - 1] + "…"


def _numbered(drafts: list[_Draft]) -> Iterator[Element]:
    """Make names unique. Of two things with one name, that which can be acted on keeps it as it is."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for position in sorted(range(len(drafts)), key=lambda index: (drafts[index].role is Role.TEXT, index)):
        name, copy = drafts[position].name, 2
        while name in taken:
            name, copy = f"{drafts[position].name} ({copy})", copy + 1
        taken.add(name)
        names[position] = name
    for position, draft in enumerate(drafts):
        yield Element(
            ref=position + 1,
            name=names[position],
            role=draft.role,
            node=draft.node,
            value=_squeezed(draft.value),
            is_checked=draft.is_checked,
            is_name_guessed=draft.is_name_guessed,
        )
