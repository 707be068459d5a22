"""What the companion needs of its phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from genie_host.core.clock import Clock
from genie_host.simphone.faults.switches import Faults
from genie_host.simphone.packages import PackageManager
from genie_host.simphone.programs import Program, Provider
from genie_host.simphone.wire.stream import Service
from genie_host.simphone.world.engine import World


class Owner(Protocol):
    """A phone that apps run on."""

    world: World
    faults: Faults
    packages: PackageManager
    clock: Clock
    sockets: dict[str, Service]
    programs: dict[str, Program]
    providers: dict[str, Provider]

    def later(self, seconds: float, do: Callable[[], None]) -> None: ...

    def fault_fired(self, fault: str, **data: Any) -> None: ...
