"""``$((...))``: whole numbers, as the shell counts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from genie_host.simphone.shell.scanner import ShellSyntaxError

_TOKEN = re.compile(r"\s*(0x[0-9a-fA-F]+|\d+|[A-Za-z_]\w*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>()!~&|^?:])")


def _divide(left: int, right: int) -> int:
    if right == 0:
        raise ShellSyntaxError("zero divisor")
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_LEVELS: tuple[Mapping[str, Callable[[int, int], int]], ...] = (
    {"||": lambda left, right: int(bool(left) or bool(right))},
    {"&&": lambda left, right: int(bool(left) and bool(right))},
    {"|": lambda left, right: left | right},
    {"^": lambda left, right: left ^ right},
    {"&": lambda left, right: left & right},
    {"==": lambda left, right: int(left == right), "!=": lambda left, right: int(left != right)},
    {
        "<": lambda left, right: int(left < right),
        ">": lambda left, right: int(left > right),
        "<=": lambda left, right: int(left <= right),
        ">=": lambda left, right: int(left >= right),
    },
    {"<<": lambda left, right: left << min(right, 63), ">>": lambda left, right: left >> right},
    {"+": lambda left, right: left + right, "-": lambda left, right: left - right},
    {
        "*": lambda left, right: left * right,
        "/": _divide,
        "%": lambda left, right: left - right * _divide(left, right),
    },
)
"""Binary operators, the loosest first."""


def evaluate(expression: str, lookup: Callable[[str], str | None]) -> int:
    """The value; raises ShellSyntaxError."""
    reader = _Reader(expression, lookup)
    value = reader.choice()
    if reader.token is not None:
        raise ShellSyntaxError(f"unexpected '{reader.token}'")
    return value


class _Reader:
    def __init__(self, expression: str, lookup: Callable[[str], str | None]) -> None:
        self._expression = expression.strip()
        self._lookup = lookup
        self._position = 0
        self.token: str | None = None
        self._advance()

    def choice(self) -> int:
        condition = self._binary(0)
        if not self._takes("?"):
            return condition
        first = self.choice()
        self._expect(":")
        second = self.choice()
        return first if condition else second

    def _binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        value = self._binary(level + 1)
        while self.token is not None and (operator := _LEVELS[level].get(self.token)):
            self._advance()
            value = operator(value, self._binary(level + 1))
        return value

    def _unary(self) -> int:
        token = self.token
        self._advance()
        match token:
            case "-":
                return -self._unary()
            case "+":
                return self._unary()
            case "!":
                return int(not self._unary())
            case "~":
                return ~self._unary()
            case "(":
                value = self.choice()
                self._expect(")")
                return value
            case str() if token[0].isdecimal():
                return int(token, 16 if token.startswith("0x") else 10)
            case str() if token[0].isalpha() or token[0] == "_":
                return _number(self._lookup(token) or "0")
        raise ShellSyntaxError(f"unexpected '{token or 'end of expression'}'")

    def _advance(self) -> None:
        if self._position >= len(self._expression):
            self.token = None
            return
        match = _TOKEN.match(self._expression, self._position)
        if match is None:
            raise ShellSyntaxError(f"bad expression '{self._expression}'")
        self._position = match.end()
        self.token = match[1]

    def _takes(self, token: str) -> bool:
        if self.token != token:
            return False
        self._advance()
        return True

    def _expect(self, token: str) -> None:
        if not self._takes(token):
            raise ShellSyntaxError(f"missing '{token}'")


def _number(text: str) -> int:
    try:
        return int(text, 0)
    except ValueError:
        raise ShellSyntaxError(f"bad number '{text}'") from None
