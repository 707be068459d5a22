"""``sed`` and ``awk``, as far as one-liners of test tools go: substitutions, chosen lines, printed columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

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
from genie_host.simphone.shell.lines import input_lines

_ADDRESS = r"(?:(\d+|\$)|/((?:[^/\\]|\\.)*)/)"
_EDIT = re.compile(rf"\s*(?:{_ADDRESS}(?:,(\d+|\$))?)?\s*([sdpq])\s*")
_AWK = re.compile(r"\s*(?:/((?:[^/\\]|\\.)*)/|(NR\s*[=<>!]=?\s*\d+))?\s*(?:\{\s*print\s*([^}]*)\})?\s*")


@dataclass(frozen=True, kw_only=True)
class _Edit:
    verb: str
    first: int
    last: int
    pattern: re.Pattern[str] | None
    search: re.Pattern[str] | None = None
    replacement: str = ""
    flags: str = ""

    def applies(self, number: int, text: str) -> bool:
        if self.pattern is not None:
            return self.pattern.search(text) is not None
        return not self.first or self.first <= number <= (self.last or self.first)


async def sed(call: Call) -> Reply:
    """``sed [-nE] [-e] SCRIPT [FILE...]`` with ``s``, ``d``, ``p`` and ``q``."""
    plain = without_options(call.arguments, "-e")
    scripts = [call.option("-e")] if "-e" in call.arguments else plain[:1]
    paths = plain if "-e" in call.arguments else plain[1:]
    is_extended = "E" in call.flags() or "r" in call.flags()
    try:
        edits = _edits(scripts[0] if scripts else "", is_extended=is_extended)
    except (ValueError, BadArgument) as error:
        return Reply(status=1, errors=f"sed: bad pattern: {error}\n")
    number = 0
    async for _, line in input_lines(call, paths):
        number += 1
        text: str | None = line.decode(errors="replace")
        extra, quits = "", False
        for edit in edits:
            if text is None or not edit.applies(number, text):
                continue
            if edit.verb == "s" and edit.search is not None:
                text, count = edit.search.subn(edit.replacement, text, count=0 if "g" in edit.flags else 1)
                extra += f"{text}\n" if count and "p" in edit.flags else ""
            elif edit.verb == "p":
                extra += f"{text}\n"
            elif edit.verb == "d":
                text = None
            quits = quits or edit.verb == "q"
        shown = "" if text is None or "n" in call.flags() else f"{text}\n"
        await call.stdout((shown + extra).encode())
        if quits:
            break
    return OK


def _edits(script: str, *, is_extended: bool) -> list[_Edit]:
    edits: list[_Edit] = []
    while script.strip(" ;\n"):
        script = script.lstrip(" ;\n")
        match = _EDIT.match(script)
        if match is None:
            raise ValueError(script)
        line, pattern, last, verb = match.groups()
        search, replacement, flags = None, "", ""
        script = script[match.end() :]
        if verb == "s":
            separator = re.escape(script[:1])
            part = rf"((?:[^{separator}\\]|\\.)*)"
            body = re.match(rf"{separator}{part}{separator}{part}{separator}([gpi0-9]*)", script)
            if body is None:
                raise ValueError(script)
            search = _regular(body[1], "i" in body[3], is_extended=is_extended)
            replacement = re.sub(r"(?<!\\)&", r"\\g<0>", body[2]).replace(r"\&", "&").replace(r"\/", "/")
            flags = body[3]
            script = script[body.end() :]
        edits.append(
            _Edit(
                verb=verb,
                first=_line_number(line),
                last=_line_number(last),
                pattern=_regular(pattern, False, is_extended=is_extended) if pattern is not None else None,
                search=search,
                replacement=replacement,
                flags=flags,
            )
        )
    return edits


def _regular(text: str, ignores_case: bool, *, is_extended: bool) -> re.Pattern[str]:
    if not is_extended:
        text = re.sub(r"\\?[|+?(){}]", lambda match: match[0][1:] or "\\" + match[0], text)
    text = text.replace("[[:space:]]", r"\s").replace("[[:digit:]]", r"\d")
    return expression(text, re.IGNORECASE if ignores_case else 0)


def _line_number(text: str | None) -> int:
    return 10**9 if text == "$" else int((text or "0")[:9])


async def awk(call: Call) -> Reply:
    """``awk [-F SEPARATOR] '/PATTERN/ {print $1, $NF}' [FILE...]``; other programs are refused."""
    attached = next((argument[2:] for argument in call.arguments if re.match(r"-F.", argument)), "")
    separator = attached or call.option("-F")
    plain = without_options(call.arguments, "-F")
    match = _AWK.fullmatch(plain[0]) if plain else None
    if match is None:
        return Reply(status=2, errors="awk: this phone's awk only prints columns\n")
    pattern, condition, printed = match.groups()
    wanted, divider = expression(pattern or ""), expression(separator)
    number = 0
    async for _, line in input_lines(call, plain[1:]):
        number += 1
        text = line.decode(errors="replace")
        if (pattern is not None and not wanted.search(text)) or not _holds(condition, number):
            continue
        fields = divider.split(text) if separator else text.split()
        await call.stdout((_printed(printed, text, fields, number) + "\n").encode())
    return OK


def _holds(condition: str | None, number: int) -> bool:
    if condition is None:
        return True
    operator, wanted = re.sub(r"[NR\s\d]", "", condition), int(re.sub(r"\D", "", condition)[:18])
    return {
        "==": number == wanted,
        "!=": number != wanted,
        ">": number > wanted,
        ">=": number >= wanted,
        "<": number < wanted,
        "<=": number <= wanted,
    }.get(operator, False)


def _position(term: str) -> int:
    """The number of a column; one that is a variable has none."""
    return whole_number(term[1:])


def _printed(expression: str | None, text: str, fields: list[str], number: int) -> str:
    if expression is None or not expression.strip():
        return text

    def value(term: str) -> str:
        if term.startswith('"'):
            return term[1:-1]
        if term == "NR":
            return str(number)
        if term == "NF":
            return str(len(fields))
        position = len(fields) if term == "$NF" else _position(term)
        return text if position == 0 else fields[position - 1] if position <= len(fields) else ""

    columns = expression.rstrip(" ;").split(",")
    return " ".join("".join(value(term) for term in re.findall(r'"[^"]*"|\$\w+|NR|NF', part)) for part in columns)


COMMANDS: CommandTable = {"awk": awk, "sed": sed}
