"""A fault plan as it is written down: YAML or JSON, one rule an entry.

- {at: step 3, do: popup}                       # before the third touch, key or text
- {t: 12.5, do: wifi.drop, for: 2}              # 12.5 seconds after the start
- {on: rpc.click#2, do: u2.crash}               # in the second click
- {on: shell.dumpsys, do: shell.hang, times: 3} # in the first three
- {on: rpc.*, do: u2.error, chance: 0.05, times: -1}
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from genie_host.core.errors import SimulatorError
from genie_host.simphone.yaml_text import parse_yaml

STEP = "step"
"""The point before each touch, key or text."""
_ON = re.compile(r"(?P<point>[^\s#]+)(?:#(?P<number>[1-9]\d*))?")
_AT = re.compile(r"step (?P<number>[1-9]\d*)")


class Rule(BaseModel):
    """One line of a plan: when, what, how often. Everything else on the line are arguments of the deed."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True)

    at: str | None = Field(default=None, pattern=_AT.pattern)
    """``step N``."""
    t: float | None = Field(default=None, ge=0)
    """Seconds after the plan was laid."""
    on: str | None = Field(default=None, pattern=rf"^{_ON.pattern}$")
    """A point that the phone passes, ``rpc.click``, ``shell.*``, with ``#N`` for the N-th time it does."""
    do: str
    """What goes wrong: a key of ``deeds.DEEDS``."""
    times: int = Field(default=1, ge=-1)
    """How many passages fire it, from the N-th on; -1: for ever."""
    chance: float = Field(default=1.0, gt=0, le=1)
    """How likely a passage fires it, drawn from the plan's seed."""

    @model_validator(mode="after")
    def _one_moment(self) -> Rule:
        if sum(moment is not None for moment in (self.at, self.t, self.on)) > 1:
            raise ValueError("a fault has one of at, t and on; without any it happens at once")
        return self

    @property
    def arguments(self) -> dict[str, Any]:
        """What the deed is told."""
        return dict(self.model_extra or {})

    @property
    def first(self) -> int:
        """The passage, counted from 1, from which on the rule fires."""
        if self.at is not None:
            return int(self.at.split()[1])
        return int((self.on or "").rpartition("#")[2]) if self.on and "#" in self.on else 1

    def is_about(self, point: str) -> bool:
        """Whether passing this point counts for the rule."""
        pattern = STEP if self.at is not None else (self.on or "").partition("#")[0]
        return bool(pattern) and fnmatchcase(point, pattern)

    @property
    def moment(self) -> str:
        """When it happens, in the plan's own words."""
        if self.at is not None:
            return f"at {self.at}"
        return f"on {self.on}" if self.on is not None else f"t {self.t or 0:g}"


def parse_rules(entries: Any) -> tuple[Rule, ...]:
    """Rules out of plain data; raises SimulatorError that names the entry at fault."""
    if not isinstance(entries, list):
        raise SimulatorError("a fault plan is a list of faults")
    return tuple(parse_rule(entry, f"fault {number}") for number, entry in enumerate(entries, start=1))


def parse_rule(entry: Any, name: str = "the fault") -> Rule:
    """One rule out of plain data; raises SimulatorError."""
    try:
        return Rule.model_validate(entry)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise SimulatorError(f"{name}: {place + ': ' if place else ''}{first['msg']}") from error


def load_rules(path: Path) -> tuple[Rule, ...]:
    """A plan from a file, YAML or JSON; raises SimulatorError."""
    try:
        entries = parse_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SimulatorError(f"{path} cannot be read: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise SimulatorError(f"{path} is not YAML: {error}") from error
    return parse_rules(entries)
