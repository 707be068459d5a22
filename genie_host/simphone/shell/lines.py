"""Lines of files and of standard input, as they come."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from genie_host.simphone.shell.command import Call
from genie_host.simphone.shell.streams import Lookahead, Source

MISSING = "No such file or directory"


async def lines_of(source: Source) -> AsyncIterator[bytes]:
    """Each line without its end, as soon as it is there."""
    reader = source if isinstance(source, Lookahead) else Lookahead(source)
    while (line := await reader.line()) is not None:
        yield line


async def input_lines(call: Call, paths: Sequence[str]) -> AsyncIterator[tuple[str, bytes]]:
    """The lines of files with the names of these, or of standard input; a missing file is complained about."""
    if not paths:
        async for line in lines_of(call.stdin):
            yield "", line
    for path in paths:
        if path == "-":
            async for line in lines_of(call.stdin):
                yield "", line
            continue
        data = call.phone.files.read(call.path(path))
        if data is None:
            await call.stderr(f"{call.name}: {path}: {MISSING}\n".encode())
        for line in (data or b"").splitlines():
            yield path, line


async def input_bytes(call: Call, paths: Sequence[str]) -> bytes | None:
    """All of the files, or of standard input; None, with a complaint, when one is missing."""
    if not paths:
        return await call.read_all()
    found = bytearray()
    for path in paths:
        data = await call.read_all() if path == "-" else call.phone.files.read(call.path(path))
        if data is None:
            await call.stderr(f"{call.name}: {path}: {MISSING}\n".encode())
            return None
        found += data
    return bytes(found)
