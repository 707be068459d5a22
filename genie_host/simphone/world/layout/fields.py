"""Text fields: how they look, and what they make of what is typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genie_host.core.geometry import Bounds
from genie_host.simphone.world import paths
from genie_host.simphone.world.layout.page import Page, touchable
from genie_host.simphone.world.nodes import SimNode
from genie_host.simphone.world.schema import Item

_TAKES = {"number": "0123456789.,-", "phone": "0123456789+*# ()-", "otp": "0123456789", "card": "0123456789"}
_GROUP = 4


def field_node(item: Item, page: Page, scope: Mapping[str, Any], spot: Bounds) -> SimNode:
    """A text field; an empty one shows its hint as text, as on a phone."""
    value = paths.text_of(paths.lookup(scope, item.bind))
    made = touchable(item, page, scope, spot, "EditText", item.bind)
    is_secret = item.password or item.input_type == "password"
    shown = "•" * len(value) if is_secret else value
    made.hint = page.say(item.hint, scope)
    made.text = shown or made.hint
    made.description = page.say(item.description, scope)
    made.bind, made.password = item.bind, is_secret
    made.input_type, made.max_length = item.input_type, item.max_length
    made.clickable = made.focusable = made.long_clickable = True
    made.focused = page.focus == item.bind
    return made


def accepted(field: SimNode, text: str) -> str:
    """What a field keeps of a text that is put into it."""
    takes = _TAKES.get(field.input_type)
    kept = text if takes is None else "".join(character for character in text if character in takes)
    if field.max_length is not None:
        kept = kept[: field.max_length]
    if field.input_type == "card":
        # As fields for card numbers do: a blank after every fourth digit.
        kept = " ".join(kept[start : start + _GROUP] for start in range(0, len(kept), _GROUP))
    return kept
