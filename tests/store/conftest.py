"""A log with a history, and the key that signed it."""

from __future__ import annotations

from pathlib import Path

import pytest

from genie_host.core.gap.keys import PrivateKey
from genie_host.store.audit_log import AuditLog
from genie_host.store.retention import Retention

BEGAN = 1_796_000_000.0
"""Wall time of the first record, in seconds since 1970."""


class SlowClock:
    """Wall time that a test moves."""

    def __init__(self) -> None:
        self.seconds = BEGAN

    def __call__(self) -> float:
        self.seconds += 1
        return self.seconds


@pytest.fixture(scope="session")
def key() -> PrivateKey:
    return PrivateKey.generate()


@pytest.fixture
def clock() -> SlowClock:
    return SlowClock()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "audit"


@pytest.fixture
def log(folder: Path, key: PrivateKey, clock: SlowClock) -> AuditLog:
    """Empty, with files so small that a history has several."""
    return AuditLog(folder, key, now=clock, retention=Retention(file_bytes=4000))


def grown(log: AuditLog, records: int = 24) -> AuditLog:
    """With that many more records of the kinds that a run writes."""
    for number in range(records):
        log.append(
            ("assessed", "approval", "acted")[number % 3],
            {
                "tool": "click",
                "number": number,
                "target": "Отправить ✓",
                "details": {"To": "Mum", "ok": number % 2 == 0},
            },
            run="ab" * 16,
        )
    return log
