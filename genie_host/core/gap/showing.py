"""The lines a person reads before approving: fixed templates over values in which nothing is invisible. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator

from genie_host.core.gap.requests import FACT_TITLES, Action, Fact
from genie_host.core.verdicts import Stake

LONGEST_SHOWN = 400
HEAD, TAIL = 300, 80

_INVISIBLE = (
    "0000-001F 007F-009F 00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 2028-202E 2060-206F 2800 3164 "
    "E000-F8FF FDD0-FDEF FE00-FE0F FEFF FFA0 FFF0-FFFB FFFE-FFFF 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF F0000-10FFFF"
)
"""Spelled out and not looked up, so that no two libraries can disagree about it."""

_SENTENCES = {
    Stake.PAY: "Pay or move money?",
    Stake.SEND: "Send this?",
    Stake.DELETE: "Delete this for good?",
    Stake.INSTALL: "Install an app?",
    Stake.GRANT: "Grant a permission?",
    Stake.ACCOUNT: "Change an account or a lock?",
    Stake.CALL: "Start a call?",
    Stake.SECRET: "Enter a secret?",
    Stake.SHARE: "Share this with others?",
    Stake.OTHER: "Do this?",
}


def shown_lines(
    action: Action, facts: Iterable[Fact], stake: Stake, *, app_label: str, host_name: str
) -> tuple[str, ...]:
    """What both sides show. ``app_label``: as the phone's package manager gives it, empty when it gives none."""
    return tuple(_lines(action, facts, stake, app_label, host_name))


def shown_digest(lines: Iterable[str]) -> str:
    """SHA-256 in hex of what was shown."""
    return hashlib.sha256(b"genie/shown/1\0" + "\n".join(lines).encode("utf-8")).hexdigest()


def shown_value(value: str) -> str:
    """A value cut to a length and with marks for what a person cannot see."""
    if len(value) <= LONGEST_SHOWN:
        return _marked(value)
    digest = hashlib.sha256(value.encode("utf-8")).hexdigest()[:16]
    return f"{_marked(value[:HEAD])} … {_marked(value[-TAIL:])} ({len(value)} characters, sha256 {digest})"


def _lines(action: Action, facts: Iterable[Fact], stake: Stake, app_label: str, host_name: str) -> Iterator[str]:
    yield _SENTENCES[stake]
    yield _app_line(action.target.package, app_label)
    yield _control_line(action)
    for fact in facts:
        yield f"{FACT_TITLES[fact.kind]}: {shown_value(fact.value) or '(empty)'}"
    yield f"Asked by: {shown_value(host_name)}"


def _app_line(package: str, app_label: str) -> str:
    if not package:
        return "App: (none)"
    return f"App: {shown_value(app_label) or '(unknown)'} ({shown_value(package)})"


def _control_line(action: Action) -> str:
    target = action.target
    if target.label:
        return f"Button: “{shown_value(target.label)}”"
    if target.resource_id:
        return f"Control: {shown_value(target.resource_id)}"
    return "Control: (unnamed)" if target.node_path else f"Action: {action.tool}"


def _marked(value: str) -> str:
    return _PATTERN.sub(lambda found: f"⟨U+{ord(found[0]):04X}⟩", value)


def _pattern() -> re.Pattern[str]:
    ranges = (part.partition("-") for part in _INVISIBLE.split())
    return re.compile("[" + "".join(rf"\U{int(a, 16):08X}-\U{int(b or a, 16):08X}" for a, _, b in ranges) + "]")


_PATTERN = _pattern()
