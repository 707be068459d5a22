"""A parsed script: commands in pipelines in lists."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.simphone.shell.words import Redirection, Word


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
class Group:
    """``{ ...; }``, or ``( ... )``, whose variables are its own."""

    body: Script
    is_subshell: bool = False
    redirections: list[Redirection] = field(default_factory=list)


@dataclass
class If:
    """``if``, ``elif`` and ``else``; the condition of ``else`` is empty."""

    branches: list[tuple[Script, Script]]
    redirections: list[Redirection] = field(default_factory=list)


@dataclass
class Loop:
    """``while`` and ``until``."""

    condition: Script
    body: Script
    ends_on_success: bool = False
    redirections: list[Redirection] = field(default_factory=list)


@dataclass
class For:
    """``for NAME in WORD...``; without ``in`` over the arguments."""

    name: str
    words: list[Word] | None
    body: Script
    redirections: list[Redirection] = field(default_factory=list)


@dataclass
class Case:
    """``case WORD in PATTERN|PATTERN) ... ;; esac``."""

    word: Word
    branches: list[tuple[list[Word], Script]]
    redirections: list[Redirection] = field(default_factory=list)


Command = SimpleCommand | Group | If | Loop | For | Case


@dataclass
class Pipeline:
    """Commands whose output feeds the next; ``after`` says when it runs: ``;`` always, ``&&``, ``||``."""

    after: str
    commands: list[Command]
    is_background: bool = False
    is_negated: bool = False


Script = list[Pipeline]
