"""What a shell command is given, and what it gives back."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.streams import BytesInput, NoInput, Sink, Source, Streams, discard

__all__ = [
    "OK",
    "BytesInput",
    "Call",
    "CommandFunction",
    "CommandTable",
    "NoInput",
    "Reply",
    "Sink",
    "Source",
    "discard",
]


class BadArgument(Exception):
    """An argument makes no sense; the message is what the command says about it."""


class Runner(Protocol):
    """The shell that a command was called from, for commands that call others."""

    async def execute(self, words: Sequence[str], streams: Streams) -> int: ...

    async def run_apart(self, script: str, arguments: Sequence[str], streams: Streams) -> int:
        """Run a script in a process of its own."""
        ...


@dataclass(frozen=True, kw_only=True)
class Call:
    """One invocation of a command."""

    phone: SimPhone
    name: str
    arguments: tuple[str, ...]
    streams: Streams
    environment: Mapping[str, str]
    directory: str
    """The working directory."""
    runner: Runner

    @property
    def stdin(self) -> Source:
        return self.streams.stdin

    @property
    def stdout(self) -> Sink:
        return self.streams.stdout

    @property
    def stderr(self) -> Sink:
        return self.streams.stderr

    async def read_all(self) -> bytes:
        """Standard input to its end."""
        data = bytearray()
        while chunk := await self.stdin.read():
            data += chunk
        return bytes(data)

    async def read_bytes(self, count: int) -> bytes:
        """So many bytes of standard input, fewer when it ends before."""
        data = bytearray()
        while len(data) < count and (chunk := await self.stdin.read()):
            data += chunk
        return bytes(data[:count])

    def plain_arguments(self) -> list[str]:
        """Arguments that are no options."""
        return [argument for argument in self.arguments if not argument.startswith("-") or argument == "-"]

    def flags(self) -> str:
        """The letters of all short options."""
        short = (argument for argument in self.arguments if argument.startswith("-") and not argument.startswith("--"))
        return "".join(argument[1:] for argument in short)

    def option(self, name: str, default: str = "") -> str:
        """The argument after an option."""
        if name not in self.arguments:
            return default
        following = self.arguments[self.arguments.index(name) + 1 :]
        return following[0] if following else default

    def path(self, text: str) -> str:
        """The absolute path of an argument."""
        return posixpath.normpath(posixpath.join(self.directory, text))

    def for_service(self, name: str, arguments: Sequence[str]) -> Call:
        """The same call, passed on to another command."""
        return replace(self, name=name, arguments=tuple(arguments))


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


def whole_number(text: str) -> int:
    """The number that an argument is; raises BadArgument."""
    if re.fullmatch(r"[+-]?[0-9]{1,18}", text) is None:
        raise BadArgument(f"bad number '{text}'")
    return int(text)


def expression(text: str, flags: int = 0) -> re.Pattern[str]:
    """The regular expression that an argument is; raises BadArgument."""
    try:
        return re.compile(text, flags)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadArgument(f"bad REGEX '{text}': {error}") from error


def without_options(arguments: Sequence[str], *with_value: str) -> list[str]:
    """Arguments that are neither options nor the values of those that take one."""
    plain: list[str] = []
    position = 0
    while position < len(arguments):
        argument = arguments[position]
        position += 1
        if argument in with_value:
            position += 1
        elif not argument.startswith("-") or argument == "-":
            plain.append(argument)
    return plain
