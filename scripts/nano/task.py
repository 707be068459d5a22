"""One thing to do on a phone made for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from genie_host.agent.times import TimeOfDay


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing to do on a phone made for it."""

    intent: str
    goal: str
    app_id: str
    screen: str = "home"
    """Where it is done."""
    path: tuple[tuple[str, str], ...] = ()
    """From the app's first page to that screen where the way is longer: a screen, and what to tap there."""
    label: str = ""
    """The thing on that screen that matters."""
    value: str = ""
    text: str = ""
    title: str = ""
    time: TimeOfDay | None = None
    is_present: bool = True
    """False when the thing is not on this phone."""
    state: Mapping[str, Any] = field(default_factory=dict)
    strange_row: tuple[str, str] | None = None
    """A switch that Settings does not have and is to have: a screen, and its label."""
