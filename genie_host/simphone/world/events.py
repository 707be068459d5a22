"""The append-only log of what a person beside the phone would have seen done to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Entry = dict[str, Any]


class EventLog:
    """Entries with ``seq`` (1, 2, 3 ...), ``kind``, ``effect`` (true when the phone is lastingly changed) and more."""

    def __init__(self, sink: Callable[[Entry], None] | None = None) -> None:
        self._entries: list[Entry] = []
        self._sink = sink
        self._listeners: list[Callable[[Entry], None]] = []

    def append(self, kind: str, *, effect: bool = False, **data: Any) -> None:
        entry: Entry = {"seq": len(self._entries) + 1, "kind": kind, "effect": effect, **data}
        self._entries.append(entry)
        if self._sink is not None:
            self._sink(entry)
        for listener in list(self._listeners):
            listener(entry)

    def listen(self, listener: Callable[[Entry], None]) -> None:
        """Call this with each entry from now on."""
        self._listeners.append(listener)

    def unlisten(self, listener: Callable[[Entry], None]) -> None:
        self._listeners.remove(listener)

    def since(self, seq: int) -> list[Entry]:
        """Copies of the entries after this one."""
        return [dict(entry) for entry in self._entries[max(0, seq) :]]

    @property
    def entries(self) -> list[Entry]:
        """A copy."""
        return [dict(entry) for entry in self._entries]

    def of_kind(self, kind: str) -> list[Entry]:
        return [entry for entry in self.entries if entry["kind"] == kind]

    @property
    def effects(self) -> list[Entry]:
        return [entry for entry in self.entries if entry["effect"]]
