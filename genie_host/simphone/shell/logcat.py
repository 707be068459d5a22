"""``logcat`` and ``log``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from genie_host.simphone.logcat import LogLine
from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, expression

_LEVELS = "VDIWEFS"
_FILTER = re.compile(r"([^\s:]+)(?::([VDIWEFS*]))?", re.IGNORECASE)
_WITH_VALUE = ("-v", "-b", "-t", "-T", "-e", "--regex", "-m", "--max-count", "--pid", "-f", "-r", "-n", "-G")
_BUFFERS = {"default": ("main", "system", "crash"), "all": ("main", "system", "crash", "events", "radio", "kernel")}
_HEADINGS = ("main", "system", "crash")


async def logcat(call: Call) -> Reply:
    """``logcat [-d] [-c] [-v FORMAT] [-b BUFFER] [-t COUNT] [-e REGEX] [--pid PID] [-s] [TAG:LEVEL...]``."""
    arguments = _split(call.arguments)
    if "-c" in arguments or "--clear" in arguments:
        call.phone.logcat.clear()
        return OK
    if "-g" in arguments:
        text = "ring buffer is 256 KiB (12 KiB consumed), max entry is 5120 B, max payload is 4068 B"
        return Reply("".join(f"{name}: {text}\n" for name in _HEADINGS))
    if "-G" in arguments:
        return OK
    shown = _Shown(arguments)
    form = _FORMATS.get(shown.form)
    if form is None:
        return Reply(status=1, errors=f'Invalid parameter "{shown.form}" to -v\n')
    log, left = call.phone.logcat, shown.at_most
    lines = [line for line in log.since(0) if shown.wants(line)]
    if shown.newest is not None:
        lines = lines[-shown.newest :] if shown.newest else []
    if lines or "-d" in arguments:
        await call.stdout("".join(f"--------- beginning of {name}\n" for name in shown.headings(lines)).encode())
    told, gone = log.last_number, call.streams.reader_gone
    while True:
        for line in lines:
            await call.stdout((form(line) + "\n").encode())
            left -= 1
            if left == 0:
                return OK
        if "-d" in arguments or shown.newest_ends or (gone is not None and gone.is_set()):
            return OK
        await log.more(told, gone)
        lines = [line for line in log.since(told) if shown.wants(line)]
        told = log.last_number


def log(call: Call) -> Reply:
    """``log [-p LEVEL] [-t TAG] MESSAGE...``."""
    words = list(call.arguments)
    level, tag = "I", "log"
    while words and words[0] in ("-p", "-t"):
        option, value = words[0], words[1] if len(words) > 1 else ""
        words = words[2:]
        if option == "-p":
            level = value[:1].upper() or level
        else:
            tag = value
    call.phone.logcat.write(level, tag, " ".join(words))
    return OK


class _Shown:
    """What the arguments ask for."""

    def __init__(self, arguments: Sequence[str]) -> None:
        values = {name: _after(arguments, name) for name in _WITH_VALUE}
        self.form = values["-v"].split(",")[0] or "threadtime"
        buffers = values["-b"] or "default"
        self._buffers = {part for name in buffers.split(",") for part in _BUFFERS.get(name, (name,))}
        count = values["-t"] or values["-T"]
        self.newest = int(count) if count.isdecimal() else None
        self.newest_ends = bool(values["-t"])
        at_most = values["-m"] or values["--max-count"]
        self.at_most = int(at_most) if at_most.isdecimal() else -1
        pattern = values["-e"] or values["--regex"]
        self._pattern = expression(pattern) if pattern else None
        self._pid = int(values["--pid"]) if values["--pid"].isdecimal() else None
        self._levels = self._tag_levels(arguments)

    def wants(self, line: LogLine) -> bool:
        level = self._levels.get(line.tag, self._levels["*"])
        return (
            line.buffer in self._buffers
            and _LEVELS.index(line.level) >= _LEVELS.index(level)
            and (self._pid is None or self._pid == line.pid)
            and (self._pattern is None or self._pattern.search(line.message) is not None)
        )

    def headings(self, lines: Sequence[LogLine]) -> list[str]:
        """Buffers that the lines come from."""
        found = {line.buffer for line in lines}
        return [name for name in _HEADINGS if name in found] or ["main"]

    @staticmethod
    def _tag_levels(arguments: Sequence[str]) -> dict[str, str]:
        levels = {"*": "S" if "-s" in arguments else "V"}
        position = 0
        while position < len(arguments):
            argument = arguments[position]
            position += 2 if argument in _WITH_VALUE else 1
            if argument.startswith("-"):
                continue
            if match := _FILTER.fullmatch(argument):
                wanted = (match[2] or "V").upper()
                levels[match[1]] = "V" if wanted == "*" else wanted
        return levels


def _split(arguments: Sequence[str]) -> list[str]:
    """``--pid=12`` and ``-b=all`` as two arguments, and ``-vtime`` too."""
    found: list[str] = []
    for argument in arguments:
        if argument.startswith("--") and "=" in argument:
            found += argument.split("=", 1)
        elif re.fullmatch(r"-[vbtTe].+", argument):
            found += [argument[:2], argument[2:]]
        elif argument:
            found.append(argument)
    return found


def _after(arguments: Sequence[str], name: str) -> str:
    if name not in arguments:
        return ""
    position = list(arguments).index(name) + 1
    return arguments[position] if position < len(arguments) else ""


def _time(at: datetime) -> str:
    return at.strftime("%m-%d %H:%M:%S.") + f"{at.microsecond // 1000:03d}"


_FORMATS: Mapping[str, Callable[[LogLine], str]] = {
    "threadtime": lambda line: (
        f"{_time(line.at)} {line.pid:5d} {line.pid:5d} {line.level} {line.tag:<8}: {line.message}"
    ),
    "time": lambda line: f"{_time(line.at)} {line.level}/{line.tag:<8}({line.pid:5d}): {line.message}",
    "brief": lambda line: f"{line.level}/{line.tag:<8}({line.pid:5d}): {line.message}",
    "tag": lambda line: f"{line.level}/{line.tag:<8}: {line.message}",
    "process": lambda line: f"{line.level}({line.pid:5d}) {line.message}  ({line.tag})",
    "raw": lambda line: line.message,
    "long": lambda line: f"[ {_time(line.at)} {line.pid:5d}:{line.pid:5d} {line.level}/{line.tag} ]\n{line.message}\n",
}

COMMANDS: CommandTable = {"log": log, "logcat": logcat}
