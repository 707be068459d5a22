"""Commands that print text, or let it pass through: ``echo``, ``grep``, ``head``, ``sort`` and their kind."""

from __future__ import annotations

import base64
import re
import string
from collections.abc import Iterator
from itertools import groupby, islice

from genie_host.simphone.shell.command import (
    OK,
    BadArgument,
    Call,
    CommandTable,
    Reply,
    expression,
    whole_number,
    without_options,
)
from genie_host.simphone.shell.lines import input_bytes, input_lines

_LINES_AT_ONCE = 1000
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v"}
_DIRECTIVE = re.compile(r"%(-?0?\d*(?:\.\d+)?)([sdixXcbqu%])")
_CLASSES = {
    "[:lower:]": string.ascii_lowercase,
    "[:upper:]": string.ascii_uppercase,
    "[:digit:]": string.digits,
    "[:alpha:]": string.ascii_letters,
    "[:space:]": " \t\n\r\f\v",
}


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


async def grep(call: Call) -> Reply:
    """``grep [-EFivcnoqlwx] [-m COUNT] [-e] PATTERN [FILE...]``; tells each line as it comes."""
    options = _grep_options(call)
    plain = without_options(call.arguments, "-m", "-e", "-A", "-B", "-C")
    texts = [call.option("-e")] if "-e" in call.arguments else plain[:1]
    paths = plain if "-e" in call.arguments else plain[1:]
    if not texts:
        return Reply(status=2, errors="grep: no pattern\n")
    try:
        pattern = _pattern(texts[0], options)
    except BadArgument as error:
        return Reply(status=2, errors=f"grep: {error}\n")
    limit = _limit(call)
    found, number = 0, 0
    async for path, line in input_lines(call, paths):
        number += 1
        text = line.decode(errors="replace")
        if bool(pattern.search(text)) == ("v" in options):
            continue
        found += 1
        if "l" in options:
            await call.stdout(f"{path or '(standard input)'}\n".encode())
        elif not set("cq") & set(options):
            shown = "\n".join(match[0] for match in pattern.finditer(text)) if "o" in options else text
            prefix = f"{path}:" if len(paths) > 1 and "h" not in options else ""
            prefix += f"{number}:" if "n" in options else ""
            await call.stdout(f"{prefix}{shown}\n".encode())
        # Left at once, not with the next line: there may never be one.
        if found == limit or set("lq") & set(options):
            break
    return Reply(f"{found}\n" if "c" in options else "", status=int(not found))


def _limit(call: Call) -> int:
    """The number behind ``-m``, attached to it or not; -1 without one."""
    attached = next((match[1] for argument in call.arguments if (match := re.fullmatch(r"-m(\d+)", argument))), "")
    text = attached or call.option("-m")
    return int(text) if text.isdecimal() else -1


def _grep_options(call: Call) -> str:
    long_names = {"--line-buffered": "", "--ignore-case": "i", "--invert-match": "v", "--count": "c", "--quiet": "q"}
    more = "".join(long_names.get(argument, "") for argument in call.arguments)
    return call.flags() + more + {"egrep": "E", "fgrep": "F"}.get(call.name, "")


def _pattern(text: str, options: str) -> re.Pattern[str]:
    if "F" in options:
        text = re.escape(text)
    elif "E" not in options:
        # In basic expressions these are plain unless escaped, and the other way round.
        text = re.sub(r"\\?[|+?(){}]", lambda match: match[0][1:] or "\\" + match[0], text)
    text = text.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d").replace("[[:alpha:]]", "[A-Za-z]")
    if "w" in options:
        text = rf"\b(?:{text})\b"
    if "x" in options:
        text = rf"^(?:{text})$"
    return expression(text, re.IGNORECASE if "i" in options else 0)


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


def _count(call: Call) -> int:
    for argument in (call.option("-n"), *call.arguments):
        text = argument.removeprefix("-n").removeprefix("-")
        if text.isdecimal() and (argument.startswith("-") or argument == call.option("-n")):
            return int(text)
    return 10


COMMANDS: CommandTable = {
    "base64": base64_command,
    "cut": cut,
    "echo": echo,
    "egrep": grep,
    "fgrep": grep,
    "grep": grep,
    "head": head,
    "printf": printf,
    "seq": sequence,
    "sort": sort,
    "tail": tail,
    "tee": tee,
    "tr": translate,
    "uniq": unique,
    "wc": word_count,
    "yes": yes,
}
