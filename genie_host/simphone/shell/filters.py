"""Commands that choose and change lines: ``head``, ``sort``, ``cut``, ``tr`` and their kind."""

from __future__ import annotations

import re
import string
from itertools import groupby

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, whole_number, without_options
from genie_host.simphone.shell.lines import input_bytes, input_lines
from genie_host.simphone.shell.text import unescaped

_CLASSES = {
    "[:lower:]": string.ascii_lowercase,
    "[:upper:]": string.ascii_uppercase,
    "[:digit:]": string.digits,
    "[:alpha:]": string.ascii_letters,
    "[:space:]": " \t\n\r\f\v",
}


async def head(call: Call) -> Reply:
    """``head [-n COUNT] [-c BYTES] [FILE...]``; leaves as soon as it has them."""
    paths = [path for path in without_options(call.arguments, "-n", "-c") if path]
    if call.option("-c").isdecimal():
        wanted = int(call.option("-c"))
        data = await input_bytes(call, paths) if paths else await call.read_bytes(wanted)
        return Reply(status=1) if data is None else Reply(data[:wanted])
    left = _count(call)
    if left <= 0:
        return OK
    async for _, line in input_lines(call, paths):
        await call.stdout(line + b"\n")
        left -= 1
        if not left:
            break
    return OK


async def tail(call: Call) -> Reply:
    """``tail [-n COUNT] [FILE...]``; ``-n +N`` from that line on."""
    data = await input_bytes(call, without_options(call.arguments, "-n", "-c"))
    if data is None:
        return Reply(status=1)
    lines = data.splitlines(keepends=True)
    start = call.option("-n")
    if start.startswith("+"):
        return Reply(b"".join(lines[max(0, whole_number(start[1:]) - 1) :]))
    count = _count(call)
    return Reply(b"".join(lines[-count:] if count else []))


async def word_count(call: Call) -> Reply:
    """``wc [-lwc] [FILE...]``."""
    data = await input_bytes(call, call.plain_arguments())
    if data is None:
        return Reply(status=1)
    counts = {"l": data.count(b"\n"), "w": len(data.split()), "c": len(data)}
    wanted = [letter for letter in counts if letter in call.flags()] or list(counts)
    names = "".join(f" {path}" for path in call.plain_arguments())
    return Reply(" ".join(str(counts[letter]) for letter in wanted) + names + "\n")


async def sort(call: Call) -> Reply:
    """``sort [-rnu] [-k FIELD] [-t CHARACTER] [FILE...]``."""
    data = await input_bytes(call, without_options(call.arguments, "-k", "-t"))
    if data is None:
        return Reply(status=1)
    attached = next((argument[2:] for argument in call.arguments if re.match(r"-k\d", argument)), "")
    flags, field = call.flags(), (attached or call.option("-k")).split(",")[0].rstrip("nr")
    separator = call.option("-t") or None

    def key(line: str) -> tuple[float, str]:
        fields = line.split(separator)
        part = " ".join(fields[int(field) - 1 :]) if field.isdecimal() else line
        number = re.match(r"\s*-?\d+(\.\d+)?", part)
        return (float(number[0]) if number and "n" in flags else 0.0, part)

    lines = sorted(data.decode(errors="replace").splitlines(), key=key, reverse="r" in flags)
    if "u" in flags:
        lines = [line for line, _ in groupby(lines)]
    return Reply("".join(line + "\n" for line in lines))


async def unique(call: Call) -> Reply:
    """``uniq [-c] [-d] [FILE]``."""
    data = await input_bytes(call, call.plain_arguments())
    groups = [(line, len(list(same))) for line, same in groupby((data or b"").decode(errors="replace").splitlines())]
    if "d" in call.flags():
        groups = [(line, count) for line, count in groups if count > 1]
    if "c" in call.flags():
        return Reply("".join(f"{count:7d} {line}\n" for line, count in groups))
    return Reply("".join(f"{line}\n" for line, _ in groups))


async def cut(call: Call) -> Reply:
    """``cut -d CHARACTER -f LIST`` and ``cut -c LIST``."""
    values: dict[str, str] = {}
    arguments = list(call.arguments)
    paths: list[str] = []
    while arguments:
        argument = arguments.pop(0)
        if argument[:2] in ("-d", "-f", "-c"):
            values[argument[1]] = argument[2:] or (arguments.pop(0) if arguments else "")
        elif not argument.startswith("-"):
            paths.append(argument)
    wanted = values.get("f") or values.get("c") or ""
    separator = values.get("d", "\t") if "f" in values else ""
    async for _, line in input_lines(call, paths):
        text = line.decode(errors="replace")
        if separator and separator not in text:
            chosen = [text]
        else:
            chosen = _chosen(text.split(separator) if separator else list(text), wanted)
        await call.stdout((separator.join(chosen) + "\n").encode())
    return OK


def _chosen(fields: list[str], wanted: str) -> list[str]:
    chosen: list[str] = []
    for spec in wanted.split(","):
        first, dash, last = spec.partition("-")
        start = int(first) if first.isdecimal() else 1
        end = (int(last) if last.isdecimal() else len(fields)) if dash else start
        chosen += fields[start - 1 : end]
    return chosen


async def translate(call: Call) -> Reply:
    """``tr [-d|-s] SET1 [SET2]``."""
    sets = [_characters(text) for text in call.plain_arguments()]
    if not sets:
        return Reply(status=1, errors="tr: Needs 1 argument\n")
    text = (await call.read_all()).decode(errors="replace")
    if "d" in call.flags():
        return Reply("".join(character for character in text if character not in sets[0]))
    if len(sets) > 1 and sets[1]:
        padded = sets[1] + sets[1][-1] * max(0, len(sets[0]) - len(sets[1]))
        text = text.translate({ord(old): new for old, new in zip(sets[0], padded, strict=False)})
    if "s" in call.flags():
        squeezed = sets[-1]
        text = "".join(key if key in squeezed else "".join(same) for key, same in groupby(text))
    return Reply(text)


def _characters(text: str) -> str:
    for name, characters in _CLASSES.items():
        text = text.replace(name, characters)
    text = unescaped(text)
    return re.sub(r"(.)-(.)", lambda m: "".join(chr(code) for code in range(ord(m[1]), ord(m[2]) + 1)), text)


def _count(call: Call) -> int:
    for argument in (call.option("-n"), *call.arguments):
        text = argument.removeprefix("-n").removeprefix("-")
        if text.isdecimal() and (argument.startswith("-") or argument == call.option("-n")):
            return int(text)
    return 10


COMMANDS: CommandTable = {
    "cut": cut,
    "head": head,
    "sort": sort,
    "tail": tail,
    "tr": translate,
    "uniq": unique,
    "wc": word_count,
}
