"""Commands that print text of their own, or copy it: ``echo``, ``printf``, ``seq``, ``tee``, ``base64``."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from itertools import islice

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply, whole_number, without_options
from genie_host.simphone.shell.lines import input_bytes

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_LINES_AT_ONCE = 1000
_DIRECTIVE = re.compile(r"%(-?0?\d*(?:\.\d+)?)([sdixXcbqu%])")


def echo(call: Call) -> Reply:
    """``echo [-neE] WORD...``."""
    words = list(call.arguments)
    flags = ""
    while words and re.fullmatch(r"-[neE]+", words[0]):
        flags += words.pop(0)
    text = " ".join(words)
    return Reply((unescaped(text) if "e" in flags else text) + ("" if "n" in flags else "\n"))


def printf(call: Call) -> Reply:
    """``printf FORMAT WORD...``; the format is used again until there are no more words."""
    if not call.arguments:
        return Reply(status=1, errors="printf: Usage: printf Format [Argument...]\n")
    form, *words = call.arguments
    form = unescaped(form)
    takes = sum(match[2] != "%" for match in _DIRECTIVE.finditer(form))
    text = ""
    while True:
        text += _filled(form, words[:takes] + [""] * takes)
        words = words[takes:]
        if not words or not takes:
            return Reply(text)


def _filled(form: str, words: list[str]) -> str:
    values = iter(words)
    return _DIRECTIVE.sub(lambda match: _formatted(match[1], match[2], values), form)


def _formatted(width: str, kind: str, values: Iterator[str]) -> str:
    if kind == "%":
        return "%"
    value = next(values)
    if kind in "sbq":
        return f"%{width}s" % (unescaped(value) if kind == "b" else value)
    if kind == "c":
        return value[:1]
    number = int(value, 0) if re.fullmatch(r"[-+]?(0x[0-9a-fA-F]+|\d+)", value.strip()) else 0
    return f"%{width}{'d' if kind in 'iu' else kind}" % number


async def tee(call: Call) -> Reply:
    """``tee [-a] FILE...``."""
    data = bytearray()
    while chunk := await call.stdin.read():
        data += chunk
        await call.stdout(chunk)
    for path in map(call.path, call.plain_arguments()):
        before = (call.phone.files.read(path) or b"") if "a" in call.flags() else b""
        call.phone.files.write(path, before + bytes(data))
    return OK


async def base64_command(call: Call) -> Reply:
    """``base64 [-d] [-w COLUMNS] [FILE]``."""
    data = await input_bytes(call, without_options(call.arguments, "-w"))
    if data is None:
        return Reply(status=1)
    if "d" in call.flags():
        try:
            return Reply(base64.b64decode(data))
        except ValueError:
            return Reply(status=1, errors="base64: bad input\n")
    text = base64.b64encode(data).decode()
    columns = max(0, whole_number(call.option("-w", "76")))
    lines = [text[start : start + columns] for start in range(0, len(text), columns)] if columns else [text]
    return Reply("".join(line + "\n" for line in lines))


async def sequence(call: Call) -> Reply:
    """``seq [FIRST [STEP]] LAST``."""
    numbers = [whole_number(argument) for argument in call.arguments]
    if not 1 <= len(numbers) <= 3:
        return Reply(status=1, errors="seq: Needs 1 argument\n")
    first, step, last = (numbers[0] if len(numbers) > 1 else 1), (numbers[1] if len(numbers) == 3 else 1), numbers[-1]
    found = range(first, last + (1 if step > 0 else -1), step) if step else range(0)
    left = iter(found)
    while chunk := list(islice(left, _LINES_AT_ONCE)):
        await call.stdout("".join(f"{number}\n" for number in chunk).encode())
    return OK


async def yes(call: Call) -> Reply:
    """``yes [WORD]``, until nobody listens."""
    line = (" ".join(call.arguments) or "y") + "\n"
    while True:
        await call.stdout(line.encode() * 512)


def unescaped(text: str) -> str:
    r"""The text with ``\n``, ``\t``, ``\x41`` and octal escapes taken for what they mean."""

    def meaning(match: re.Match[str]) -> str:
        code = match[1]
        if code.startswith("x") and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8)) if set(code) <= set("01234567") else _ESCAPES.get(code, match[0])

    return re.sub(r"\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|.)", meaning, text)


COMMANDS: CommandTable = {
    "base64": base64_command,
    "echo": echo,
    "printf": printf,
    "seq": sequence,
    "tee": tee,
    "yes": yes,
}
