"""How simulated phones are made: what kind, in what language, with which apps, and what will go wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.simphone.faults.chaos import chaos as draw_faults
from genie_host.simphone.faults.plan import FaultPlan
from genie_host.simphone.faults.rules import Rule
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.profiles import DEFAULT_PROFILE, profile
from genie_host.simphone.world.engine import APPS, World
from genie_host.simphone.world.events import EventLog
from genie_host.simphone.world.schema import App, load_app

OnEntry = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class Recipe:
    """A kind of phone. Phones of one recipe differ in serial and seed, and share the apps as read from their files."""

    profile: str = DEFAULT_PROFILE
    locale: str = "en"
    seed: int = 0
    state: Mapping[str, Any] = field(default_factory=dict)
    """Variables that are not as they are out of the box, by app id."""
    apps: tuple[Path, ...] = ()
    """App files besides those that ship."""
    faults: tuple[Rule, ...] = ()
    chaos: int = 0
    """So many more faults, drawn from the seed of each phone."""
    time_scale: float = 0.0
    """0: gestures take no time; 1: as long as on a real phone."""
    clock: Clock = SYSTEM_CLOCK

    def phone(self, number: int = 0, on_entry: OnEntry | None = None) -> SimPhone:
        """The phone of this number; ``on_entry`` is called with each event on the phone's own thread.

        Raises SimulatorError for what does not fit.
        """
        world = World(
            read_apps(self.apps),
            state=self.state,
            seed=self.seed + number,
            clock=self.clock,
            profile=profile(self.profile),
            locale=self.locale,
        )
        world.log = EventLog(sink=on_entry)
        phone = SimPhone(world, serial=f"SIM{number + 1:04}", time_scale=self.time_scale)
        self.lay_faults(phone, number)
        return phone

    def lay_faults(self, phone: SimPhone, number: int = 0) -> None:
        """Give a phone the faults that the phone of this number has."""
        seed = self.seed + number
        FaultPlan.lay(phone, (*self.faults, *draw_faults(seed, faults=self.chaos)), seed=seed)

    def phones(self, count: int, on_entry: Callable[[int], OnEntry] | None = None) -> list[SimPhone]:
        """So many of them."""
        return [self.phone(number, on_entry(number) if on_entry is not None else None) for number in range(count)]


@lru_cache(maxsize=8)
def read_apps(extra: tuple[Path, ...]) -> tuple[App, ...]:
    """The apps that ship and others, read once; nothing changes them afterwards."""
    return tuple(load_app(path) for path in (*sorted(APPS.glob("*.yaml")), *extra))
