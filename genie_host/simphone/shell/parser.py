"""The part of the shell language that hosts use: lists, pipelines, assignments, redirections."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from genie_host.simphone.shell.scanner import Lexeme, Redirection, Scanner, ShellSyntaxError, Variable, Word

_ENDS_PIPELINE = ("&&", "||", ";", "&", "\n")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)


@dataclass
class SimpleCommand:
    """Assignments, words and redirections."""

    assignments: list[tuple[str, Word]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.assignments or self.words or self.redirections)


@dataclass
class Pipeline:
    """Commands whose output feeds the next; ``after`` says when it runs: ``;`` always, ``&&``, ``||``."""

    after: str
    commands: list[SimpleCommand]
    is_background: bool = False


def parse(script: str) -> list[Pipeline]:
    """Read a script; raises ShellSyntaxError."""
    pipelines: list[Pipeline] = []
    after, commands, current = ";", [], SimpleCommand()
    lexemes = Scanner(script).lexemes()
    lexemes.append("\n")
    position = 0
    while position < len(lexemes):
        lexeme = lexemes[position]
        position += 1
        if isinstance(lexeme, Word):
            _add_word(current, lexeme)
        elif isinstance(lexeme, Redirection):
            if not lexeme.target.parts:
                lexeme, position = _with_target(lexeme, lexemes, position)
            current.redirections.append(lexeme)
        else:
            if not current.is_empty:
                commands.append(current)
            elif lexeme in ("|", "&&", "||") or (commands and lexeme in _ENDS_PIPELINE):
                raise ShellSyntaxError(f"syntax error: unexpected '{lexeme.strip() or 'newline'}'")
            current = SimpleCommand()
            if lexeme in _ENDS_PIPELINE:
                if commands:
                    pipelines.append(Pipeline(after, commands, is_background=lexeme == "&"))
                    after = ";"
                    commands = []
                after = lexeme if lexeme in ("&&", "||") else after
    if after != ";":
        raise ShellSyntaxError("syntax error: unexpected end of file")
    return pipelines


def _add_word(command: SimpleCommand, word: Word) -> None:
    first = word.parts[0] if word.parts else None
    if not command.words and isinstance(first, str):
        match = _ASSIGNMENT.fullmatch(first)
        if match:
            value: tuple[str | Variable, ...] = (match[2], *word.parts[1:])
            command.assignments.append((match[1], Word(value, word.is_quoted)))
            return
    command.words.append(word)


def _with_target(redirection: Redirection, tokens: list[Lexeme], position: int) -> tuple[Redirection, int]:
    target = tokens[position]
    if not isinstance(target, Word):
        raise ShellSyntaxError("syntax error: unexpected newline")
    return Redirection(redirection.descriptor, target, redirection.appends), position + 1
