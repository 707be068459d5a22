"""What a dialler does without its call button: a code runs as soon as it is whole, a held digit calls a kept number."""

from __future__ import annotations

import re

from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout, content_of, inner_texts, own_texts
from genie_host.policy.shape import is_digit_key

_CODE = re.compile(r"[*#][*#\d]*\d[*#\d]*#")
_NOT_DIALLED = re.compile(r"[\s().\-\u2066-\u2069\u202a-\u202e]")
_DIALS_ITSELF = re.compile(r"\s*[1-9](?!\d)")
_SIGN_KEYS = frozenset("*#")


def dials_code(text: str, field: AccessibilityNode | None, layout: Layout) -> bool:
    """Does a dialler act on a text as soon as it stands in its field, or behind what stands there?"""
    written = content_of(field) if field is not None else ""
    if not any(_CODE.fullmatch(_NOT_DIALLED.sub("", each)) for each in (text, written + text)):
        return False
    package = layout.observation.package_name if field is None else field.package_name
    return layout.rules.is_in("calls", package) or bool(_sign_keys(layout))


def ends_code(key: AccessibilityNode, layout: Layout) -> bool:
    """Is this the sign of a dial pad that makes a code of what stands in the field?"""
    said = _said(key)
    if said not in _SIGN_KEYS or not any(each is key for each in _sign_keys(layout)):
        return False
    return any(dials_code(said, field, layout) for field in layout.fields)


def calls_when_held(key: AccessibilityNode, layout: Layout) -> bool:
    """A digit of a dial pad: held, it calls the mailbox or whoever is kept under it. Held, a zero is a plus."""
    pad = {_said(each) for each in _sign_keys(layout)}
    if pad != _SIGN_KEYS or _DIALS_ITSELF.match(_said(key)) is None:
        return False
    return any(is_digit_key(each, layout) for each in (key, *layout.ancestors(key)))


def _sign_keys(layout: Layout) -> list[AccessibilityNode]:
    return [each for each in layout.clickables if _said(each) in _SIGN_KEYS]


def _said(node: AccessibilityNode) -> str:
    return next(iter(own_texts(node) or inner_texts(node)), "").strip()
