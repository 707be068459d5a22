"""``abb_exec`` and ``abb``: a service of the phone called without a shell, its arguments parted by zero bytes."""

from __future__ import annotations

import shlex

from genie_host.simphone.faults.passages import before_shell
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams
from genie_host.simphone.wire.frames import serve_framed
from genie_host.simphone.wire.stream import Service, Stream

_SEPARATOR = "\0"


def abb_service(phone: SimPhone, kind: str, arguments: str) -> Service | None:
    """``abb_exec`` carries raw bytes both ways, ``abb`` shell v2's frames. Both come to the same as ``cmd``."""
    words = ["cmd", *arguments.split(_SEPARATOR)]
    if not arguments:
        return None

    async def run(streams: Streams) -> int:
        return await Shell(phone, COMMANDS).execute(words, streams)

    async def serve(stream: Stream) -> None:
        await before_shell(phone, shlex.join(words))
        if kind == "abb":
            await serve_framed(stream, run)
        else:
            await run(Streams(stdin=stream, stdout=stream.write, stderr=stream.write))

    return serve
