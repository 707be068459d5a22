"""Runs parsed scripts with the phone's commands."""

from __future__ import annotations

import inspect
import io
import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, replace

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import (
    BytesInput,
    Call,
    CommandTable,
    NoInput,
    Reply,
    Sink,
    Source,
    discard,
)
from genie_host.simphone.shell.parser import Pipeline, SimpleCommand, parse
from genie_host.simphone.shell.scanner import ShellSyntaxError

NOT_FOUND = 127


class _Exit(Exception):
    """The script said ``exit``."""


@dataclass(frozen=True, kw_only=True)
class Streams:
    """The three standard streams."""

    stdin: Source
    stdout: Sink
    stderr: Sink


class Shell:
    """One shell process: its variables and last exit status live as long as it does."""

    def __init__(self, phone: SimPhone, commands: CommandTable) -> None:
        self._phone = phone
        self._commands = commands
        self._variables: dict[str, str] = {"?": "0", "HOME": "/", "PATH": "/system/bin", "USER": "shell"}
        self.has_exited = False

    @property
    def status(self) -> int:
        return int(self._variables["?"])

    async def run(self, script: str, streams: Streams) -> int:
        """Run a script and give its exit status."""
        try:
            for pipeline in parse(script):
                if pipeline.is_background:
                    self._phone.start(
                        self._pipeline(pipeline, Streams(stdin=NoInput(), stdout=discard, stderr=discard))
                    )
                elif pipeline.after == ";" or (pipeline.after == "&&") == (self.status == 0):
                    self._variables["?"] = str(await self._pipeline(pipeline, streams))
        except ShellSyntaxError as error:
            await streams.stderr(f"/system/bin/sh: {error}\n".encode())
            self._variables["?"] = "1"
        except _Exit:
            self.has_exited = True
        return self.status

    async def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        status = 0
        for position, command in enumerate(pipeline.commands):
            if position == len(pipeline.commands) - 1:
                return await self._simple(command, streams)
            # Each command ends before the next begins: nothing that hosts pipe here goes on for ever.
            buffer = io.BytesIO()
            status = await self._simple(command, replace(streams, stdout=_into(buffer)))
            streams = replace(streams, stdin=BytesInput(buffer.getvalue()))
        return status

    async def _simple(self, command: SimpleCommand, streams: Streams) -> int:
        words = [text for word in command.words if (text := word.expanded(self._variables)) or word.is_quoted]
        assigned = {name: word.expanded(self._variables) for name, word in command.assignments}
        while words and words[0] in ("exec", "command", "toybox"):
            words = words[1:]
        files: dict[str, io.BytesIO] = {}
        redirected = await self._redirect(command, streams, files)
        if redirected is None:
            return 1
        status = await self._execute(words, assigned, redirected)
        for path, buffer in files.items():
            self._phone.files.write(path, buffer.getvalue())
        return status

    async def _execute(self, words: list[str], assigned: Mapping[str, str], streams: Streams) -> int:
        if not words:
            self._variables.update(assigned)
            return 0
        name, arguments = words[0], tuple(words[1:])
        if name == "exit":
            if arguments and arguments[0].isdecimal():
                self._variables["?"] = str(int(arguments[0]) & 0xFF)
            raise _Exit
        if name == "export":
            self._variables.update(
                (name, value) for name, equals, value in (a.partition("=") for a in arguments) if equals
            )
            return 0
        function = self._commands.get(posixpath.basename(name))
        if function is None:
            self._phone.unknown_commands.append(" ".join(words))
            await streams.stderr(f"/system/bin/sh: {name}: inaccessible or not found\n".encode())
            return NOT_FOUND
        call = Call(
            phone=self._phone,
            name=posixpath.basename(name),
            arguments=arguments,
            stdin=streams.stdin,
            stdout=streams.stdout,
            stderr=streams.stderr,
            environment={**self._variables, **assigned},
        )
        answer = function(call)
        reply: Reply = await answer if inspect.isawaitable(answer) else answer
        if reply.output:
            await streams.stdout(reply.output.encode() if isinstance(reply.output, str) else reply.output)
        if reply.errors:
            await streams.stderr(reply.errors.encode())
        return reply.status & 0xFF

    async def _redirect(self, command: SimpleCommand, streams: Streams, files: dict[str, io.BytesIO]) -> Streams | None:
        for redirection in command.redirections:
            target = redirection.target.expanded(self._variables)
            if redirection.descriptor == 0:
                data = b"" if target == "/dev/null" else self._phone.files.read(target)
                if data is None:
                    await streams.stderr(f"/system/bin/sh: can't open {target}: No such file or directory\n".encode())
                    return None
                streams = replace(streams, stdin=BytesInput(data))
                continue
            sink = self._sink(target, streams, files, appends=redirection.appends)
            is_output = redirection.descriptor == 1
            streams = replace(streams, stdout=sink) if is_output else replace(streams, stderr=sink)
        return streams

    def _sink(self, target: str, streams: Streams, files: dict[str, io.BytesIO], *, appends: bool) -> Sink:
        if target in ("&1", "&2"):
            return streams.stdout if target == "&1" else streams.stderr
        if target == "/dev/null":
            return discard
        buffer = files.setdefault(target, io.BytesIO())
        if appends:
            buffer.write(self._phone.files.read(target) or b"")
        return _into(buffer)


def _into(buffer: io.BytesIO) -> Sink:
    async def write(data: bytes) -> None:
        buffer.write(data)

    return write
