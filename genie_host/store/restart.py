"""Puts a damaged log aside and begins a new one, whose first record names what was put aside and why."""

from __future__ import annotations

import os
from pathlib import Path

from genie_host.store.audit_log import AuditLog
from genie_host.store.files import make_folder
from genie_host.store.lock import LOCK_NAME, locked
from genie_host.store.reading import records_of
from genie_host.store.verify import Fault

_LOCK_SECONDS = 5.0


def restart_log(log: AuditLog, fault: Fault, *, now: float) -> Path:
    """Answers with the folder that holds the old log, as it was found. Raises OSError and AuditUnavailable."""
    make_folder(log.folder)
    last = None
    for record in records_of(log.folder):
        last = record
    with locked(log.folder / LOCK_NAME, seconds=_LOCK_SECONDS):
        aside = log.folder.with_name(f"{log.folder.name}-aside-{int(now)}")
        aside.mkdir(mode=0o700)
        for path in log.folder.iterdir():
            if path.name != LOCK_NAME:
                os.rename(path, aside / path.name)
    told = {"aside": aside.name, "fault": str(fault)}
    log.append("restarted", told if last is None else {**told, "last_seq": last.seq, "last_hash": last.hash})
    return aside
