"""Words of a script before they are expanded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Literal:
    """Text that stands for itself."""

    text: str
    is_quoted: bool = False
    """Quoted text is never split, and its stars match only stars."""


@dataclass(frozen=True)
class Variable:
    """``$NAME``, ``${NAME}`` and ``${NAME:-WORD}``; names are also digits and ``? # @ * $ !``."""

    name: str
    is_quoted: bool = False
    operator: str = ""
    """``:-``, ``-``, ``:=``, ``:+``, ``+``, ``?``, ``#``, ``##``, ``%``, ``%%``, or ``length``."""
    argument: Word | None = None


@dataclass(frozen=True)
class Substitution:
    """What a script prints: ``$(SCRIPT)`` and backquotes."""

    script: str
    is_quoted: bool = False


@dataclass(frozen=True)
class Arithmetic:
    """``$((EXPRESSION))``."""

    expression: Word


Part = Literal | Variable | Substitution | Arithmetic


@dataclass(frozen=True)
class Word:
    """One argument, one target of a redirection, or one value."""

    parts: tuple[Part, ...]

    @property
    def plain(self) -> str | None:
        """The text of a word that has neither quotes nor anything to expand; None for others."""
        texts = [part.text for part in self.parts if isinstance(part, Literal) and not part.is_quoted]
        return "".join(texts) if len(texts) == len(self.parts) else None


@dataclass(frozen=True)
class Redirection:
    """``descriptor`` 0 to 2; ``target`` a path, or ``&1`` and ``&2``."""

    descriptor: int
    operator: str
    """``<``, ``>``, ``>>`` or ``<<`` with the target as the text itself."""
    target: Word


@dataclass(frozen=True)
class Operator:
    """What stands between words: ``;``, ``&&``, parentheses, the end of a line."""

    text: str


Lexeme = Word | Redirection | Operator
