"""Work for later: actions and what their templates can name, kept as data so that a snapshot can hold it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.world.schema import Action


@dataclass(frozen=True)
class Work:
    """What the stage's methods take where they ask for a callable: ``Work(actions, scope, run)``."""

    actions: Sequence[Action]
    scope: Mapping[str, Any]
    run: Callable[[Sequence[Action], Mapping[str, Any]], object]
    """Does the actions; whoever restores a snapshot puts its own here."""

    def __call__(self) -> None:
        self.run(self.actions, self.scope)
