"""Names for what says nothing of itself: the label that stands above or beside it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from genie_host.core.geometry import Bounds
from genie_host.core.screen import AccessibilityNode, Role

_NAMED_BY_OTHERS = (Role.FIELD, Role.SWITCH, Role.CHECKBOX, Role.RADIO)
"""What forms put labels beside. Icons are not: next to them stand other things."""
_MOST = 200
"""No form has more fields or texts; a hostile one could have so many that comparing them never ends."""
_REACH = 2.5
"""How far away a label may be, in its own heights."""


@dataclass(kw_only=True)
class Draft:
    """An element before names are made unique."""

    node: AccessibilityNode
    role: Role
    name: str
    spot: Bounds
    value: str = ""
    is_checked: bool | None = None
    is_name_guessed: bool = False
    is_unnamed: bool = False
    is_web: bool = False


def named_by_neighbours(drafts: list[Draft]) -> list[Draft]:
    """Those without any name take that of the nearest text; it stays a guess."""
    if not any(draft.is_unnamed and draft.role in _NAMED_BY_OTHERS for draft in drafts):
        return drafts
    texts = [draft for draft in drafts if draft.role is Role.TEXT][:_MOST]
    nameless = [draft for draft in drafts if draft.is_unnamed and draft.role in _NAMED_BY_OTHERS][:_MOST]
    named = {id(draft): _named(draft, texts) for draft in nameless}
    return [named.get(id(draft), draft) for draft in drafts]


def _named(draft: Draft, texts: Sequence[Draft]) -> Draft:
    near = [(distance, text) for text in texts if (distance := _distance(draft, text)) is not None]
    if not near:
        return draft
    _, label = min(near, key=lambda pair: pair[0])
    return replace(draft, name=label.name, is_unnamed=False)


def _distance(draft: Draft, text: Draft) -> float | None:
    """Pixels to a label: above a field, or on the line of anything; None when it is too far to be meant."""
    box, label = draft.spot, text.spot
    reach = label.height * _REACH
    middle = label.center
    if box.top <= middle.y < box.bottom:
        gap = box.left - label.right if label.left < box.left else label.left - box.right
        is_label = gap > -label.height and (draft.role is not Role.FIELD or label.left < box.left)
        return float(max(0, gap)) if is_label and gap <= reach else None
    if draft.role is Role.FIELD and label.bottom <= box.top + label.height and box.left <= middle.x < box.right:
        gap = max(0, box.top - label.bottom)
        return float(gap) if gap <= reach else None
    return None
