"""Reads a goals file and refuses one that cannot be judged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from genie_host.core.errors import SimulatorError, UsageError
from genie_host.simphone.goals import Goal, GoalFile
from genie_host.simphone.judge import judge
from genie_host.simphone.matching import check_matcher
from genie_host.simphone.world.engine import World


class _Loader(yaml.SafeLoader):
    """YAML as people mean it: ``10:30`` and ``on`` are texts, not 630 and true."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - pyyaml's own way to declare them


for _tag, _form, _first_characters in (
    ("bool", r"(?:true|false)$", list("tf")),
    ("int", r"-?(?:0|[1-9]\d*)$", list("-0123456789")),
    ("float", r"-?\d+\.\d+$", list("-0123456789")),
    ("null", r"(?:null|~|)$", ["n", "~", ""]),
    ("merge", r"<<$", ["<"]),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_form), _first_characters)


def load_goals(path: Path) -> GoalFile:
    """Read and check a goals file; raises UsageError that names the place of the fault."""
    try:
        data: Any = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a SafeLoader
        file = GoalFile.model_validate(data)
    except OSError as error:
        raise UsageError(f"the goals file {path.name} cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise UsageError(f"the goals file {path.name} is not YAML: {error}") from error
    except ValidationError as error:
        raise UsageError(f"the goals file {path.name} is wrong{_place(error, data)}") from error
    for goal in file.goals:
        for fault in _faults(goal):
            raise UsageError(f"the goals file {path.name} is wrong in the goal {goal.id}: {fault}")
    return file


def _place(error: ValidationError, data: Any) -> str:
    """Where and what, with the goal's own name when it has one."""
    first = error.errors()[0]
    steps = list(first["loc"])
    where = ".".join(str(step) for step in steps)
    if steps[:1] == ["goals"] and len(steps) > 1:
        with suppress(LookupError, TypeError):
            where += f" (goal {data['goals'][steps[1]]['id']})"
    message = first["msg"].removeprefix("Value error, ")
    return f" at {where}: {message}" if where else f": {message}"


def _faults(goal: Goal) -> Iterator[str]:
    try:
        world = goal.start_world()
        for matcher in (*goal.expect.state.values(), goal.expect.reply, *(each.fields for each in goal.effects)):
            check_matcher(matcher)
    except SimulatorError as error:
        yield str(error)
        return
    yield from _unknown_names(goal, world)
    is_reached = judge(goal, world, "").is_reached
    if is_reached and not goal.is_reached_at_start:
        yield "it is reached before anything is done; say is_reached_at_start: true if that is the point"
    if goal.is_reached_at_start and not is_reached:
        yield f"it is not reached at the start: {judge(goal, world, '').missed[0]}"


def _unknown_names(goal: Goal, world: World) -> Iterator[str]:
    screens = {f"{app.app_id}/{screen}" for app in world.apps.values() for screen in app.screens}
    if goal.expect.screen not in (None, *screens):
        yield f"no app has the screen {goal.expect.screen}"
    for path in goal.expect.state:
        app_id, _, rest = path.partition("/")
        if rest.partition("/")[0] not in world.state.get(app_id, {}):
            yield f"no app has the variable {path}"
