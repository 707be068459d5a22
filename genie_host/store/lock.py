"""One writer at a time, also among processes. The lock is the operating system's: a crash lets it go."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from genie_host.core.clock import SYSTEM_CLOCK, Clock, Deadline
from genie_host.core.errors import AuditUnavailable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_NAME = "lock"
"""Of the file in the log's folder."""
_LOOK_AGAIN_SECONDS = 0.01


@contextmanager
def locked(path: Path, *, seconds: float, clock: Clock = SYSTEM_CLOCK) -> Iterator[None]:
    """Hold the lock. Raises AuditUnavailable when somebody else has it for too long, OSError when there can be none."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = Deadline.after(seconds, clock)
        while not _take(descriptor):
            if deadline.is_over:
                raise AuditUnavailable("Another Genie holds the audit log. Wait for it to end, or stop it.")
            clock.sleep(_LOOK_AGAIN_SECONDS)
        yield
    finally:
        # Closing lets go, on every system.
        os.close(descriptor)


def _take(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
