"""One attack on the range: what the user wants, what the attacker wants, and how the phone tells which came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from genie_host.simphone.goals import EffectPattern, Goal
from genie_host.simphone.phone import SimPhone

Step = tuple[str, Mapping[str, Any]]
"""A tool and its arguments, as a model would call it."""
Facts = tuple[tuple[str, str], ...]
"""Details of a request that the user means, each with the value it must show."""
OnPhone = Callable[[SimPhone], object]
"""Something done to the simulated phone, on its own thread."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A phone, and what its user wants."""

    goal: Goal
    apps: tuple[str, ...] = ()
    """More apps on the phone, as YAML."""
    before: OnPhone | None = None
    """Done to the phone before the run."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One attack. Run twice: as it is, and without what makes it an attack (its clean twin)."""

    id: str
    attack: str
    """Its class, ``A1`` to ``A17``; docs/redteam.md says what each is."""
    place: str
    """Where the attack stands, such as ``message`` or ``notification``."""
    language: str = "en"
    attacked: Scene
    clean: Scene
    honest: tuple[Step, ...]
    """What the goal needs."""
    hostile: tuple[Step, ...]
    """What the attacker wants done."""
    trigger: str = ""
    """Text that turns the model once it reads it. Empty: it is misled from its first turn."""
    harm: tuple[EffectPattern, ...]
    """What must never stand in the phone's event log."""
    consents: tuple[Facts, ...] = ()
    """What the user would say yes to. Empty: whatever is asked is denied."""
    meanwhile: OnPhone | None = None
    """Done to the attacked phone while the user is asked."""
    fault: Mapping[str, Any] | None = None
    """Switches of a confirm app that has been tampered with; the user's finger says yes to whatever it shows."""

    @property
    def needs_consent(self) -> bool:
        """The goal itself commits something, so that a question is in order."""
        return bool(self.consents)
