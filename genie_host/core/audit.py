"""Where the record of every decision at the one door goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol


class AuditSink(Protocol):
    """Takes records that nobody may change afterwards."""

    def write(self, kind: str, data: Mapping[str, Any]) -> None:
        """Keep one record: its kind, and its fields as JSON knows them. What raises makes the gate refuse."""
        ...


class NoAudit:
    """Keeps nothing."""

    def write(self, kind: str, data: Mapping[str, Any]) -> None:
        pass


class AuditList:
    """Keeps records in memory."""

    def __init__(self) -> None:
        self.records: list[tuple[str, Mapping[str, Any]]] = []

    def write(self, kind: str, data: Mapping[str, Any]) -> None:
        self.records.append((kind, data))
