"""Cuts a shell script into words, operators and redirections."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPERATORS = ("&&", "||", ";", "|", "&", "\n")
_NAME = re.compile(r"[A-Za-z_]\w*|[?]")
_REDIRECTION = re.compile(r"([0-2]?)(>>|>|<)(&[12])?")
_QUOTED_ESCAPES = '"\\$`'


class ShellSyntaxError(Exception):
    """The line is not in the language."""


@dataclass(frozen=True)
class Variable:
    """``$NAME`` or ``${NAME}``; ``?`` is the last exit status."""

    name: str


@dataclass(frozen=True)
class Word:
    """One argument before expansion."""

    parts: tuple[str | Variable, ...]
    is_quoted: bool = False

    def expanded(self, variables: dict[str, str]) -> str:
        return "".join(part if isinstance(part, str) else variables.get(part.name, "") for part in self.parts)


@dataclass(frozen=True)
class Redirection:
    """``descriptor`` 0 to 2; ``target`` a path, or ``&1`` and ``&2``."""

    descriptor: int
    target: Word
    appends: bool = False


Lexeme = str | Word | Redirection
"""Operators are plain strings."""


class Scanner:
    """One script from left to right. A redirection's target is empty when it is the next word."""

    def __init__(self, script: str) -> None:
        self._script = script
        self._position = 0

    def lexemes(self) -> list[Lexeme]:
        found: list[Lexeme] = []
        while self._position < len(self._script):
            rest = self._script[self._position :]
            if rest[0] in " \t\r":
                self._position += 1
            elif rest[0] == "#":
                self._position += len(rest.split("\n", 1)[0])
            elif match := _REDIRECTION.match(rest):
                self._position += match.end()
                descriptor = int(match[1]) if match[1] else int(match[2] != "<")
                target = Word((match[3],)) if match[3] else Word(())
                found.append(Redirection(descriptor, target, appends=match[2] == ">>"))
            elif operator := next((op for op in _OPERATORS if rest.startswith(op)), None):
                self._position += len(operator)
                found.append(operator)
            elif rest[0] in "()":
                raise ShellSyntaxError(f"syntax error: unexpected '{rest[0]}'")
            else:
                found.append(self._word())
        return found

    def _word(self) -> Word:
        parts: list[str | Variable] = []
        is_quoted = False
        while self._position < len(self._script):
            character = self._script[self._position]
            if character in " \t\r\n;|&<>()":
                break
            if character == "'":
                is_quoted = True
                parts.append(self._single_quoted())
            elif character == '"':
                is_quoted = True
                parts += self._double_quoted()
            elif character == "\\":
                parts.append(self._script[self._position + 1 : self._position + 2])
                self._position += 2
            elif character == "$":
                parts.append(self._variable())
            else:
                parts.append(character)
                self._position += 1
        return Word(_joined(parts), is_quoted)

    def _single_quoted(self) -> str:
        end = self._script.find("'", self._position + 1)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        text = self._script[self._position + 1 : end]
        self._position = end + 1
        return text

    def _double_quoted(self) -> list[str | Variable]:
        parts: list[str | Variable] = []
        self._position += 1
        while (character := self._script[self._position : self._position + 1]) != '"':
            following = self._script[self._position + 1 : self._position + 2]
            if not character:
                raise ShellSyntaxError("no closing quote")
            if character == "$":
                parts.append(self._variable())
            elif character == "\\" and following and following in _QUOTED_ESCAPES:
                parts.append(following)
                self._position += 2
            else:
                parts.append(character)
                self._position += 1
        self._position += 1
        return parts

    def _variable(self) -> str | Variable:
        self._position += 1
        is_braced = self._script.startswith("{", self._position)
        match = _NAME.match(self._script, self._position + is_braced)
        if match is None or (is_braced and not self._script.startswith("}", match.end())):
            if self._script.startswith(("(", "{"), self._position):
                raise ShellSyntaxError("substitutions are not supported")
            return "$"
        self._position = match.end() + is_braced
        return Variable(match[0])


def _joined(parts: list[str | Variable]) -> tuple[str | Variable, ...]:
    joined: list[str | Variable] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)
