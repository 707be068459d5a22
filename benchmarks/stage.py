"""What benchmarks of the driver share: an adb server of their own, a phone in another process, works taking turns."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import PhoneUnavailable
from genie_host.phone.adb import AdbServer, free_port
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World

WARM_UP_ROUNDS = 3


@contextmanager
def private_adb() -> Iterator[AdbServer]:
    """An adb server that nobody else uses, that sees no other phone, and whose files are gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="genie-bench-", ignore_cleanup_errors=True) as home:
        adb = _started({**os.environ, **_private(home)})
        try:
            yield adb
        finally:
            adb.stop_if_own()


def _private(home: str) -> dict[str, str]:
    no_others = {"ADB_USB": "0", "ADB_MDNS": "0", "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553"}
    return {"HOME": home, "USERPROFILE": home, **no_others}


def _started(environment: dict[str, str], tries: int = 5) -> AdbServer:
    """On a port of its own; a phone of another process may be quicker to take one that was free."""
    adb = AdbServer.bundled(port=free_port(), environment=environment)
    try:
        adb.start()
    except PhoneUnavailable:
        if tries == 1:
            raise
        return _started(environment, tries - 1)
    return adb


@dataclass
class FarPhone:
    """A simulated phone in a process of its own, so that its work is not taken for ours."""

    serial: str
    taps: int = 0
    """That arrived; known when it has ended."""


@contextmanager
def far_phone(serve: Callable[[Connection], None]) -> Iterator[FarPhone]:
    """``serve`` runs in the other process: most often it makes a world and hands it to ``serve_world``."""
    context = multiprocessing.get_context("spawn")
    pipe, far_end = context.Pipe()
    process = context.Process(target=serve, args=(far_end,), daemon=True)
    process.start()
    far_end.close()
    phone = FarPhone(serial=pipe.recv())
    try:
        yield phone
    finally:
        pipe.send("stop")
        phone.taps = pipe.recv()
        process.join()


def serve_world(world: World, pipe: Connection) -> None:
    """Serve a phone until the pipe says stop, then tell the taps."""
    with SimServer(SimPhone(world)) as server:
        pipe.send(server.serial)
        pipe.recv()
        pipe.send(server.call(lambda phone: len(phone.world.log.of_kind("tap"))))


def turn_about(works: Sequence[Callable[[], object]], rounds: int) -> list[list[float]]:
    """Milliseconds of each work, round by round; they take turns, so that a busy moment of the machine hits all."""
    times: list[list[float]] = [[] for _ in works]
    for number in range(WARM_UP_ROUNDS + rounds):
        for taken, work in zip(times, works, strict=True):
            start = SYSTEM_CLOCK.now()
            work()
            if number >= WARM_UP_ROUNDS:
                taken.append((SYSTEM_CLOCK.now() - start) * 1000)
    return times
