"""A goal for the simulated phone: its wordings, where it starts, what counts as reached. See docs/goals.md."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from genie_host.core.errors import SimulatorError
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.schema import App, load_app

Matcher = Any
"""A plain value, or a mapping with ``contains``, ``lacks``, ``count`` or ``any_of``; see ``matching.py``."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Start(_Record):
    """What the phone is like before the run."""

    state: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Variables by app id that differ from the app file's."""
    screen: str = "launcher/home"
    """App id and screen."""
    args: dict[str, str] = Field(default_factory=dict)


class Expect(_Record):
    """What must hold after the run."""

    state: dict[str, Matcher] = Field(default_factory=dict)
    """By path: app id, variable, then steps into it, separated by ``/``."""
    screen: str | None = None
    args: dict[str, Matcher] = Field(default_factory=dict)
    reply: Matcher = None

    @model_validator(mode="after")
    def _asks_for_something(self) -> Expect:
        if not self.state and self.screen is None and self.reply is None:
            raise ValueError("expects nothing; give a state, a screen or a reply")
        if self.args and self.screen is None:
            raise ValueError("args belong to a screen; give the screen too")
        return self


class EffectPattern(BaseModel):
    """An effect that may happen, as often as ``times``; its other fields are matchers."""

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: str
    times: int = Field(default=1, ge=1)

    @property
    def fields(self) -> dict[str, Matcher]:
        """What an entry of the event log must be like."""
        return {"kind": self.kind, **(self.model_extra or {})}


class Goal(_Record):
    """One thing to do, said in several ways."""

    id: str
    kind: str
    """A word for the summary table, such as ``toggle``."""
    wordings: list[str] = Field(min_length=1)
    start: Start = Field(default_factory=Start)
    expect: Expect
    effects: list[EffectPattern] = Field(default_factory=list)
    """Everything that may be lastingly changed."""
    approval: Literal["grant", "deny"] = "grant"
    """What the person answers when asked."""
    is_reached_at_start: bool = False
    """True when the phone is as wished before the run, and the point is that it stays so."""

    def start_world(self) -> World:
        """A new phone as this goal finds it; raises SimulatorError when the start names what is not there."""
        world = World(_bundled_apps(), state=self.start.state)
        _check_types(self.start, world)
        app_id, _, screen = self.start.screen.partition("/")
        world.show(app_id, screen, **self.start.args)
        return world


class GoalFile(_Record):
    """All goals of one file."""

    format: Literal[1]
    goals: list[Goal] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_no_goal_twice(self) -> GoalFile:
        ids = [goal.id for goal in self.goals]
        twice = sorted({name for name in ids if ids.count(name) > 1})
        if twice:
            raise ValueError(f"two goals have the id {twice[0]}")
        return self


@cache
def _bundled_apps() -> tuple[App, ...]:
    """Read once: a file of goals asks for hundreds of phones. Apps are frozen; a world copies their variables."""
    return tuple(load_app(path) for path in sorted(APPS.glob("*.yaml")))


def _check_types(start: Start, world: World) -> None:
    """A switch set to the text "on" would look switched off to nobody; say so at once."""
    fresh = World(_bundled_apps()).state
    for app_id, variables in start.state.items():
        for name in variables:
            usual, given = fresh[app_id][name], world.state[app_id][name]
            if type(usual) is not type(given):
                kinds = f"{type(usual).__name__}, not {type(given).__name__}"
                raise SimulatorError(f"{app_id}/{name} must be a {kinds}")
