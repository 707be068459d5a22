"""Records of the audit log as rows that a person can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.table import Table
from rich.text import Text

from genie_host.cli.terminal import shown
from genie_host.store.approvals import is_approved
from genie_host.store.record import Record

_STYLES = {"passed": "green", "done": "green", "denied": "yellow", "refused": "red"}
_TELLING = {
    "run_started": "goal",
    "phone_taken": "serial",
    "run_ended": "reason",
    "enrolled": "phone",
    "forgotten": "phone",
    "repaired": "bytes",
    "pruned": "through",
    "restarted": "aside",
}
"""Of records of no call, the member that says most."""
Row = tuple[str, str, str, str, str, str]


@dataclass(frozen=True, kw_only=True)
class Filter:
    """Which records to show; what is empty asks for nothing."""

    kinds: frozenset[str] = frozenset()
    run: str = ""
    tool: str = ""
    package: str = ""
    since_ms: int = 0
    is_approved: bool = False

    def takes(self, record: Record) -> bool:
        """Is it one of them?"""
        data = record.data
        return (
            (not self.kinds or record.kind in self.kinds)
            and record.run.startswith(self.run)
            and (not self.tool or data.get("tool") == self.tool)
            and (not self.package or self.package in (data.get("app"), data.get("app_after")))
            and record.at_ms >= self.since_ms
            and (not self.is_approved or is_approved(record))
        )


def row_of(record: Record) -> Row:
    """Number, time, kind, what, verdict and outcome."""
    at = datetime.fromtimestamp(record.at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    return (str(record.seq), at, record.kind, _what(record), _verdict(record.data), _text(record.data, "outcome"))


def table_of(rows: Sequence[Row]) -> Table:
    """The rows under their headings."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("n", "time", "kind", "what", "verdict", "outcome"):
        is_short = heading in ("n", "time", "kind")
        table.add_column(heading, justify="right" if heading == "n" else "left", overflow="fold", no_wrap=is_short)
    for *cells, outcome in rows:
        table.add_row(*(Text(shown(cell)) for cell in cells), Text(shown(outcome), style=_STYLES.get(outcome, "")))
    return table


def _what(record: Record) -> str:
    data = record.data
    request = _object(data, "request")
    words = [_text(data, "tool"), _text(request, "target"), *(f"{value}" for _, value in _details(request))]
    said = " · ".join(word for word in words if word)
    return said or _text(data, _TELLING.get(record.kind, ""))


def _verdict(data: Mapping[str, Any]) -> str:
    verdict, approval = _object(data, "verdict"), _object(data, "approval")
    words = [_text(verdict, "ruling"), _text(verdict, "stake") if _text(verdict, "ruling") == "ask" else ""]
    if approval:
        answer = "approved" if approval.get("is_granted") is True else "not approved"
        words.append(f"{answer} ({_text(approval, 'trust') or _text(approval, 'reason')})")
    return ", ".join(word for word in words if word)


def _details(request: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs = request.get("details")
    found = pairs if isinstance(pairs, list) else []
    return [(str(pair[0]), str(pair[1])) for pair in found if isinstance(pair, list) and len(pair) == 2]


def _object(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = data.get(name)
    return value if isinstance(value, dict) else {}


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    return value if isinstance(value, str) else str(value)
