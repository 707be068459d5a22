"""What happens to a host's wish on its way into the phone, before it is granted."""

from __future__ import annotations

import asyncio

from genie_host.simphone.phone import SimPhone


class TransferFailed(Exception):
    """A file cannot be written; the message is the phone's own."""


async def before_shell(phone: SimPhone, command: str) -> None:
    """A shell command is about to begin."""
    phone.reached(f"shell.{_program(command)}")
    faults = phone.faults
    if faults.shell_delay_seconds:
        phone.fault_fired("shell_delay", command=command, seconds=faults.shell_delay_seconds)
        await asyncio.sleep(faults.shell_delay_seconds)
    if faults.hang_shell is not None and faults.hang_shell in command:
        phone.fault_fired("hang_shell", command=command)
        await asyncio.Event().wait()  # only the host's hanging up ends it


async def before_sync(phone: SimPhone, request: str, path: str) -> None:
    """A request of a file transfer is about to be served: ``stat``, ``list``, ``send`` or ``recv``."""
    phone.reached(f"sync.{request}")
    seconds = phone.faults.sync_delay_seconds
    if seconds and request in ("send", "recv"):
        phone.fault_fired("sync_delay", path=path, seconds=seconds)
        await asyncio.sleep(seconds)


def arrived(phone: SimPhone, path: str, data: bytes) -> bytes:
    """What of a file's bytes is kept; raises TransferFailed."""
    if phone.faults.sync_disk_full:
        phone.fault_fired("sync_disk_full", path=path)
        raise TransferFailed("write failed: No space left on device")
    fraction = phone.faults.sync_short_write
    if fraction is None:
        return data
    phone.fault_fired("sync_short_write", path=path, fraction=fraction)
    return data[: int(len(data) * fraction)]


def refused_install(phone: SimPhone) -> str | None:
    """Why nothing can be installed, in the package manager's words; None when it can."""
    if phone.faults.install_denied:
        phone.fault_fired("install_denied")
        return "Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]\n"
    if phone.faults.storage_low:
        phone.fault_fired("storage_low")
        return "Failure [INSTALL_FAILED_INSUFFICIENT_STORAGE: Failed to override installation location]\n"
    return None


def _program(command: str) -> str:
    """The first word that is no assignment."""
    words = (word for word in command.split() if "=" not in word)
    return next(words, "").rpartition("/")[2]
