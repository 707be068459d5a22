"""Copies a file to the phone over adb's sync service, within a deadline.

adbutils' own push has no deadline and may send half a block without noticing; this is the same protocol.
"""

from __future__ import annotations

import stat

from genie_host.core.clock import wall_seconds
from genie_host.core.errors import PhoneRejected
from genie_host.phone.link import DeviceLink
from genie_host.phone.translate import translated

_BLOCK = 64 * 1024
_MODE = stat.S_IFREG | 0o644


def push(link: DeviceLink, content: bytes, target: str, *, seconds: float) -> None:
    """Store ``content`` under the path ``target``. Raises PhoneRejected when the phone will not have it."""
    with link.flood("sync:", seconds) as stream, translated():
        stream.send_all(_packet(b"SEND", f"{target},{_MODE}".encode()))
        for start in range(0, len(content), _BLOCK):
            stream.send_all(_packet(b"DATA", content[start : start + _BLOCK]))
        stream.send_all(b"DONE" + int(wall_seconds()).to_bytes(4, "little"))
        answer = stream.read_exact(8)
        reason = stream.read_exact(int.from_bytes(answer[4:], "little")) if answer[:4] == b"FAIL" else b""
    if answer[:4] == b"OKAY":
        return
    if b"space" in reason:
        raise PhoneRejected("The phone's storage is full. Free some space on it, then try again.")
    raise PhoneRejected("The phone refused to store Genie's automation server. Restart the phone, then try again.")


def _packet(kind: bytes, data: bytes) -> bytes:
    return kind + len(data).to_bytes(4, "little") + data
