"""Commands that run other commands: ``sh``, ``xargs``, ``timeout``, ``time``."""

from __future__ import annotations

import asyncio
import re
import shlex
from dataclasses import replace

from genie_host.simphone.shell.command import Call, CommandTable, Reply, whole_number
from genie_host.simphone.shell.streams import BytesInput, NoInput

_TIMED_OUT = 124


async def shell(call: Call) -> Reply:
    """``sh [-c SCRIPT [NAME [ARGUMENT...]]]``, ``sh FILE [ARGUMENT...]``, or a script from standard input."""
    arguments = [argument for argument in call.arguments if argument not in ("-e", "-x", "-l", "-")]
    streams = call.streams
    if arguments[:1] == ["-c"]:
        script, parameters = "".join(arguments[1:2]), arguments[3:]
    elif arguments:
        data = call.phone.files.read(call.path(arguments[0]))
        if data is None:
            return Reply(status=127, errors=f"sh: {arguments[0]}: No such file or directory\n")
        script, parameters = data.decode(errors="replace"), arguments[1:]
    else:
        script, parameters = (await call.read_all()).decode(errors="replace"), []
        streams = replace(streams, stdin=NoInput())
    return Reply(status=await call.runner.run_apart(script, parameters, streams))


async def xargs(call: Call) -> Reply:
    """``xargs [-n COUNT] [-I NAME] [-r] COMMAND [WORD...]``."""
    arguments = list(call.arguments)
    count, name, is_quiet_when_empty = 0, "", False
    while arguments and arguments[0].startswith("-"):
        option = arguments.pop(0)
        if option.startswith("-n"):
            count = whole_number(option[2:] or _popped(arguments))
        elif option.startswith("-I"):
            name = option[2:] or _popped(arguments)
        is_quiet_when_empty = is_quiet_when_empty or option == "-r"
    text = (await call.read_all()).decode(errors="replace")
    words = text.splitlines() if name else _words(text)
    command = arguments or ["echo"]
    if not words and (is_quiet_when_empty or name):
        return Reply()
    step = 1 if name else max(1, count or len(words))
    status = 0
    for start in range(0, max(1, len(words)), step):
        group = words[start : start + step]
        line = [part.replace(name, group[0]) for part in command] if name else [*command, *group]
        status = max(status, await call.runner.execute(line, replace(call.streams, stdin=BytesInput(b""))))
    return Reply(status=123 if status else 0)


def _popped(arguments: list[str]) -> str:
    return arguments.pop(0) if arguments else ""


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


async def timeout(call: Call) -> Reply:
    """``timeout [-s SIGNAL] SECONDS COMMAND [WORD...]``; in real seconds, since the command may wait for a host."""
    arguments = list(call.arguments)
    while arguments and arguments[0].startswith("-"):
        option = arguments.pop(0)
        if option in ("-s", "-k"):
            _popped(arguments)
    match = re.fullmatch(r"(\d{1,9}(?:\.\d+)?)s?", _popped(arguments))
    if match is None or not arguments:
        return Reply(status=125, errors="timeout: bad time\n")
    try:
        async with asyncio.timeout(float(match[1])):
            return Reply(status=await call.runner.execute(arguments, call.streams))
    except TimeoutError:
        return Reply(status=_TIMED_OUT)


async def time(call: Call) -> Reply:
    """``time COMMAND [WORD...]``."""
    status = await call.runner.execute(list(call.arguments), call.streams) if call.arguments else 0
    return Reply(status=status, errors="    0m00.02s real     0m00.01s user     0m00.01s system\n")


COMMANDS: CommandTable = {"sh": shell, "time": time, "timeout": timeout, "xargs": xargs}
