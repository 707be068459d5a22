"""What kind of app a package is, as far as risk goes. The lists are data, in ``lexicon.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from genie_host.policy.lexicon import CommitKind, lexicon

_LONG_WORD = 5
"""A word longer than this is also found inside another: "moneymanagement"."""


def is_sensitive_app(package: str) -> bool:
    """An app for money, passwords or settings."""
    words = lexicon()
    package = package.lower()
    if package.startswith(words.sensitive_prefixes):
        return True
    parts = _parts(package)
    return any(
        word in parts or (len(word) > _LONG_WORD and any(word in part for part in parts))
        for word in words.sensitive_words
    )


def is_agent_app(package: str) -> bool:
    """Another agent, an automation app or a terminal."""
    return not lexicon().agent_words.isdisjoint(_parts(package.lower()))


def deeds_in_context(package: str, labels: Iterable[str]) -> Iterator[CommitKind]:
    """The deeds that whole labels mean in this kind of app, though not in others."""
    parts = _parts(package.lower())
    for kind, (words, table) in lexicon().contexts.items():
        if not words.isdisjoint(parts) and any(map(table.equals, labels)):
            yield kind


def is_launcher(package: str) -> bool:
    """A home screen."""
    return "launcher" in package.lower()


def _parts(package: str) -> list[str]:
    return package.replace("_", ".").split(".")
