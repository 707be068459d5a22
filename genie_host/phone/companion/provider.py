"""The companion's content provider: status, and the way to an answer where the socket cannot be reached."""

from __future__ import annotations

import re
from typing import Literal

from genie_host.core.errors import MessageMalformed, PhoneRejected
from genie_host.core.gap import forms
from genie_host.phone.companion.names import AUTHORITY
from genie_host.phone.shell import Shell

_MESSAGE = re.compile(r"^Result: Bundle\[\{message=([A-Za-z0-9_-]*)\}\]\s*$", re.MULTILINE)
_SECONDS = 8.0
_LONGEST = 65_536


def call(shell: Shell, method: Literal["poll", "cancel", "status"], argument: str = "") -> bytes:
    """The line that the provider answers with; empty when it has none. Raises PhoneRejected, or another PhoneError."""
    words = ["content", "call", "--uri", f"content://{AUTHORITY}", "--method", method]
    # All three may be asked twice: to withdraw what is withdrawn changes nothing.
    result = shell.ask(*words, *(["--arg", argument] if argument else []), seconds=_SECONDS)
    found = _MESSAGE.search(result.text)
    if found is None:
        raise PhoneRejected("The companion app on the phone does not answer. Run: genie companion status")
    try:
        return forms.unb64(found[1], _LONGEST) if found[1] else b""
    except MessageMalformed as error:
        raise PhoneRejected("The companion app on the phone gave an answer that makes no sense.") from error
