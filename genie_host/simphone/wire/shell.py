"""The ``shell`` and ``exec`` services: one command or an interactive shell, raw or in shell v2's frames."""

from __future__ import annotations

from dataclasses import replace

from genie_host.simphone.faults.passages import before_shell
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import Sink
from genie_host.simphone.shell.commands import COMMANDS
from genie_host.simphone.shell.interpreter import Shell, Streams
from genie_host.simphone.wire.frames import serve_framed
from genie_host.simphone.wire.stream import Service, Stream

_PROMPT = b"simphone:/ $ "
_END_OF_INPUT = b"\x04"
_MAX_LINE = 1024 * 1024


def shell_service(phone: SimPhone, options: list[str], command: str) -> Service:
    """``shell[,v2][,TERM=...][,raw|pty]:COMMAND``; without a command it is interactive."""
    has_terminal = "pty" in options or (not command and "raw" not in options)

    async def run(streams: Streams) -> int:
        shell = Shell(phone, COMMANDS)
        if has_terminal:
            stdout = _on_terminal(streams.stdout)
            streams = replace(streams, stdout=stdout, stderr=stdout)
        if command in phone.answers:
            await streams.stdout(phone.answers[command].encode())
            return 0
        if command:
            return await shell.run(command, streams)
        return await _converse(shell, streams, has_terminal=has_terminal)

    async def serve(stream: Stream) -> None:
        await before_shell(phone, command)
        if "v2" in options:
            await serve_framed(stream, run, has_terminal=has_terminal)
        else:
            await run(Streams(stdin=stream, stdout=stream.write, stderr=stream.write))

    return serve


def exec_service(phone: SimPhone, command: str) -> Service:
    """``exec:COMMAND``: raw bytes both ways."""
    return shell_service(phone, ["raw"], command)


def _on_terminal(sink: Sink) -> Sink:
    """A terminal begins each new line at its left."""

    async def write(data: bytes) -> None:
        await sink(data.replace(b"\n", b"\r\n"))

    return write


async def _converse(shell: Shell, streams: Streams, *, has_terminal: bool) -> int:
    prompt = _PROMPT if has_terminal else b""
    pending = b""
    await streams.stdout(prompt)
    while data := await streams.stdin.read():
        typed, end, _ = data.partition(_END_OF_INPUT) if has_terminal else (data, b"", b"")
        if has_terminal:
            typed = typed.replace(b"\r", b"\n")
            await streams.stdout(typed)  # the terminal echoes what is typed
        *lines, pending = (pending + typed).split(b"\n")
        for line in lines:
            await shell.run(line.decode(errors="replace"), streams)
            if shell.has_exited:
                return shell.status
            await streams.stdout(prompt)
        if end or len(pending) > _MAX_LINE:
            break
    return await shell.run(pending.decode(errors="replace"), streams)
