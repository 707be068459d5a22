"""The arguments of a call as they may be signed and kept: canonical, and with no secret in them. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from typing import Any

from genie_host.core.calls import ToolCall
from genie_host.core.gap.canonical import canonical_text
from genie_host.core.screen import AccessibilityNode
from genie_host.policy.layout import Layout
from genie_host.policy.secrets import looks_secret, secret_reason
from genie_host.policy.tool_names import TYPING

_TEXTS = ("text", "value")
_LONGEST = 1000
"""Code points of a text that is signed as it is; of a longer one the digest is."""


def secret_arguments(call: ToolCall, field: AccessibilityNode | None, layout: Layout) -> frozenset[str]:
    """Names of the arguments that hold a secret: all text for a secret field, and what looks like a card's number."""
    name = str(call.arguments.get("field") or "")
    if call.tool_name in TYPING and secret_reason(field, name, layout):
        return frozenset(key for key in _TEXTS if key in call.arguments)
    return frozenset(key for key, value in call.arguments.items() if isinstance(value, str) and looks_secret(value))


def shown_arguments(call: ToolCall, secret: Collection[str], salt: bytes = b"") -> str:
    """Canonical JSON in which digests stand for secrets; what is None is left out.

    Raises MessageMalformed for what has no canonical form: a lone surrogate, a number beyond 2^53.
    """
    given = {key: value for key, value in call.arguments.items() if value is not None}
    plain = {key: _digest(value, salt) if key in secret else _plain(value) for key, value in given.items()}
    return canonical_text(plain)


def _digest(value: Any, salt: bytes) -> str:
    return "sha256:" + hashlib.sha256(salt + str(value).encode("utf-8", "surrogatepass")).hexdigest()


def _plain(value: Any) -> Any:
    """Without fractions, which the canonical form does not know, and without long texts."""
    if isinstance(value, str) and len(value) > _LONGEST:
        return _digest(value, b"")
    if isinstance(value, float):
        return int(value) if value.is_integer() else repr(value)
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items() if each is not None}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value if each is not None]
    return value
