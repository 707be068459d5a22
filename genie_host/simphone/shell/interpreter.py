"""Runs parsed scripts with the phone's commands."""

from __future__ import annotations

import asyncio
import fnmatch
import inspect
import logging
import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import replace

from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.builtins import BUILTINS, Break, Continue, Exit
from genie_host.simphone.shell.command import BadArgument, Call, CommandTable, Reply
from genie_host.simphone.shell.expansion import Expander
from genie_host.simphone.shell.parser import parse
from genie_host.simphone.shell.redirection import CannotRedirect, Redirector
from genie_host.simphone.shell.scanner import ShellSyntaxError
from genie_host.simphone.shell.state import SHELL_NAME, State
from genie_host.simphone.shell.streams import BrokenPipe, Lookahead, NoInput, Pipe, Sink, Streams, discard, into
from genie_host.simphone.shell.syntax import Case, Command, For, Group, If, Loop, Pipeline, Script, SimpleCommand

__all__ = ["NOT_FOUND", "Shell", "Streams"]

NOT_FOUND = 127
_LOG = logging.getLogger(__name__)
_BROKEN_PIPE = 141
_PREFIXES = ("exec", "command", "builtin", "nohup", "toybox", "env", "nice", "ionice", "setsid")


class Shell:
    """One shell process: its variables and last exit status live as long as it does."""

    def __init__(self, phone: SimPhone, commands: CommandTable, state: State | None = None) -> None:
        self._phone = phone
        self._commands = commands
        self.state = state if state is not None else State()
        self.has_exited = False
        self._expander = Expander(self.state, phone.files, self._substitute)
        self._errors: Sink = discard
        """Where a substitution's complaints go: standard error of the command it stands in."""

    @property
    def status(self) -> int:
        """Exit status of the last command."""
        return self.state.status

    async def run(self, script: str, streams: Streams) -> int:
        """Run a script and give its exit status."""
        try:
            await self._script(parse(script), streams)
        except ShellSyntaxError as error:
            await streams.stderr(f"{SHELL_NAME}: {error}\n".encode())
            self.state.status = 1
        except Exit as request:
            self.state.status = request.status
            self.has_exited = True
        except (Break, Continue):
            self.state.status = 0
        return self.status

    async def execute(self, words: Sequence[str], streams: Streams) -> int:
        """Run one command by its words, without reading them as a script."""
        return await self._execute(list(words), {}, streams)

    async def run_apart(self, script: str, arguments: Sequence[str], streams: Streams) -> int:
        """Run a script in a process of its own, with arguments of its own."""
        child = self._child()
        child.state.arguments = tuple(arguments)
        return await child.run(script, streams)

    @property
    def files(self) -> FileSystem:
        """The phone's files."""
        return self._phone.files

    def is_command(self, name: str) -> bool:
        """Whether there is a program of this name."""
        return name in self._commands

    async def evaluate(self, script: str, streams: Streams) -> int:
        """Run a script as a part of the one that is running."""
        return await self._script(parse(script), streams)

    def _child(self) -> Shell:
        return Shell(self._phone, self._commands, self.state.copy())

    async def _script(self, script: Script, streams: Streams) -> int:
        for pipeline in script:
            if pipeline.is_background:
                child = self._child()
                quiet = Streams(stdin=NoInput(), stdout=discard, stderr=discard)
                self._phone.start(child._detached(pipeline, quiet))
                self.state.status = 0
            elif pipeline.after == ";" or (pipeline.after == "&&") == (self.status == 0):
                self.state.status = await self._pipeline(pipeline, streams)
        return self.status

    async def _detached(self, pipeline: Pipeline, streams: Streams) -> None:
        foreground = replace(pipeline, is_background=False, after=";")
        await self._stage([foreground], streams)

    async def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        if len(pipeline.commands) == 1:
            status = await self._command(pipeline.commands[0], streams)
        else:
            status = await self._side_by_side(pipeline.commands, streams)
        return int(status == 0) if pipeline.is_negated else status

    async def _side_by_side(self, commands: Sequence[Command], streams: Streams) -> int:
        """All at once, each in a process of its own; the status is the last one's."""
        pipes = [Pipe() for _ in commands[1:]]
        tasks: list[asyncio.Task[int]] = []
        for position, command in enumerate(commands):
            source = pipes[position - 1] if position else None
            target = pipes[position] if position < len(pipes) else None
            own = streams if source is None else replace(streams, stdin=source)
            if target is not None:
                own = replace(own, stdout=target.write, reader_gone=target.reader_gone)
            tasks.append(asyncio.create_task(self._child()._piped(command, own, source, target)))
        try:
            return (await asyncio.gather(*tasks))[-1]
        finally:
            for task in tasks:
                task.cancel()

    async def _piped(self, command: Command, streams: Streams, source: Pipe | None, target: Pipe | None) -> int:
        try:
            return await self._stage([Pipeline(";", [command])], streams)
        finally:
            if source is not None:
                source.close_reader()
            if target is not None:
                target.close_writer()

    async def _stage(self, script: Script, streams: Streams) -> int:
        """A script that is the end of this process, however it ends."""
        try:
            return await self._script(script, streams)
        except BrokenPipe:
            return _BROKEN_PIPE
        except Exit as request:
            return request.status
        except (Break, Continue):
            return 0
        except ShellSyntaxError as error:
            await streams.stderr(f"{SHELL_NAME}: {error}\n".encode())
            return 1

    async def _command(self, command: Command, streams: Streams) -> int:
        redirector = Redirector(self._phone.files, self.state)
        outer, self._errors = self._errors, streams.stderr
        try:
            targets = [(item, await self._expander.text(item.target)) for item in command.redirections]
            inner = redirector.apply(targets, streams)
            self._errors = inner.stderr
            if isinstance(command, SimpleCommand):
                return await self._simple(command, inner)
            if not isinstance(inner.stdin, Lookahead):
                inner = replace(inner, stdin=Lookahead(inner.stdin))
            return await self._compound(command, inner)
        except CannotRedirect as error:
            await streams.stderr(f"{SHELL_NAME}: {error}\n".encode())
            return 1
        finally:
            self._errors = outer
            redirector.close()

    async def _compound(self, command: Group | If | Loop | For | Case, streams: Streams) -> int:
        match command:
            case Group(is_subshell=True):
                return await self._child()._stage(command.body, streams)
            case Group():
                return await self._script(command.body, streams)
            case If():
                for condition, body in command.branches:
                    if not condition or await self._script(condition, streams) == 0:
                        return await self._script(body, streams)
                return 0
            case Loop():
                return await self._loop(command, streams)
            case For():
                return await self._for(command, streams)
            case Case():
                value = await self._expander.text(command.word)
                for patterns, body in command.branches:
                    if any([fnmatch.fnmatchcase(value, await self._expander.pattern(item)) for item in patterns]):
                        return await self._script(body, streams)
                return 0

    async def _loop(self, loop: Loop, streams: Streams) -> int:
        status = 0
        while (await self._script(loop.condition, streams) != 0) == loop.ends_on_success:
            await asyncio.sleep(0)  # a loop that does nothing must not stop the phone
            try:
                status = await self._script(loop.body, streams)
            except Break:
                break
            except Continue:
                continue
        return status

    async def _for(self, loop: For, streams: Streams) -> int:
        values = list(self.state.arguments) if loop.words is None else await self._expander.arguments(loop.words)
        status = 0
        for value in values:
            self.state.variables[loop.name] = value
            try:
                status = await self._script(loop.body, streams)
            except Break:
                break
            except Continue:
                continue
        return status

    async def _simple(self, command: SimpleCommand, streams: Streams) -> int:
        words = await self._expander.arguments(command.words)
        assigned: dict[str, str] = {}
        self_status, self.state.status = self.state.status, 0
        for name, word in command.assignments:
            assigned[name] = await self._expander.text(word)
            if not words:
                self.state.variables[name] = assigned[name]
        if not words:
            return self.state.status  # that of the last substitution, or 0
        self.state.status = self_status
        return await self._execute(words, assigned, streams)

    async def _execute(self, words: list[str], assigned: Mapping[str, str], streams: Streams) -> int:
        assigned = dict(assigned)
        while len(words) > 1 and words[0] in _PREFIXES and not words[1].startswith("-"):
            words = words[1:]
            while "=" in words[0] and len(words) > 1:  # env NAME=VALUE COMMAND
                name, _, assigned[name] = words[0].partition("=")
                words = words[1:]
        name, arguments = words[0], tuple(words[1:])
        builtin = BUILTINS.get(name)
        if builtin is not None:
            return await builtin(self, arguments, streams)
        base = posixpath.basename(name)
        function = self._commands.get(base)
        if function is None or not self._is_path_of_command(name):
            return await self._program(name, arguments, words, streams)
        call = Call(
            phone=self._phone,
            name=base,
            arguments=arguments,
            streams=streams,
            environment={**self.state.environment(), **assigned},
            directory=self.state.directory,
            runner=self,
        )
        self._phone.tick()
        try:
            answer = function(call)
            reply: Reply = await answer if inspect.isawaitable(answer) else answer
        except BadArgument as error:
            reply = Reply(status=1, errors=f"{base}: {error}\n")
        if reply.output:
            await streams.stdout(reply.output.encode() if isinstance(reply.output, str) else reply.output)
        if reply.errors:
            await streams.stderr(reply.errors.encode())
        return reply.status & 0xFF

    def _is_path_of_command(self, name: str) -> bool:
        return "/" not in name or name.startswith(("/system/", "/vendor/", "/apex/", "/bin/", "/product/"))

    async def _program(self, name: str, arguments: tuple[str, ...], words: list[str], streams: Streams) -> int:
        """A script on the phone, or nothing at all."""
        entry = self._phone.files.get(self.state.path(name)) if "/" in name else None
        if entry is not None and (entry.data is None or not entry.mode & 0o111):
            await streams.stderr(f"{SHELL_NAME}: {name}: can't execute: Permission denied\n".encode())
            return 126
        if entry is not None and entry.data is not None and entry.data.startswith(b"#!"):
            return await self.run_apart(entry.data.decode(errors="replace"), arguments, streams)
        self._phone.unknown_commands.append(" ".join(words))
        _LOG.info("unknown command: %s", " ".join(words))
        await streams.stderr(f"{SHELL_NAME}: {name}: inaccessible or not found\n".encode())
        return NOT_FOUND

    async def _substitute(self, script: str) -> str:
        output = bytearray()
        child = self._child()
        streams = Streams(stdin=NoInput(), stdout=into(output), stderr=self._errors)
        self.state.status = await child._stage(parse(script), streams)
        return output.decode(errors="replace").replace("\0", "")
