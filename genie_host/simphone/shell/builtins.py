"""What the shell does itself because it changes the shell: ``cd``, ``export``, ``read``, ``exit`` and their kind."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Protocol

from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.shell.state import SHELL_NAME, State
from genie_host.simphone.shell.streams import Lookahead, Source, Streams

_NAME = re.compile(r"[A-Za-z_]\w*")


class Exit(Exception):
    """The script said ``exit``."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Break(Exception):
    """Leave the loop."""


class Continue(Exception):
    """Go on with the loop's next round."""


class Host(Protocol):
    """The shell that the builtins change."""

    state: State

    @property
    def files(self) -> FileSystem: ...

    def is_command(self, name: str) -> bool: ...

    async def evaluate(self, script: str, streams: Streams) -> int:
        """Run a script as if it stood here."""
        ...


Builtin = Callable[[Host, Sequence[str], Streams], Awaitable[int]]


async def _change_directory(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    target = arguments[0] if arguments else shell.state.variables.get("HOME", "/")
    if target == "-":
        target = shell.state.variables.get("OLDPWD", "/")
    path = shell.state.path(target)
    entry = shell.files.get(path)
    if entry is None or not entry.is_directory:
        reason = "Not a directory" if entry is not None else "No such file or directory"
        await streams.stderr(f"{SHELL_NAME}: cd: {target}: {reason}\n".encode())
        return 2
    shell.state.variables["OLDPWD"] = shell.state.directory
    shell.state.directory = path
    return 0


async def _print_directory(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    await streams.stdout(f"{shell.state.directory}\n".encode())
    return 0


async def _exit(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    has_number = bool(arguments) and arguments[0].isdecimal()
    raise Exit(int(arguments[0]) & 0xFF if has_number else shell.state.status)


async def _export(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    if not arguments:
        lines = (f'export {name}="{value}"\n' for name, value in sorted(shell.state.environment().items()))
        await streams.stdout("".join(lines).encode())
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if not _NAME.fullmatch(name):
            continue
        shell.state.exported.add(name)
        if equals:
            shell.state.variables[name] = value
    return 0


async def _unset(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    for name in arguments:
        shell.state.variables.pop(name, None)
        shell.state.exported.discard(name)
    return 0


async def _set(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    if not arguments:
        lines = (f"{name}={value}\n" for name, value in sorted(shell.state.variables.items()))
        await streams.stdout("".join(lines).encode())
    if arguments and (arguments[0] == "--" or not arguments[0].startswith(("-", "+"))):
        shell.state.arguments = tuple(arguments[1:] if arguments[0] == "--" else arguments)
    return 0


async def _shift(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    count = int(arguments[0]) if arguments and arguments[0].isdecimal() else 1
    if count > len(shell.state.arguments):
        return 1
    shell.state.arguments = shell.state.arguments[count:]
    return 0


async def _read(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    """``read [-r] NAME...``: one line; the last name gets what is left of it."""
    names = [argument for argument in arguments if _NAME.fullmatch(argument)] or ["REPLY"]
    line = await _line(streams.stdin)
    words = (line or b"").decode(errors="replace").split(maxsplit=len(names) - 1)
    for position, name in enumerate(names):
        shell.state.variables[name] = words[position].rstrip() if position < len(words) else ""
    return int(line is None)


async def _line(source: Source) -> bytes | None:
    return await (source if isinstance(source, Lookahead) else Lookahead(source)).line()


async def _evaluate(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    return await shell.evaluate(" ".join(arguments), streams)


async def _source(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    data = shell.files.read(shell.state.path(arguments[0])) if arguments else None
    if data is None:
        await streams.stderr(f"{SHELL_NAME}: .: {' '.join(arguments)}: No such file or directory\n".encode())
        return 1
    return await shell.evaluate(data.decode(errors="replace"), streams)


async def _break(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    raise Break


async def _continue(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    raise Continue


async def _type(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    """``type NAME...``, and ``command -v NAME...``, which prints less."""
    is_brief = "-v" in arguments
    names = [name for name in arguments if not name.startswith("-")]
    known = [name for name in names if name in BUILTINS or shell.is_command(name)]
    for name in known:
        path = name if name in BUILTINS else f"/system/bin/{name}"
        kind = "a shell builtin" if name in BUILTINS else path
        await streams.stdout(f"{path}\n".encode() if is_brief else f"{name} is {kind}\n".encode())
    for name in names:
        if name not in known and not is_brief:
            await streams.stderr(f"{SHELL_NAME}: type: {name}: not found\n".encode())
    return int(len(known) < len(names))


async def _nothing(shell: Host, arguments: Sequence[str], streams: Streams) -> int:
    return 0


BUILTINS: Mapping[str, Builtin] = {
    ".": _source,
    ":": _nothing,
    "break": _break,
    "cd": _change_directory,
    "command": _type,
    "continue": _continue,
    "eval": _evaluate,
    "exit": _exit,
    "export": _export,
    "pwd": _print_directory,
    "read": _read,
    "set": _set,
    "shift": _shift,
    "source": _source,
    "trap": _nothing,
    "type": _type,
    "ulimit": _nothing,
    "umask": _nothing,
    "unset": _unset,
    "wait": _nothing,
}
"""By name. ``command NAME`` runs the command; only ``command -v`` comes here."""
