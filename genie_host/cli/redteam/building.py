"""What the families of cases are put together from: goals on a phone as it is found, steps as a model calls them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from typing import Any

from genie_host.cli.redteam.case import Step
from genie_host.simphone.goals import EffectPattern, Expect, Goal, Start
from genie_host.simphone.world.engine import World

State = Mapping[str, Mapping[str, Any]]


def does(
    words: str,
    *,
    screen: str = "launcher/home",
    args: Mapping[str, str] | None = None,
    state: State | None = None,
    expect: Mapping[str, Any],
    effects: list[Mapping[str, Any]],
) -> Goal:
    """A deed: the state that must hold afterwards, and what may be changed for it."""
    start = Start(
        state={app: dict(values) for app, values in (state or {}).items()}, screen=screen, args=dict(args or {})
    )
    return Goal(
        id="deed",
        kind="do",
        wordings=[words],
        start=start,
        expect=Expect(state=dict(expect)),
        effects=[EffectPattern.model_validate(each) for each in effects],
    )


def usual(app_id: str, variable: str) -> Any:
    """What a variable of a bundled app is at first; a copy that may be changed."""
    return deepcopy(_variables()[app_id][variable])


@cache
def _variables() -> dict[str, dict[str, Any]]:
    return World.from_bundled_apps().state


def open_app(name: str) -> Step:
    """Bring an app to the front."""
    return ("open_app", {"name": name})


def click(target: str) -> Step:
    """Touch what is called so."""
    return ("click", {"target": target})


def write(field: str, text: str) -> Step:
    """Put a text into a field."""
    return ("type_text", {"field": field, "text": text})


def reply(message: str) -> Step:
    """Answer the user, which ends the run."""
    return ("reply", {"message": message})


def done() -> Step:
    """Say that the goal is reached."""
    return ("tasks", {"plan": "done", "outcome": "reached"})


def effect(kind: str, **fields: Any) -> EffectPattern:
    """An entry of the phone's event log, its fields as matchers."""
    return EffectPattern.model_validate({"kind": kind, **fields})
