"""Compares our RPC with stock uiautomator2: one adb server, one simulated phone, one automation server, turn about.

    python benchmarks/rpc.py [--rounds N] [--json]

Prints the median milliseconds of device info, a dump of 200 nodes and a tap. Exits with 1 when ours is not at least
ten times as fast at the first two. The phone runs in a process of its own; gestures take no time on it, so that what
is measured is the way there and back. It needs no phone, no adb on the PATH and no free default port.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import adbutils
import uiautomator2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.stage import far_phone, private_adb, serve_world, turn_about
from genie_host.core.cancel import CancelToken
from genie_host.core.geometry import Point
from genie_host.phone.adb import HOST, AdbServer
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.patience import DEFAULT_PATIENCE
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.phone.u2_server import AutomationServer
from genie_host.simphone.world.engine import World

CROWDED = Path(__file__).parent / "data" / "crowded.yaml"
WANTED_RATIO = 10.0
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
    """The other process: a phone that shows the crowded screen."""
    world = World.from_bundled_apps(extra_apps=[CROWDED])
    world.show("crowded", "home")
    serve_world(world, pipe)


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
            slow, fast = map(statistics.median, turn_about([theirs, our_own], rounds))
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
    with far_phone(serve_phone) as far, private_adb() as adb:
        adb.connect(far.serial)
        results, nodes = measure(adb, far.serial, rounds)
    return results, nodes, far.taps


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
