"""From the destination of an OPEN to the service behind it."""

from __future__ import annotations

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.wire.abb import abb_service
from genie_host.simphone.wire.daemon import daemon_service
from genie_host.simphone.wire.framebuffer import framebuffer_service
from genie_host.simphone.wire.reverse import reverse_service
from genie_host.simphone.wire.shell import exec_service, shell_service
from genie_host.simphone.wire.stream import Service
from genie_host.simphone.wire.sync import sync_service


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
        case "abb" | "abb_exec":
            return abb_service(phone, kind, rest)
        case "sync":
            return sync_service(phone)
        case "framebuffer":
            return framebuffer_service(phone)
        case "reverse":
            return reverse_service(phone.reverses, rest)
        case "tcp" | "localabstract" | "local" | "localfilesystem" | "localreserved":
            return phone.sockets.get(text) or phone.reverses.service(text)
    return daemon_service(phone, kind, rest)
