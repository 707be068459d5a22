"""Commands of the shell itself and of toybox that deal in text and in the machine."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from genie_host.core.clock import wall_seconds
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply


def echo(call: Call) -> Reply:
    """``echo [-n] WORD...``."""
    words = call.arguments
    if words[:1] == ("-n",):
        return Reply(" ".join(words[1:]))
    return Reply(" ".join(words) + "\n")


def succeed(call: Call) -> Reply:
    """``true``, ``:``, ``cd``: nothing that matters here."""
    return OK


def fail(call: Call) -> Reply:
    """``false``."""
    return Reply(status=1)


async def sleep(call: Call) -> Reply:
    """``sleep SECONDS``, at the phone's speed."""
    try:
        seconds = float(call.arguments[0])
    except (IndexError, ValueError):
        return Reply(status=1, errors="sleep: bad time\n")
    await call.phone.hand.pause(seconds * 1000)
    return OK


def identity(call: Call) -> Reply:
    """``id``."""
    return Reply("uid=2000(shell) gid=2000(shell) groups=2000(shell) context=u:r:shell:s0\n")


def whoami(call: Call) -> Reply:
    """``whoami``."""
    return Reply("shell\n")


def date(call: Call) -> Reply:
    """``date [+%s]``."""
    seconds = int(wall_seconds())
    if call.arguments == ("+%s",):
        return Reply(f"{seconds}\n")
    return Reply(datetime.fromtimestamp(seconds, tz=UTC).strftime("%a %b %e %H:%M:%S UTC %Y\n"))


def uname(call: Call) -> Reply:
    """``uname``."""
    return Reply("Linux localhost 6.1.0 aarch64 Toybox\n")


def getprop(call: Call) -> Reply:
    """``getprop [NAME [DEFAULT]]``."""
    properties = call.phone.properties
    if call.arguments:
        default = call.arguments[1] if len(call.arguments) > 1 else ""
        return Reply(properties.get(call.arguments[0], default) + "\n")
    return Reply("".join(f"[{name}]: [{value}]\n" for name, value in sorted(properties.items())))


def setprop(call: Call) -> Reply:
    """``setprop NAME VALUE``; the read-only ones stay."""
    if len(call.arguments) != 2:
        return Reply(status=1, errors="setprop: Need 2 arguments\n")
    name, value = call.arguments
    if name.startswith("ro."):
        return Reply(status=1, errors=f"Failed to set property '{name}' to '{value}'.\n")
    call.phone.properties[name] = value
    return OK


async def grep(call: Call) -> Reply:
    """``grep [-iv] PATTERN`` on standard input."""
    options = "".join(argument for argument in call.arguments if argument.startswith("-"))
    patterns = call.plain_arguments()
    if not patterns:
        return Reply(status=2, errors="grep: no pattern\n")
    try:
        pattern = re.compile(patterns[0].replace(r"\|", "|"), re.IGNORECASE if "i" in options else 0)
    except re.error as error:
        return Reply(status=2, errors=f"grep: bad REGEX '{patterns[0]}': {error}\n")
    lines = (await call.read_all()).decode(errors="replace").splitlines()
    kept = [line for line in lines if bool(pattern.search(line)) != ("v" in options)]
    return Reply("".join(line + "\n" for line in kept), status=0 if kept else 1)


async def head(call: Call) -> Reply:
    """``head [-n COUNT]`` of standard input."""
    return Reply(b"".join((await call.read_all()).splitlines(keepends=True)[: _line_count(call)]))


async def tail(call: Call) -> Reply:
    """``tail [-n COUNT]`` of standard input."""
    count = _line_count(call)
    return Reply(b"".join((await call.read_all()).splitlines(keepends=True)[-count:] if count else []))


async def word_count(call: Call) -> Reply:
    """``wc [-lc]`` of standard input."""
    data = await call.read_all()
    counts = {"-l": data.count(b"\n"), "-w": len(data.split()), "-c": len(data)}
    wanted = [option for option in counts if option in call.arguments] or list(counts)
    return Reply(" ".join(str(counts[option]) for option in wanted) + "\n")


def network_address(call: Call) -> Reply:
    """``ip`` and ``ifconfig``: one wireless interface."""
    if call.name == "ifconfig":
        return Reply("wlan0     Link encap:UNSPEC\n          inet addr:192.168.1.77  Bcast:192.168.1.255\n")
    return Reply("3: wlan0: <UP>\n    inet 192.168.1.77/24 brd 192.168.1.255 scope global wlan0\n")


def _line_count(call: Call) -> int:
    digits = [argument.lstrip("-n") for argument in call.arguments]
    return next((int(text) for text in digits if text.isdigit()), 10)


COMMANDS: CommandTable = {
    ":": succeed,
    "cd": succeed,
    "date": date,
    "echo": echo,
    "false": fail,
    "getprop": getprop,
    "grep": grep,
    "head": head,
    "id": identity,
    "ifconfig": network_address,
    "ip": network_address,
    "setprop": setprop,
    "sleep": sleep,
    "tail": tail,
    "true": succeed,
    "uname": uname,
    "wc": word_count,
    "whoami": whoami,
}
