"""What a shell command is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from genie_host.simphone.phone import SimPhone


class Source(Protocol):
    """Standard input: empty bytes are its end."""

    async def read(self) -> bytes: ...


Sink = Callable[[bytes], Awaitable[None]]
"""Standard output or error."""


class NoInput:
    """``/dev/null``."""

    async def read(self) -> bytes:
        return b""


class BytesInput:
    """Standard input that is known already."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    async def read(self) -> bytes:
        data, self._data = self._data, b""
        return data


async def discard(data: bytes) -> None:
    """The sink ``/dev/null``."""


@dataclass(frozen=True, kw_only=True)
class Call:
    """One invocation of a command."""

    phone: SimPhone
    name: str
    arguments: tuple[str, ...]
    stdin: Source
    stdout: Sink
    stderr: Sink
    environment: Mapping[str, str]

    async def read_all(self) -> bytes:
        """Standard input to its end."""
        data = bytearray()
        while chunk := await self.stdin.read():
            data += chunk
        return bytes(data)

    def plain_arguments(self) -> list[str]:
        """Arguments that are no options."""
        return [argument for argument in self.arguments if not argument.startswith("-")]

    def option(self, name: str, default: str = "") -> str:
        """The argument after an option."""
        if name not in self.arguments:
            return default
        following = self.arguments[self.arguments.index(name) + 1 :]
        return following[0] if following else default


@dataclass(frozen=True)
class Reply:
    """What a command prints at its end, and its exit status."""

    output: str | bytes = ""
    status: int = 0
    errors: str = ""


OK = Reply()

CommandFunction = Callable[[Call], Reply | Awaitable[Reply]]
CommandTable = Mapping[str, CommandFunction]
"""Commands by name."""
