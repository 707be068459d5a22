"""What our driver costs on top of the phone: a step of observing, acting and verifying, and a click by text.

    python benchmarks/driver.py [--rounds N] [--json]

One adb server, one simulated phone in a process of its own, one automation server, everything turn about:

step    find an element by name, make sure that it is on top, tap it, look until the screen is at rest, tell what
        changed. Our own time is what is not spent in calls to the phone: the wait between the two dumps that are
        compared, and our processor time, which is measured apart too. Wanted: at most 15 ms at the median.
click   tap what is called so, as soon as it is there; against uiautomator2's d(text=...).click(). Wanted: five times
        as fast.

Exits with 1 when either is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import adbutils
import uiautomator2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.stage import (
    WARM_UP_ROUNDS,
    far_phone,
    private_adb,
    serve_world,
    turn_about,
)
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.screen import Observation
from genie_host.phone.adb import HOST, AdbServer
from genie_host.phone.adb_phone import AdbPhone
from genie_host.phone.effects import effect_between
from genie_host.phone.patience import SIMULATED_PATIENCE
from genie_host.phone.rpc import RpcClient
from genie_host.phone.shell import Shell
from genie_host.simphone.world.engine import World
from genie_host.tools.targets import find_match, touch_point

MOST_OVERHEAD_MS = 15.0
WANTED_RATIO = 5.0
TAPPED = "Dark theme"


@dataclass(frozen=True, kw_only=True)
class Report:
    """Medians in milliseconds, and what came of the quickest rounds."""

    step_ms: float
    phone_ms: float
    overhead_ms: float
    processor_ms: float
    """Of our process, in a step; sockets, parsing and all."""
    click_stock_ms: float
    click_ours_ms: float
    click_ratio: float
    least_overhead_ms: float
    least_click_ratio: float
    """Of the quickest click of each: what a busy machine changes least."""
    rounds: int
    nodes: int
    is_met: bool


def serve_phone(pipe: Connection) -> None:
    """The other process: a phone that shows a page of settings."""
    world = World.from_bundled_apps()
    world.show("settings", "display")
    serve_world(world, pipe)


class PhoneTime:
    """Adds up the time that is spent in calls to the phone."""

    def __init__(self) -> None:
        self.seconds = 0.0
        for kind, name in ((RpcClient, "call"), (Shell, "ask")):
            setattr(kind, name, self._counted(getattr(kind, name)))

    def _counted(self, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object, **named: object) -> object:
            start = SYSTEM_CLOCK.now()
            try:
                return call(*arguments, **named)
            finally:
                self.seconds += SYSTEM_CLOCK.now() - start

        return counted


class Steps:
    """One step again and again."""

    def __init__(self, phone: AdbPhone) -> None:
        self.phone = phone
        self.seen: Observation = phone.observe()
        self.phone_time = PhoneTime()
        self.phone_ms: list[float] = []
        self.own_ms: list[float] = []
        self.processor_ms: list[float] = []

    def ours(self) -> None:
        """Find, hit test, tap, look, compare."""
        before, start, busy, called = self.seen, SYSTEM_CLOCK.now(), time.process_time(), self.phone_time.seconds
        match = find_match(before, TAPPED)
        self.phone.tap(touch_point(match.element, before))
        self.seen = self.phone.observe()
        effect = effect_between(before, self.seen, self.phone.take_toast())
        if not effect.changed:
            raise RuntimeError(f"the step changed nothing: {effect.sentence()}")
        called = self.phone_time.seconds - called
        self.phone_ms.append(called * 1000)
        self.own_ms.append((SYSTEM_CLOCK.now() - start - called) * 1000)
        self.processor_ms.append((time.process_time() - busy) * 1000)


def measure(adb: AdbServer, serial: str, rounds: int) -> Report:
    """Everything, on a phone that is attached."""
    stock = uiautomator2.connect(adbutils.AdbClient(host=HOST, port=adb.port).device(serial))
    phone = AdbPhone.connect(serial, adb=adb, patience=SIMULATED_PATIENCE)
    steps = Steps(phone)
    nodes = sum(1 for root in steps.seen.roots for _ in root.walk())

    (step_ms,) = turn_about([steps.ours], rounds)
    stock_ms, ours_ms = turn_about([lambda: stock(text=TAPPED).click(), lambda: phone.click_text(TAPPED)], rounds)
    phone.close()
    stock.stop_uiautomator(wait=False)
    phone_ms, overhead, processor_ms = (
        statistics.median(taken[WARM_UP_ROUNDS:]) for taken in (steps.phone_ms, steps.own_ms, steps.processor_ms)
    )
    ratio = statistics.median(stock_ms) / statistics.median(ours_ms)
    return Report(
        step_ms=round(statistics.median(step_ms), 2),
        phone_ms=round(phone_ms, 2),
        overhead_ms=round(overhead, 2),
        processor_ms=round(processor_ms, 2),
        click_stock_ms=round(statistics.median(stock_ms), 2),
        click_ours_ms=round(statistics.median(ours_ms), 2),
        click_ratio=round(ratio, 1),
        least_overhead_ms=round(min(steps.own_ms[WARM_UP_ROUNDS:]), 2),
        least_click_ratio=round(min(stock_ms) / min(ours_ms), 1),
        rounds=rounds,
        nodes=nodes,
        is_met=max(overhead, processor_ms) <= MOST_OVERHEAD_MS and ratio >= WANTED_RATIO,
    )


def run(rounds: int) -> tuple[Report, int]:
    """Set everything up, measure, take everything down; also the taps that arrived."""
    with far_phone(serve_phone) as far, private_adb() as adb:
        adb.connect(far.serial)
        report = measure(adb, far.serial, rounds)
    return report, far.taps


def main() -> int:
    """0 when both goals are met."""
    parser = argparse.ArgumentParser(description="What the driver costs on top of the simulated phone.")
    parser.add_argument("--rounds", type=int, default=40, help="steps and clicks of each side (default 40)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    options = parser.parse_args()
    report, taps = run(options.rounds)
    if options.json:
        print(json.dumps({**asdict(report), "taps": taps}))
        return 0 if report.is_met else 1
    print(f"{report.rounds} rounds, medians; the screen has {report.nodes} nodes\n")
    print(f"observe, act, verify  {report.step_ms:8.1f} ms")
    print(f"in calls to the phone {report.phone_ms:8.1f} ms")
    least = f"at the least {report.least_overhead_ms:.1f}"
    print(f"our own time          {report.overhead_ms:8.1f} ms   (wanted: at most {MOST_OVERHEAD_MS:.0f}; {least})")
    print(f"our processor time    {report.processor_ms:8.1f} ms   (wanted: at most {MOST_OVERHEAD_MS:.0f})\n")
    ratio = f"{report.click_ratio:.1f}x (wanted: {WANTED_RATIO:.0f}x; by the quickest {report.least_click_ratio:.1f}x)"
    print(f"uiautomator2 click    {report.click_stock_ms:8.1f} ms")
    print(f"our click             {report.click_ours_ms:8.1f} ms   {ratio}")
    print(f"\nThe goals are {'met' if report.is_met else 'NOT met'}.")
    return 0 if report.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
