"""What a touch amounts to beside what it is called: a key of the keyboard on the screen, a thing held or dropped. Pure.

Each call that it amounts to is judged, and the worst verdict stands.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace

from genie_host.core.calls import ToolCall
from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import own_texts
from genie_host.policy.normalise import normalise
from genie_host.policy.shape import is_on_keyboard

_TYPING_ALONE = frozenset(
    (
        "delete backspace shift space symbols letters numbers emoji caps löschen umschalt leertaste leerzeichen "
        "símbolos espacio borrar supprimer espace retour spazio elimina spatie verwijderen удалить пробел 删除 空格 "
        "換行 削除 スペース 삭제 스페이스 حذف מחק sil boşluk hapus spasi xóa xoá"
    ).split()
)
"""Keys that write, take away or show other keys. One that is called anything else may hand over what stands there."""


def as_meant(call: ToolCall, target: AccessibilityNode | None) -> ToolCall:
    """The call as it is to be judged: for a key of the on-screen keyboard the press of it, else the call itself."""
    if target is None or not is_on_keyboard(target) or call.tool_name == "press_key":
        return call
    label = normalise(next(iter(own_texts(target)), ""))
    if label in _TYPING_ALONE:
        return call
    key = label if _writes_itself(label) else "enter"
    return replace(call, tool_name="press_key", arguments={"key": key})


def _writes_itself(label: str) -> bool:
    """Letters, digits and marks write what they show; an arrow, a tick or a paper plane is what a key *does*."""
    return len(label) == 1 and (label.isascii() or unicodedata.category(label)[0] in "LNPM")


def all_meant(
    call: ToolCall, target: AccessibilityNode | None, end: AccessibilityNode | None
) -> Iterator[tuple[ToolCall, AccessibilityNode | None]]:
    """The call, and each other one that it amounts to, with the node that this one hits.

    ``end``: the node on which a finger that moves from one thing to another is lifted.
    """
    yield call, target
    key = as_meant(call, target)
    if key is not call:
        yield key, target
    if call.tool_name == "drag":
        # A finger that does not get far has held what it started on; what it ends on gets what was dragged.
        yield replace(call, tool_name="long_press", arguments={"target": call.arguments.get("start", "")}), target
        yield replace(call, tool_name="click", arguments={"target": call.arguments.get("end", "")}), end
