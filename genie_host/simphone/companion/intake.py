"""What the companion's activities are handed with the intent that starts them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from genie_host.core.errors import MessageMalformed
from genie_host.core.gap import forms

_SOCKET = re.compile(r"genie\.[0-9a-f]{32}")


def socket_of(extras: Mapping[str, str]) -> str:
    """The abstract socket to listen on, as adb names it; empty for none."""
    name = extras.get("socket", "")
    return f"localabstract:{name}" if _SOCKET.fullmatch(name) else ""


def line_of(extras: Mapping[str, str], longest: int) -> bytes:
    """The request; empty, and so malformed, when it is none, or when there is no socket to answer on."""
    if not socket_of(extras):
        return b""
    try:
        return forms.unb64(extras.get("request"), longest)
    except MessageMalformed:
        return b""
