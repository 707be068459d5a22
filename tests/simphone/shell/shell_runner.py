"""Runs scripts in a simulated phone's shell without a wire."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import BytesInput
from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams


@dataclass(frozen=True)
class Result:
    status: int
    output: str
    errors: str


def run(phone: SimPhone, script: str, stdin: bytes = b"") -> Result:
    """One shell process from beginning to end."""
    output, errors = bytearray(), bytearray()

    async def stdout(data: bytes) -> None:
        output.extend(data)

    async def stderr(data: bytes) -> None:
        errors.extend(data)

    streams = Streams(stdin=BytesInput(stdin), stdout=stdout, stderr=stderr)
    status = asyncio.run(Shell(phone, COMMANDS).run(script, streams))
    return Result(status, output.decode(), errors.decode())
