"""What a fault does to the phone, and what it may be told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from genie_host.core.errors import SimulatorError
from genie_host.simphone.phone import SimPhone

FOR = "for"
"""The argument of faults that pass by themselves: after so many seconds; 0 when they stay."""
Arguments = Mapping[str, Any]


@dataclass(frozen=True)
class Deed:
    """One kind of fault."""

    does: Callable[[SimPhone, Arguments], None]
    seen: str
    """What the client sees, for the documentation."""
    defaults: Arguments = field(default_factory=dict)
    """Its arguments; a default of None takes anything."""

    def arguments_of(self, given: Arguments, name: str) -> dict[str, Any]:
        """The arguments with their defaults; raises SimulatorError for what does not fit."""
        for key, value in given.items():
            if key not in self.defaults:
                known = ", ".join(sorted(self.defaults)) or "none"
                raise SimulatorError(f"the fault {name} takes no {key!r}; its arguments are: {known}")
            if not _fits(value, self.defaults[key]):
                raise SimulatorError(f"the fault {name}: {key} cannot be {value!r}")
        return {**self.defaults, **given}


def _fits(value: Any, default: Any) -> bool:
    if default is None:
        return True
    if isinstance(default, bool) or isinstance(value, bool):
        return isinstance(value, bool) and isinstance(default, bool)
    if isinstance(default, float):
        return isinstance(value, int | float)
    return isinstance(value, type(default))


def turn_on(phone: SimPhone, switch: str, value: Any, seconds: float = 0.0, *, off: Any = False) -> None:
    """Set a switch; set it back after so many seconds, 0: never."""
    setattr(phone.faults, switch, value)
    if seconds > 0:
        phone.later(seconds, lambda: setattr(phone.faults, switch, off))


def switch(name: str, seen: str) -> Deed:
    """A deed that is no more than one switch that is on or off."""
    return Deed(lambda phone, given: turn_on(phone, name, True, given[FOR]), seen, {FOR: 0.0})


def counter(name: str, seen: str) -> Deed:
    """A deed that lets a counted switch fire so many times more."""
    return Deed(lambda phone, given: turn_on(phone, name, given["count"]), seen, {"count": 1})


def delay(name: str, seen: str, seconds: float) -> Deed:
    """A deed that makes something slow."""
    return Deed(
        lambda phone, given: turn_on(phone, name, float(given["seconds"]), given[FOR], off=0.0),
        seen,
        {"seconds": seconds, FOR: 0.0},
    )
