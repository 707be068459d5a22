"""A copy of the log's signed end in another folder: shows that the log was removed, or put back to an earlier day.

It is kept at both ends of a run. Whoever puts it back as well is not found out; the folders are two so that a backup,
a clean-up or a careless hand does not do that by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from genie_host.core.errors import AuditUnavailable, MessageMalformed
from genie_host.core.gap.keys import PrivateKey, PublicKey
from genie_host.store.audit_log import AuditLog
from genie_host.store.files import make_folder
from genie_host.store.head import Head
from genie_host.store.recovery import damaged


@dataclass(frozen=True)
class Mark:
    """The mark in one folder."""

    folder: Path

    def noted(self, key: PublicKey) -> dict[int, str]:
        """Number and hash of the record that was the last one; empty when there is no mark. Raises MessageMalformed."""
        head = Head.read(self.folder, key)
        return {} if head is None or head.seq == 0 else {head.seq: head.hash}

    def check(self, log: AuditLog, key: PrivateKey) -> None:
        """Raises AuditUnavailable when the log ends before the mark."""
        try:
            last = max(self.noted(key.public), default=0)
        except MessageMalformed as error:
            raise damaged(f"the copy of its end is not right ({error})") from error
        if last > log.head().seq:
            raise damaged(f"it had {last} records, and has {log.head().seq}")

    def keep(self, log: AuditLog, key: PrivateKey) -> None:
        """Mark where the log ends now. Raises AuditUnavailable."""
        try:
            make_folder(self.folder)
            log.head().write(self.folder, key)
        except OSError as error:
            raise AuditUnavailable(
                f"The end of the audit log cannot be noted ({error.strerror or type(error).__name__}). Make Genie's "
                "state folder writable, or name another with GENIE_STATE_DIR."
            ) from error
