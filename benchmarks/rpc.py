"""Compares our RPC with stock uiautomator2: one adb server, one simulated phone, one automation server, turn about.

    python benchmarks/rpc.py [--rounds N] [--json]

Prints the median milliseconds of device info, a dump of 200 nodes and a tap. Exits with 1 when ours is not at least
ten times as fast at the first two. The phone runs in a process of its own; gestures take no time on it, so that what
is measured is the way there and back. It needs no phone, no adb on the PATH and no free default port.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import adbutils
import uiautomator2

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.geometry import Point
from genie_host.phone.adb import HOST, AdbServer, free_port
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer
from genie_host.simphone.phone import SimPhone
from genie_host.simphone.server import SimServer
from genie_host.simphone.world.engine import World

CROWDED = Path(__file__).parent / "data" / "crowded.yaml"
WANTED_RATIO = 10.0
WARM_UP_ROUNDS = 3
EMPTY_SPOT = Point(x=540, y=150)


@dataclass(frozen=True, kw_only=True)
class Result:
    """One line of the table, in milliseconds."""

    operation: str
    stock_median_ms: float
    ours_median_ms: float
    ratio: float
    is_goal: bool
    """The ratio is one of those that must reach ten."""


def serve_phone(pipe: Connection) -> None:
    """The other process: a phone that shows the crowded screen until the pipe says stop, then the number of taps."""
    world = World.from_bundled_apps(extra_apps=[CROWDED])
    world.show("crowded", "home")
    with SimServer(SimPhone(world)) as server:
        pipe.send(server.serial)
        pipe.recv()
        pipe.send(server.call(lambda phone: len(phone.world.log.of_kind("tap"))))


def compare(stock: Callable[[], object], ours: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Medians of both in milliseconds; they take turns, so that a busy moment of the machine hits both."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(WARM_UP_ROUNDS + rounds):
        for taken, work in zip(times, (stock, ours), strict=True):
            start = SYSTEM_CLOCK.now()
            work()
            if number >= WARM_UP_ROUNDS:
                taken.append((SYSTEM_CLOCK.now() - start) * 1000)
    return statistics.median(times[0]), statistics.median(times[1])


def measure(adb: AdbServer, serial: str, rounds: int) -> tuple[list[Result], int]:
    """All operations, and the number of nodes in the dump."""
    stock = uiautomator2.connect(adbutils.AdbClient(host=HOST, port=adb.port).device(serial))
    link = DeviceLink(serial, adb, cancel=CancelToken(), patience=DEFAULT_PATIENCE)
    rpc = RpcClient(link, AutomationServer(link, Shell(link)))
    gestures = Gestures(link, rpc)
    operations: list[tuple[str, Callable[[], object], Callable[[], object], bool]] = [
        ("device info", lambda: stock.info, lambda: rpc.call("deviceInfo"), True),
        (
            "200-node dump",
            stock.dump_hierarchy,
            lambda: rpc.call("dumpWindowHierarchy", [False, 50]),
            True,
        ),
        (
            "tap",
            lambda: stock.click(EMPTY_SPOT.x, EMPTY_SPOT.y),
            lambda: gestures.tap(EMPTY_SPOT),
            False,
        ),
    ]
    results = []
    with closing(rpc):
        nodes = rpc.call("dumpWindowHierarchy", [False, 50]).count("<node")
        for name, theirs, our_own, is_goal in operations:
            slow, fast = compare(theirs, our_own, rounds)
            results.append(
                Result(
                    operation=name,
                    stock_median_ms=round(slow, 3),
                    ours_median_ms=round(fast, 3),
                    ratio=round(slow / fast, 1),
                    is_goal=is_goal,
                )
            )
    stock.stop_uiautomator(wait=False)
    return results, nodes


def run(rounds: int) -> tuple[list[Result], int, int]:
    """Set everything up, measure, take everything down; also the nodes in the dump and the taps that arrived."""
    context = multiprocessing.get_context("spawn")
    pipe, far_end = context.Pipe()
    process = context.Process(target=serve_phone, args=(far_end,), daemon=True)
    process.start()
    far_end.close()
    try:
        results, nodes = measure_on_private_server(pipe.recv(), rounds)
    finally:
        pipe.send("stop")
        taps = pipe.recv()
        process.join()
    return results, nodes, taps


def measure_on_private_server(serial: str, rounds: int) -> tuple[list[Result], int]:
    """An adb server that nobody else uses, and that sees no other phone."""
    with tempfile.TemporaryDirectory(prefix="genie-bench-", ignore_cleanup_errors=True) as home:
        private = {
            **os.environ,
            "HOME": home,
            "USERPROFILE": home,
            "ADB_USB": "0",
            "ADB_MDNS": "0",
            "ADB_LOCAL_TRANSPORT_MAX_PORT": "5553",
        }
        adb = AdbServer.bundled(port=free_port(), environment=private)
        try:
            adb.connect(serial)
            return measure(adb, serial, rounds)
        finally:
            adb.stop_if_own()


def main() -> int:
    """0 when the goal is met."""
    parser = argparse.ArgumentParser(description="Compare our RPC with stock uiautomator2 on the simulated phone.")
    parser.add_argument("--rounds", type=int, default=30, help="calls of each kind and side (default 30)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args()
    results, nodes, taps = run(options.rounds)
    is_met = all(result.ratio >= WANTED_RATIO for result in results if result.is_goal)
    if options.json:
        report = {"results": [asdict(result) for result in results], "nodes": nodes, "taps": taps, "is_met": is_met}
        print(json.dumps(report))
    else:
        print(f"{options.rounds} calls each, medians; the dump has {nodes} nodes\n")
        print(f"{'operation':<16}{'uiautomator2':>14}{'ours':>12}{'ratio':>9}")
        for result in results:
            columns = (f"{result.stock_median_ms:.1f} ms", f"{result.ours_median_ms:.2f} ms", f"{result.ratio:.1f}x")
            print(f"{result.operation:<16}{columns[0]:>14}{columns[1]:>12}{columns[2]:>9}")
        print(f"\nThe goal of {WANTED_RATIO:.0f}x for device info and dump is {'met' if is_met else 'NOT met'}.")
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
