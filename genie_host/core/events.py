"""What happened in an episode, as typed records; one line of JSON each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from genie_host.core.clock import wall_seconds

EVENT_VERSION = 1


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that happened. ``kind`` is the stable name, ``data`` its JSON-ready fields.

    docs/events.md lists the kinds and their fields.
    """

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    at: float = field(default_factory=wall_seconds)
    version: int = EVENT_VERSION

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class EventSink(Protocol):
    """Where events go."""

    def emit(self, event: Event) -> None: ...


class EventList:
    """Keeps events in memory."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        self.events.append(event)


class Tee:
    """Sends each event to several sinks."""

    def __init__(self, *sinks: EventSink) -> None:
        self._sinks = sinks

    def emit(self, event: Event) -> None:
        for sink in self._sinks:
            sink.emit(event)
