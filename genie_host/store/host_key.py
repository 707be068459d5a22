"""This computer's own key: signs the audit log and the requests to a phone. Made when it is first wanted."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from genie_host.core.errors import AuditUnavailable, MessageMalformed
from genie_host.core.gap.keys import PrivateKey
from genie_host.store.files import make_folder, sync_folder

KEY_NAME = "host.pem"


def host_key(folder: Path) -> PrivateKey:
    """The key in a folder, made now when there is none. Raises AuditUnavailable when it cannot be read or kept."""
    path = folder / KEY_NAME
    try:
        if not path.exists():
            make_folder(folder)
            _create(path)
        return _read(path)
    except MessageMalformed as error:
        raise AuditUnavailable(
            "This computer's key is damaged. Put it back from a copy; without it nobody can check the audit log, and "
            "each phone has to be enrolled again."
        ) from error
    except OSError as error:
        raise AuditUnavailable(
            f"This computer's key cannot be kept ({error.strerror or type(error).__name__}). Make Genie's state folder "
            "writable, or name another with GENIE_STATE_DIR."
        ) from error


def existing_host_key(folder: Path) -> PrivateKey | None:
    """The same, but None when there is none: for who only wants to look."""
    return host_key(folder) if (folder / KEY_NAME).exists() else None


def _read(path: Path) -> PrivateKey:
    if sys.platform != "win32" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    return PrivateKey.from_pem(path.read_bytes())


def _create(path: Path) -> None:
    """In one step, and never over another one: of two processes that make a key one keeps it, and both use that."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.part")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(PrivateKey.generate().pem())
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    sync_folder(path.parent)
