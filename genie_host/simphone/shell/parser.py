"""The shell language that hosts and their scripts use: lists, pipelines, groups, loops, conditions."""

from __future__ import annotations

import re

from genie_host.simphone.shell.scanner import Scanner, ShellSyntaxError
from genie_host.simphone.shell.syntax import Case, Command, For, Group, If, Loop, Pipeline, Script, SimpleCommand
from genie_host.simphone.shell.words import Lexeme, Literal, Operator, Redirection, Word

_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
_CLOSING_WORDS = frozenset("then elif else fi do done esac }".split())


def parse(script: str) -> Script:
    """Read a script; raises ShellSyntaxError."""
    parser = _Parser(Scanner(script).lexemes())
    pipelines = parser.script()
    parser.expect_end()
    return pipelines


class _Parser:
    def __init__(self, lexemes: list[Lexeme]) -> None:
        self._lexemes = lexemes
        self._position = 0

    def expect_end(self) -> None:
        if self._position < len(self._lexemes):
            raise self._unexpected()

    def script(self) -> Script:
        """Pipelines up to a word or operator that closes what they stand in."""
        pipelines: Script = []
        after = ";"
        self._skip_newlines(";")
        while not self._is_at_close():
            pipeline = self._pipeline(after)
            pipelines.append(pipeline)
            after = ";"
            if self._takes("&"):
                pipeline.is_background = True
            elif self._is_operator("&&", "||"):
                after = self._operator()
                self._skip_newlines()
                if self._is_at_close():
                    raise self._unexpected()
                continue
            elif not self._is_operator(";", "\n"):
                break
            self._skip_newlines(";")
        return pipelines

    def _pipeline(self, after: str) -> Pipeline:
        is_negated = self._takes_word("!")
        commands = [self._command()]
        while self._takes("|"):
            self._skip_newlines()
            commands.append(self._command())
        return Pipeline(after, commands, is_negated=is_negated)

    def _command(self) -> Command:
        command: Command
        match self._plain():
            case "if":
                command = self._if()
            case "while" | "until" as word:
                self._position += 1
                condition = self._body("do")
                command = Loop(condition, self._body("done"), ends_on_success=word == "until")
            case "for":
                command = self._for()
            case "case":
                command = self._case()
            case "{":
                self._position += 1
                command = Group(self._body("}"))
            case _:
                if not self._takes("("):
                    return self._simple()
                command = Group(self.script(), is_subshell=True)
                self._expect(")")
        while isinstance(lexeme := self._peek(), Redirection):
            self._position += 1
            command.redirections.append(lexeme)
        return command

    def _simple(self) -> SimpleCommand:
        command = SimpleCommand()
        while isinstance(lexeme := self._peek(), Word | Redirection):
            self._position += 1
            if isinstance(lexeme, Redirection):
                command.redirections.append(lexeme)
            elif not (assignment := None if command.words else _assignment(lexeme)):
                command.words.append(lexeme)
            else:
                command.assignments.append(assignment)
        if command.is_empty:
            raise self._unexpected()
        return command

    def _if(self) -> If:
        self._position += 1
        branches = [(self._body("then"), self._script_in_if())]
        while self._takes_word("elif"):
            branches.append((self._body("then"), self._script_in_if()))
        if self._takes_word("else"):
            branches.append(([], self._script_in_if()))
        self._expect_word("fi")
        return If(branches)

    def _script_in_if(self) -> Script:
        body = self.script()
        if not body:
            raise self._unexpected()
        return body

    def _for(self) -> For:
        self._position += 1
        name = self._plain()
        self._position += 1
        if name is None or not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise ShellSyntaxError("syntax error: bad 'for' name")
        self._skip_newlines()
        words: list[Word] | None = None
        if self._takes_word("in"):
            words = []
            while isinstance(lexeme := self._peek(), Word):
                self._position += 1
                words.append(lexeme)
        self._skip_newlines(";")
        self._expect_word("do")
        return For(name, words, self._body("done"))

    def _case(self) -> Case:
        self._position += 1
        word = self._peek()
        if not isinstance(word, Word):
            raise self._unexpected()
        self._position += 1
        self._skip_newlines()
        self._expect_word("in")
        self._skip_newlines()
        branches: list[tuple[list[Word], Script]] = []
        while not self._takes_word("esac"):
            self._takes("(")
            patterns: list[Word] = []
            while isinstance(lexeme := self._peek(), Word):
                patterns.append(lexeme)
                self._position += 1
                self._takes("|")
            self._expect(")")
            branches.append((patterns, self.script()))
            self._takes(";;")
            self._skip_newlines()
        return Case(word, branches)

    def _body(self, closing_word: str) -> Script:
        body = self.script()
        if not body:
            raise self._unexpected()
        self._expect_word(closing_word)
        return body

    def _peek(self) -> Lexeme | None:
        return self._lexemes[self._position] if self._position < len(self._lexemes) else None

    def _plain(self) -> str | None:
        lexeme = self._peek()
        return lexeme.plain if isinstance(lexeme, Word) else None

    def _is_operator(self, *texts: str) -> bool:
        lexeme = self._peek()
        return isinstance(lexeme, Operator) and lexeme.text in texts

    def _is_at_close(self) -> bool:
        return self._peek() is None or self._plain() in _CLOSING_WORDS or self._is_operator(")", ";;")

    def _operator(self) -> str:
        lexeme = self._peek()
        self._position += 1
        return lexeme.text if isinstance(lexeme, Operator) else ""

    def _takes(self, text: str) -> bool:
        if not self._is_operator(text):
            return False
        self._position += 1
        return True

    def _takes_word(self, word: str) -> bool:
        if self._plain() != word:
            return False
        self._position += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._takes(text):
            raise self._unexpected()

    def _expect_word(self, word: str) -> None:
        if not self._takes_word(word):
            raise self._unexpected()

    def _skip_newlines(self, *more: str) -> None:
        while self._is_operator("\n", *more):
            self._position += 1

    def _unexpected(self) -> ShellSyntaxError:
        lexeme = self._peek()
        if lexeme is None:
            return ShellSyntaxError("syntax error: unexpected end of file")
        text = lexeme.text if isinstance(lexeme, Operator) else self._plain() or "word"
        return ShellSyntaxError(f"syntax error: unexpected '{text.strip() or 'newline'}'")


def _assignment(word: Word) -> tuple[str, Word] | None:
    first = word.parts[0] if word.parts else None
    match = _ASSIGNMENT.fullmatch(first.text) if isinstance(first, Literal) and not first.is_quoted else None
    return (match[1], Word((Literal(match[2]), *word.parts[1:]))) if match else None
