"""What a run writes to: the audit log, the events for whoever watches, the program's own log; cleaned, all of them."""

from __future__ import annotations

import logging
import secrets as random_source
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from genie_host.core.events import Event, EventSink
from genie_host.store.audit_log import AuditLog
from genie_host.store.secrets import Secrets


class FileAudit:
    """The audit sink of one run: cleaned records in the log on disk."""

    def __init__(self, log: AuditLog, secrets: Secrets, *, run: str | None = None) -> None:
        self._log = log
        self._secrets = secrets
        self.run = random_source.token_hex(16) if run is None else run
        """Stands in each record of this run; empty for what is of none."""

    def write(self, kind: str, data: Mapping[str, Any]) -> None:
        """Keep one record. Raises AuditUnavailable when it is not on disk afterwards."""
        self._log.append(kind, self._secrets.clean(data), run=self.run)

    def log_hash(self) -> str:
        """Hash of the last record there is; a request to the phone names it. Raises AuditUnavailable."""
        return self._log.head().hash


class CleanedEvents:
    """Passes events on without secrets."""

    def __init__(self, sink: EventSink, secrets: Secrets, *, but: Collection[str] = ()) -> None:
        """``but``: members that are for the user's eyes alone, such as the answer that was asked for."""
        self._sink = sink
        self._secrets = secrets
        self._but = frozenset(but)

    def emit(self, event: Event) -> None:
        kept = {name: value for name, value in event.data.items() if name in self._but}
        self._sink.emit(replace(event, data={**self._secrets.clean(event.data), **kept}))


class CleanFormatter(logging.Formatter):
    """Writes log lines as another formatter does, tracebacks included, without secrets."""

    def __init__(self, inner: logging.Formatter, secrets: Secrets) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return self._secrets.clean_text(self._inner.format(record))


@contextmanager
def clean_logs(secrets: Secrets) -> Iterator[None]:
    """For as long as this lasts, nothing that the program logs holds one of these secrets."""
    handlers = logging.getLogger().handlers
    before = [(handler, handler.formatter) for handler in handlers]
    for handler, formatter in before:
        handler.setFormatter(CleanFormatter(formatter or logging.Formatter(), secrets))
    try:
        yield
    finally:
        for handler, formatter in before:
            handler.setFormatter(formatter)
