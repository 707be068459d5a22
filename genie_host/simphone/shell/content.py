"""``content``: query, insert, update and delete in the tables of providers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from genie_host.simphone.shell.command import OK, Call, CommandTable, Reply
from genie_host.simphone.shell.providers import Row, Table, table_of

_BINDING = re.compile(r"([^:]+):([silbfdn]):(.*)", re.DOTALL)
_CONDITION = re.compile(
    r"""\s*(\w+)\s*(=|==|!=|<>|>=|<=|>|<|LIKE|IS NOT|IS)\s*('[^']*'|"[^"]*"|\S+)\s*""", re.IGNORECASE
)


class BadStatement(Exception):
    """The command line, or a condition in it, makes no sense."""


async def content(call: Call) -> Reply:
    """``content query | insert | update | delete | read --uri URI ...``."""
    verb, *rest = call.arguments or ("",)
    uri = call.option("--uri")
    if verb not in ("query", "insert", "update", "delete", "read", "call"):
        return Reply(status=1, errors=f"Unsupported operation: {verb}\n")
    if not uri.startswith("content://"):
        return Reply(status=1, errors="Error: --uri is missing\n")
    authority = uri.removeprefix("content://").partition("/")[0]
    provider = call.phone.providers.get(authority)
    if provider is not None and verb == "call":
        return _called(provider(call.option("--method"), call.option("--arg")))
    table = table_of(uri)
    if table is None:
        return Reply(
            status=1,
            errors=f"Error while accessing provider:{authority}\njava.lang.IllegalStateException: Could not find "
            f"provider: {authority}\n\tat com.android.commands.content.Content$Command.execute(Content.java:514)\n",
        )
    try:
        return _VERBS.get(verb, _nothing)(call, table, uri, rest)
    except BadStatement as error:
        return Reply(
            status=1,
            errors=f"Error while accessing provider:{uri}\nandroid.database.sqlite.SQLiteException: {error}\n",
        )


def _query(call: Call, table: Table, uri: str, arguments: Sequence[str]) -> Reply:
    rows = [row for row in table.rows(call.phone, uri) if _matches(row, call.option("--where"))]
    for order in reversed([part.split() for part in call.option("--sort").split(",") if part.strip()]):
        rows.sort(key=lambda row: _sortable(row.get(order[0], "")), reverse=order[-1].upper() == "DESC")
    columns = [name for name in call.option("--projection").split(":") if name]
    if not rows:
        return Reply("No result found.\n")
    lines = []
    for number, row in enumerate(rows):
        unknown = [name for name in columns if name not in row]
        if unknown:
            raise BadStatement(f"no such column: {unknown[0]} (code 1)")
        shown = columns or list(row)
        lines.append(f"Row: {number} " + ", ".join(f"{name}={_printed(row[name])}" for name in shown) + "\n")
    return Reply("".join(lines))


def _insert(call: Call, table: Table, uri: str, arguments: Sequence[str]) -> Reply:
    table.insert(call.phone, uri, _bindings(arguments))
    return OK


def _update(call: Call, table: Table, uri: str, arguments: Sequence[str]) -> Reply:
    values = _bindings(arguments)
    for row in table.rows(call.phone, uri):
        if _matches(row, call.option("--where")):
            table.update(call.phone, uri, row, values)
    return OK


def _delete(call: Call, table: Table, uri: str, arguments: Sequence[str]) -> Reply:
    # From the end, so that what is left keeps its place.
    for row in reversed(table.rows(call.phone, uri)):
        if _matches(row, call.option("--where")):
            table.delete(call.phone, uri, row)
    return OK


def _called(result: Mapping[str, str] | None) -> Reply:
    """As a Bundle prints itself."""
    if result is None:
        return Reply("Result: null\n")
    return Reply(f"Result: Bundle[{{{', '.join(f'{name}={value}' for name, value in result.items())}}}]\n")


def _nothing(call: Call, table: Table, uri: str, arguments: Sequence[str]) -> Reply:
    return OK


def _bindings(arguments: Sequence[str]) -> Row:
    values: Row = {}
    for option, text in pairwise(arguments):
        if option != "--bind":
            continue
        match = _BINDING.fullmatch(text)
        if match is None:
            raise BadStatement(f"bad binding {text}")
        values[match[1]] = None if match[2] == "n" else match[3]
    return values


def _matches(row: Row, where: str) -> bool:
    if not where.strip():
        return True
    return any(
        all(_holds(row, condition) for condition in re.split(r"\s+AND\s+", part, flags=re.IGNORECASE))
        for part in re.split(r"\s+OR\s+", where.strip().strip("()"), flags=re.IGNORECASE)
    )


def _holds(row: Row, condition: str) -> bool:
    match = _CONDITION.fullmatch(condition.strip().strip("()"))
    if match is None or match[1] not in row:
        raise BadStatement(f"no such column or condition: {condition} (code 1)")
    value, operator, wanted = row[match[1]], match[2].upper(), match[3].strip("'\"")
    if operator.startswith("IS"):
        return (value is None) == (operator == "IS")
    if operator == "LIKE":
        pattern = re.escape(wanted).replace("%", ".*").replace("_", ".")
        return re.fullmatch(pattern, value or "", re.IGNORECASE | re.DOTALL) is not None
    left, right = _sortable(value), _sortable(wanted)
    if operator in ("=", "=="):
        return left == right
    if operator in ("!=", "<>"):
        return left != right
    return {">": left > right, "<": left < right, ">=": left >= right, "<=": left <= right}[operator]


def _sortable(value: str | None) -> tuple[int, int, str]:
    """Numbers before texts, each in their order."""
    text = value or ""
    return (0, int(text), "") if re.fullmatch(r"-?[0-9]{1,18}", text) else (1, 0, text)


def _printed(value: str | None) -> str:
    return "NULL" if value is None else value


_VERBS: dict[str, Callable[[Call, Table, str, Sequence[str]], Reply]] = {
    "delete": _delete,
    "insert": _insert,
    "query": _query,
    "update": _update,
}

COMMANDS: CommandTable = {"content": content}
