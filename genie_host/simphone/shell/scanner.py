"""Cuts a shell script into words, operators and redirections."""

from __future__ import annotations

import re

from genie_host.simphone.shell.words import (
    Arithmetic,
    Lexeme,
    Literal,
    Operator,
    Part,
    Redirection,
    Substitution,
    Variable,
    Word,
)

_OPERATORS = ("&&", "||", ";;", ";", "|", "&", "(", ")", "\n")
_NAME = re.compile(r"[A-Za-z_]\w*|[0-9?#@*$!]")
_REDIRECTION = re.compile(r"(\d?)(<<-?|>>|>\||>|<)(&\d)?")
_EXPANSION_OPERATOR = re.compile(r":-|:=|:\+|:\?|\?|-|=|\+|##|#|%%|%")
_ENDS_WORD = " \t\r\n;|&<>()"
_QUOTED_ESCAPES = '"\\$`\n'


class ShellSyntaxError(Exception):
    """The line is not in the language."""


class Scanner:
    """One script from left to right. A redirection without a target is followed by it as a word."""

    def __init__(self, script: str) -> None:
        self._script = script
        self._position = 0

    def lexemes(self) -> list[Lexeme]:
        """All of them."""
        found: list[Lexeme] = []
        while self._position < len(self._script):
            rest = self._script[self._position : self._position + 4]
            if rest[0] in " \t\r":
                self._position += 1
            elif rest.startswith("\\\n"):
                self._position += 2
            elif rest[0] == "#":
                end = self._script.find("\n", self._position)
                self._position = len(self._script) if end < 0 else end
            elif match := _REDIRECTION.match(self._script, self._position):
                self._position = match.end()
                found.append(self._redirection(match))
            elif operator := next((text for text in _OPERATORS if rest.startswith(text)), None):
                self._position += len(operator)
                found.append(Operator(operator))
            else:
                found.append(self._word(_ENDS_WORD))
        return found

    def text(self) -> Word:
        """The whole script as one word in double quotes, as the shell reads a here-document."""
        return Word(tuple(self._double_quoted(is_open=False)))

    def _redirection(self, match: re.Match[str]) -> Redirection:
        descriptor = int(match[1]) if match[1] else int(not match[2].startswith("<"))
        operator = ">" if match[2] == ">|" else match[2]
        if match[3]:
            return Redirection(descriptor, operator, Word((Literal(match[3]),)))
        while self._script.startswith((" ", "\t"), self._position):
            self._position += 1
        target = self._word(_ENDS_WORD)
        if not target.parts:
            raise ShellSyntaxError("syntax error: unexpected newline")
        return Redirection(descriptor, operator, self._here_document(target) if "<<" in operator else target)

    def _here_document(self, delimiter: Word) -> Word:
        """The lines after this one up to the delimiter; taken out of the script."""
        end = "".join(part.text for part in delimiter.parts if isinstance(part, Literal))
        line_end = self._script.find("\n", self._position)
        if line_end < 0:
            raise ShellSyntaxError("here document unclosed")
        lines: list[str] = []
        position = line_end + 1
        for line in self._script[position:].splitlines(keepends=True):
            position += len(line)
            if line.rstrip("\n").lstrip("\t") == end:
                break
            lines.append(line)
        else:
            raise ShellSyntaxError("here document unclosed")
        self._script = self._script[: line_end + 1] + self._script[position:]
        text = "".join(lines)
        is_quoted = any(isinstance(part, Literal) and part.is_quoted for part in delimiter.parts)
        return Word((Literal(text, is_quoted=True),)) if is_quoted else Scanner(text).text()

    def _word(self, ends: str) -> Word:
        parts: list[Part] = []
        while self._position < len(self._script) and (character := self._script[self._position]) not in ends:
            if character == "'":
                parts.append(Literal(self._single_quoted(), is_quoted=True))
            elif character == '"':
                self._position += 1
                parts += self._double_quoted(is_open=True)
            elif character == "\\":
                escaped = self._script[self._position + 1 : self._position + 2]
                parts.append(Literal("" if escaped == "\n" else escaped, is_quoted=True))
                self._position += 2
            elif character in "$`":
                parts.append(self._expansion(is_quoted=False))
            else:
                parts.append(Literal(character))
                self._position += 1
        return Word(_joined(parts))

    def _single_quoted(self) -> str:
        end = self._script.find("'", self._position + 1)
        if end < 0:
            raise ShellSyntaxError("no closing quote")
        text = self._script[self._position + 1 : end]
        self._position = end + 1
        return text

    def _double_quoted(self, *, is_open: bool) -> list[Part]:
        # The empty literal keeps "" a word of its own.
        parts: list[Part] = [Literal("", is_quoted=True)]
        while (character := self._script[self._position : self._position + 1]) != '"' or not is_open:
            following = self._script[self._position + 1 : self._position + 2]
            if not character:
                if is_open:
                    raise ShellSyntaxError("no closing quote")
                return list(_joined(parts))
            if character in "$`":
                parts.append(self._expansion(is_quoted=True))
            elif character == "\\" and following and following in _QUOTED_ESCAPES:
                parts.append(Literal("" if following == "\n" else following, is_quoted=True))
                self._position += 2
            else:
                parts.append(Literal(character, is_quoted=True))
                self._position += 1
        self._position += 1
        return list(_joined(parts))

    def _expansion(self, *, is_quoted: bool) -> Part:
        if self._script[self._position] == "`":
            end = self._script.find("`", self._position + 1)
            if end < 0:
                raise ShellSyntaxError("no closing quote")
            script = self._script[self._position + 1 : end].replace("\\`", "`").replace("\\$", "$")
            self._position = end + 1
            return Substitution(script, is_quoted)
        self._position += 1
        if self._script.startswith("((", self._position):
            inner = self._enclosed()
            if inner.startswith("(") and inner.endswith(")"):
                return Arithmetic(Scanner(inner[1:-1]).text())
            return Substitution(inner, is_quoted)
        if self._script.startswith("(", self._position):
            return Substitution(self._enclosed(), is_quoted)
        if self._script.startswith("{", self._position):
            return self._braced(is_quoted=is_quoted)
        match = _NAME.match(self._script, self._position)
        if match is None:
            return Literal("$", is_quoted)
        self._position = match.end()
        return Variable(match[0], is_quoted)

    def _braced(self, *, is_quoted: bool) -> Variable:
        self._position += 1
        has_length = self._script.startswith("#", self._position) and not self._script.startswith("#}", self._position)
        match = _NAME.match(self._script, self._position + has_length)
        if match is None:
            raise ShellSyntaxError("bad substitution")
        self._position = match.end()
        operator, argument = "length" if has_length else "", None
        if expansion := _EXPANSION_OPERATOR.match(self._script, self._position):
            self._position = expansion.end()
            operator, argument = expansion[0], self._word("}")
        if not self._script.startswith("}", self._position):
            raise ShellSyntaxError("bad substitution")
        self._position += 1
        return Variable(match[0], is_quoted, operator, argument)

    def _enclosed(self) -> str:
        """The text between this parenthesis and the one that closes it."""
        start = self._position + 1
        depth, position = 0, self._position
        while position < len(self._script):
            character = self._script[position]
            if character == "\\":
                position += 1
            elif character in "'\"":
                position = self._end_of_quotes(position)
            elif character in "()":
                depth += 1 if character == "(" else -1
                if depth == 0:
                    self._position = position + 1
                    return self._script[start:position]
            position += 1
        raise ShellSyntaxError("syntax error: unclosed '('")

    def _end_of_quotes(self, position: int) -> int:
        quote = self._script[position]
        position += 1
        while position < len(self._script) and self._script[position] != quote:
            position += 2 if quote == '"' and self._script[position] == "\\" else 1
        return position


def _joined(parts: list[Part]) -> tuple[Part, ...]:
    joined: list[Part] = []
    for part in parts:
        last = joined[-1] if joined else None
        if isinstance(part, Literal) and isinstance(last, Literal) and part.is_quoted == last.is_quoted:
            joined[-1] = Literal(last.text + part.text, part.is_quoted)
        else:
            joined.append(part)
    return tuple(joined)
