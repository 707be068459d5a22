"""From the destination of an OPEN to the service behind it."""

from __future__ import annotations

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.shell import exec_service, shell_service
from genie_host.simphone.wire.stream import Service, Stream
from genie_host.simphone.wire.sync import serve_sync


def resolve_service(phone: SimPhone, destination: bytes) -> Service | None:
    """The service, or None when nothing answers there."""
    text = destination.decode(errors="replace")
    name, _, rest = text.partition(":")
    kind, *options = name.split(",")
    match kind:
        case "shell":
            return shell_service(phone, options, rest)
        case "exec":
            return exec_service(phone, rest)
        case "sync":

            async def sync(stream: Stream) -> None:
                await serve_sync(phone, stream)

            return sync
        case "tcp" | "localabstract" | "local" | "localfilesystem" | "localreserved":
            return phone.sockets.get(text)
    return None
