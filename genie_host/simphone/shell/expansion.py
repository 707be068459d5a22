"""From words of a script to the arguments of a command."""

from __future__ import annotations

import fnmatch
import glob
import re
from collections.abc import Awaitable, Callable

from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.shell.arithmetic import evaluate
from genie_host.simphone.shell.scanner import ShellSyntaxError
from genie_host.simphone.shell.state import State
from genie_host.simphone.shell.words import Arithmetic, Literal, Part, Substitution, Variable, Word

_MOST_CHARACTERS = 4 * 1024 * 1024
_WILD = re.compile(r"[*?\[]")

Piece = tuple[str, bool]
"""Text, and whether it was quoted."""


class Expander:
    """Expands in one shell process. ``substitute`` runs a script and gives what it printed."""

    def __init__(self, state: State, files: FileSystem, substitute: Callable[[str], Awaitable[str]]) -> None:
        self._state = state
        self._files = files
        self._substitute = substitute

    async def arguments(self, words: list[Word]) -> list[str]:
        """Split at blanks and matched against files, where nothing is quoted."""
        return [argument for word in words for argument in await self._fields(word)]

    async def text(self, word: Word) -> str:
        """One text, neither split nor matched."""
        text = "".join([piece for part in word.parts for piece, _ in await self._pieces(part)])
        if len(text) > _MOST_CHARACTERS:
            raise ShellSyntaxError("cannot allocate memory")
        return text

    async def pattern(self, word: Word) -> str:
        """A pattern of file names in which quoted stars are only stars."""
        pieces = [piece for part in word.parts for piece in await self._pieces(part)]
        return _pattern(pieces)

    async def _fields(self, word: Word) -> list[str]:
        if not self._state.arguments and _is_all_arguments(word):
            return []  # "$@" without arguments is nothing, not an empty word
        fields: list[list[Piece]] = []
        current: list[Piece] | None = None
        for part in word.parts:
            if isinstance(part, Variable) and part.name == "@" and part.is_quoted and not part.operator:
                for position, argument in enumerate(self._state.arguments):
                    if position or current is None:
                        current = []
                        fields.append(current)
                    current.append((argument, True))
                continue
            for text, is_quoted in await self._pieces(part):
                splits = not is_quoted and not isinstance(part, Literal)
                for position, chunk in enumerate(re.split(r"[ \t\n]+", text) if splits else [text]):
                    if position:
                        current = None
                    if not chunk and not is_quoted:
                        continue
                    if current is None:
                        current = []
                        fields.append(current)
                    current.append((chunk, is_quoted))
        return [name for field in fields for name in self._matched(field)]

    def _matched(self, field: list[Piece]) -> list[str]:
        text = "".join(piece for piece, _ in field)
        if not any(_WILD.search(piece) for piece, is_quoted in field if not is_quoted):
            return [text]
        names = self._glob(_pattern(field))
        return names or [text]

    def _glob(self, pattern: str) -> list[str]:
        """Names of files, written as the pattern is."""
        found = ["/" if pattern.startswith("/") else ""]
        for step in pattern.strip("/").split("/"):
            below: list[str] = []
            for directory in found:
                for name, entry in self._files.list(self._state.path(directory or ".")):
                    if name.startswith(".") and not step.startswith("."):
                        continue
                    if fnmatch.fnmatchcase(name, step.replace("[^", "[!")):
                        below.append(directory + name + ("/" if entry.is_directory else ""))
            found = below
        return sorted(name.rstrip("/") for name in found)

    async def _pieces(self, part: Part) -> list[Piece]:
        match part:
            case Literal():
                return [(part.text, part.is_quoted)]
            case Substitution():
                return [((await self._substitute(part.script)).rstrip("\n"), part.is_quoted)]
            case Arithmetic():
                return [(str(evaluate(await self.text(part.expression), self._state.lookup)), True)]
            case Variable():
                return [(await self._variable(part), part.is_quoted)]

    async def _variable(self, part: Variable) -> str:
        value = self._state.lookup(part.name)
        operator, argument = part.operator, part.argument
        if argument is None:
            return str(len(value or "")) if operator == "length" else value or ""
        if operator in ("#", "##", "%", "%%"):
            return _trimmed(value or "", operator, await self.pattern(argument))
        is_missing = value is None or (not value and operator.startswith(":"))
        if operator.endswith("+"):
            return "" if is_missing else await self.text(argument)
        if not is_missing:
            return value or ""
        if operator.endswith("?"):
            raise ShellSyntaxError(f"{part.name}: {await self.text(argument) or 'parameter not set'}")
        default = await self.text(argument)
        if operator.endswith("="):
            self._state.variables[part.name] = default
        return default


def _is_all_arguments(word: Word) -> bool:
    names = [part.name if isinstance(part, Variable) else "" for part in word.parts if part != Literal("", True)]
    return names == ["@"]


def _pattern(pieces: list[Piece]) -> str:
    return "".join(glob.escape(text) if is_quoted else text for text, is_quoted in pieces)


def _trimmed(value: str, operator: str, pattern: str) -> str:
    """The value without the shortest or longest beginning or end that the pattern matches."""
    is_greedy, at_end = len(operator) == 2, operator.startswith("%")
    lengths = range(len(value), -1, -1) if is_greedy else range(len(value) + 1)
    for length in lengths:
        part = value[len(value) - length :] if at_end else value[:length]
        if fnmatch.fnmatchcase(part, pattern):
            return value[: len(value) - length] if at_end else value[length:]
    return value
