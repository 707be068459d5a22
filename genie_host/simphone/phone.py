"""One simulated phone: a world, files, an identity, faults, and what listens on its sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from genie_host.core.clock import Clock
from genie_host.simphone.battery import Battery
from genie_host.simphone.companion.app import CompanionApp, FingerAnswer
from genie_host.simphone.companion.sensor import TRIES
from genie_host.simphone.faults import Faults
from genie_host.simphone.filesystem import FileSystem
from genie_host.simphone.hand import Hand
from genie_host.simphone.logcat import Logcat
from genie_host.simphone.packages import PackageManager
from genie_host.simphone.programs import Program, Provider
from genie_host.simphone.setting_defaults import add_defaults
from genie_host.simphone.snapshots import Snapshots
from genie_host.simphone.wire.auth import Auth
from genie_host.simphone.wire.features import generation_of
from genie_host.simphone.wire.reverse import Reverses
from genie_host.simphone.wire.stream import Service
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.locales import LOCALES


class Process(Protocol):
    """Something that runs on the phone and can be killed."""

    def kill(self) -> None: ...

    async def gone(self) -> None:
        """Wait until nothing of it is left, its connections included."""
        ...


class Cable(Protocol):
    """What connects the phone to its hosts."""

    def drop(self) -> None:
        """Cut all connections."""
        ...


class Watch(Protocol):
    """Something that waits for its moment: a fault plan."""

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a time."""
        ...

    def reached(self, point: str) -> None:
        """The phone passes a point."""
        ...

    def tick(self) -> None: ...


class SimPhone:
    """The phone behind the wire. Everything here is used on one thread only."""

    def __init__(
        self,
        world: World,
        serial: str = "SIM0001",
        time_scale: float = 0.0,
        faults: Faults | None = None,
        auth: Auth | None = None,
    ) -> None:
        self.world = world
        self.serial = serial
        self.time_scale = time_scale
        """0: gestures take no time; 1: as long as on a real phone."""
        self.faults = faults if faults is not None else Faults()
        self.auth = auth if auth is not None else Auth()
        self.files = FileSystem()
        self.logcat = Logcat(world)
        self.packages = PackageManager(world, self.files)
        self.battery = Battery()
        add_defaults(world)
        self.properties = {
            **world.profile.properties,
            "persist.sys.locale": LOCALES.get(world.locale, world.locale),
            "persist.sys.timezone": "Etc/UTC",
            "ro.serialno": serial,
            # So that nobody takes its approvals for those of a phone.
            "ro.genie.simulated": "1",
        }
        generation = generation_of(world.profile.sdk)
        self.features: tuple[str, ...] = generation.features
        self.protocol_version = generation.version
        self.max_payload = generation.max_payload
        self._language = world.locale
        self.snapshots = Snapshots(world)
        self.clock: Clock = world.clock
        self.plan: Watch | None = None
        """What will go wrong with it, once somebody lays a plan."""
        self.hand = Hand(self)
        self.sockets: dict[str, Service] = {}
        """What listens, by name as the host asks for it: ``tcp:9008``, ``localabstract:echo``."""
        self.reverses = Reverses(self.sockets)
        """Ports that lead to a host."""
        self.link: Cable | None = None
        """The listener that serves this phone, while one does."""
        self.programs: dict[str, Program] = {}
        """Activities of apps that are more than an app file, by ``package/full.class.Name``."""
        self.providers: dict[str, Provider] = {}
        """Content providers of such apps, by authority."""
        self.finger: tuple[float, float, float] | None = None
        """Where a finger went down that the shell moves, and when."""
        self.automation: Process | None = None
        """The uiautomator2 server while it runs; it holds the automation slot."""
        self.answers: dict[str, str] = {}
        """What shell commands print that are answered as recorded, by the whole command line."""
        self.unknown_commands: list[str] = []
        """Shell commands that the phone did not know."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._due: list[tuple[float, Callable[[], None]]] = []
        self.companion = CompanionApp(self)

    @property
    def banner(self) -> bytes:
        """The greeting's payload; gives ``product: model: device:`` in ``adb devices -l``."""
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        identity = ";".join(f"{name}={self.properties[name]}" for name in names)
        return f"device::{identity};features={','.join(self.features)}".encode()

    def fault_fired(self, fault: str, **data: Any) -> None:
        """Write down that a fault took effect."""
        self.world.log.append("fault", fault=fault, **data)

    @property
    def is_waiting(self) -> bool:
        """Whether anything is due at a later time."""
        if self.companion.is_open:
            return True
        return self.world.has_pending or bool(self._due) or (self.plan is not None and self.plan.is_waiting)

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        """Do something after so many seconds of the phone's clock."""
        self._due.append((self.clock.now() + seconds, do))

    def reached(self, point: str) -> None:
        """A host made the phone pass a point at which a plan may let something go wrong: ``rpc.click``, ``step``."""
        if self.plan is not None:
            self.plan.reached(point)
        self.companion.look()

    def tick(self) -> None:
        """Do what is due by now."""
        self.world.tick()
        if self.world.locale != self._language:
            self._language = self.world.locale
            self.properties["persist.sys.locale"] = LOCALES[self._language]
        now = self.clock.now()
        due = [entry for entry in self._due if entry[0] <= now]
        self._due = [entry for entry in self._due if entry[0] > now]
        for _, do in due:
            do()
        self.companion.look()
        if self.plan is not None:
            self.plan.tick()

    def put_finger(self, answer: FingerAnswer) -> bool:
        """The person at the sensor, for the companion or an app's own prompt; False when nothing asks for a finger."""
        if self.companion.finger(answer):
            return True
        if answer in ("approve", "deny"):
            return self.world.finger(answer == "approve")
        tries = TRIES if answer == "lockout" else 1
        asked = [self.world.wrong_finger() for _ in range(tries)]
        return asked[0]

    def drop(self) -> None:
        """All connections are cut, as by a pulled cable."""
        if self.link is not None:
            self.link.drop()

    def reboot(self, target: str = "") -> None:
        """The system starts anew: nothing runs any more, and once the answer is out all connections are cut."""
        self.world.log.append("reboot", effect=True, target=target)
        self.kill_u2()
        for package in list(self.world.running):
            self.world.stop_app(package)
        self.later(0, self.drop)

    def kill_u2(self) -> None:
        """The automation server dies, as when the system kills it."""
        if self.automation is not None:
            self.automation.kill()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something that goes on when the host who asked for it hangs up."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
