"""``test`` and ``[``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from genie_host.simphone.shell.command import BadArgument, Call, CommandTable, Reply, expression, whole_number

_COMPARISONS: Mapping[str, Callable[[str, str], bool]] = {
    "=": lambda left, right: left == right,
    "==": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "-eq": lambda left, right: whole_number(left.strip()) == whole_number(right.strip()),
    "-ne": lambda left, right: whole_number(left.strip()) != whole_number(right.strip()),
    "-lt": lambda left, right: whole_number(left.strip()) < whole_number(right.strip()),
    "-le": lambda left, right: whole_number(left.strip()) <= whole_number(right.strip()),
    "-gt": lambda left, right: whole_number(left.strip()) > whole_number(right.strip()),
    "-ge": lambda left, right: whole_number(left.strip()) >= whole_number(right.strip()),
    "=~": lambda left, right: expression(right).search(left) is not None,
}


def test(call: Call) -> Reply:
    """``test EXPRESSION``; 0 when it holds, 1 when not, 2 when it makes no sense."""
    arguments = list(call.arguments)
    closing = {"[": "]", "[[": "]]"}.get(call.name)
    if closing is not None:
        if arguments[-1:] != [closing]:
            return Reply(status=2, errors=f"/system/bin/sh: {call.name}: missing {closing}\n")
        arguments.pop()
    try:
        return Reply(status=int(not _holds(call, arguments)))
    except (ValueError, BadArgument):
        return Reply(status=2, errors=f"/system/bin/sh: {call.name}: {' '.join(arguments)}: unexpected operator\n")


def _holds(call: Call, arguments: list[str]) -> bool:
    for joint in (("-o", "||"), ("-a", "&&")):
        for position, argument in enumerate(arguments):
            if argument in joint and 0 < position < len(arguments) - 1 and len(arguments) > 3:
                before = _holds(call, arguments[:position])
                after = _holds(call, arguments[position + 1 :])
                return (before or after) if joint[0] == "-o" else (before and after)
    match arguments:
        case []:
            return False
        case [text]:
            return bool(text)
        case ["!", *rest]:
            return not _holds(call, rest)
        case [left, operator, right]:
            return _COMPARISONS[operator](left, right) if operator in _COMPARISONS else _unknown()
        case [operator, text]:
            return _unary(call, operator, text)
    return _unknown()


def _unary(call: Call, operator: str, text: str) -> bool:
    entry = call.phone.files.get(call.path(text)) if text else None
    match operator:
        case "-n":
            return bool(text)
        case "-z":
            return not text
        case "-e" | "-r" | "-w" | "-a":
            return entry is not None
        case "-f":
            return entry is not None and not entry.is_directory
        case "-d":
            return entry is not None and entry.is_directory
        case "-s":
            return entry is not None and entry.size > 0
        case "-x":
            return entry is not None and bool(entry.mode & 0o111)
        case "-t" | "-h" | "-L" | "-p" | "-S":
            return False
    return _unknown()


def _unknown() -> bool:
    raise ValueError


COMMANDS: CommandTable = {"[": test, "[[": test, "test": test}
