"""What a label means in one kind of app and not in others. Kinds of apps are in the policy file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from genie_host.policy.lexicon import CommitKind, lexicon
from genie_host.policy.rules import Rules


def deeds_in_context(package: str, labels: Iterable[str], rules: Rules) -> Iterator[CommitKind]:
    """The deeds that whole labels mean in this kind of app, though not in others."""
    labels = tuple(labels)
    for kind, (category, table) in lexicon().contexts.items():
        if rules.is_in(category, package) and any(map(table.equals, labels)):
            yield kind


def is_launcher(package: str) -> bool:
    """A home screen."""
    return "launcher" in package.lower()
