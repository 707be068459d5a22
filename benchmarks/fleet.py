"""Many simulated phones in one process behind one real adb server, all kept busy: how many, how fat, how fast.

    python benchmarks/fleet.py [--phones N] [--seconds S] [--json]

Ten operations in turn on every phone: three shell commands on streams of their own, and over one kept connection to
the automation server three hierarchy dumps, three taps and one look at the device. Prints memory and operations per
second, and whose processor time it was: the phones', adb's, and that of the client which asks. Exits with 1 when
memory or speed miss their goals, or when any operation failed. Processor times are known on Linux alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.simphone.fleet import Fleet
from genie_host.simphone.private_adb import PrivateAdb, private_adb
from genie_host.simphone.recipe import Recipe
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.http import HttpServer

WANTED_PER_SECOND = 1000.0
MOST_MEGABYTES = 120.0
_U2_PORT = 9008
_TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_CONNECT_AT_ONCE = 16


@dataclass(kw_only=True)
class Report:
    """What was measured."""

    phones: int
    attached: int = 0
    attach_seconds: float = 0.0
    idle_megabytes: float = 0.0
    busy_megabytes: float = 0.0
    operations: int = 0
    errors: list[str] = field(default_factory=list)
    seconds: float = 0.0
    phone_cpu_seconds: float = 0.0
    adb_cpu_seconds: float = 0.0
    client_cpu_seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return self.operations / self.seconds if self.seconds else 0.0

    @property
    def affordable_per_second(self) -> float:
        """What the processor times would allow on two cores that have nothing else to do; 0 where none is known."""
        everything = self.phone_cpu_seconds + self.adb_cpu_seconds + self.client_cpu_seconds
        busiest = max(self.phone_cpu_seconds, everything / 2)
        return self.operations / busiest if busiest else 0.0

    @property
    def is_good(self) -> bool:
        is_small = max(self.idle_megabytes, self.busy_megabytes) < MOST_MEGABYTES
        return is_small and self.per_second >= WANTED_PER_SECOND and not self.errors and self.attached == self.phones


def serve_phones(pipe: Connection, count: int) -> None:
    """The other process: phones with their automation servers up; gives serials, then memory as often as asked."""
    fleet = Fleet(Recipe().phones(count))
    with fleet.running():
        for number in range(count):
            fleet.call(number, lambda phone: _start_automation(phone))
        pipe.send(fleet.serials)
        while pipe.recv() != "stop":
            pipe.send(None)


def _start_automation(phone: object) -> None:
    automation = Automation(phone, _U2_PORT)  # type: ignore[arg-type]
    automation.listen(HttpServer(automation, idle_seconds=600).serve)


class Host:
    """Asks phones for things by way of the adb server, as one kept-alive client per phone."""

    def __init__(self, adb: PrivateAdb, serial: str, report: Report) -> None:
        self._adb = adb
        self._serial = serial
        self._report = report
        self._rpc: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def work(self, until: float) -> None:
        """Operations in turn until the time is over."""
        turns: list[Callable[[], Awaitable[None]]] = [
            self._shell,
            lambda: self._call("dumpWindowHierarchy", [False, 50], b"<node"),
            lambda: self._call("click", [540, 150], b"result"),
            self._shell,
            lambda: self._call("dumpWindowHierarchy", [False, 50], b"<node"),
            lambda: self._call("click", [540, 150], b"result"),
            lambda: self._call("deviceInfo", [], b"screenOn"),
            self._shell,
            lambda: self._call("dumpWindowHierarchy", [False, 50], b"<node"),
            lambda: self._call("click", [540, 150], b"result"),
        ]
        number = 0
        while SYSTEM_CLOCK.now() < until:
            try:
                async with asyncio.timeout(30):
                    await turns[number % len(turns)]()
                self._report.operations += 1
            except (OSError, ValueError, TimeoutError, asyncio.IncompleteReadError) as error:
                self._report.errors.append(f"{self._serial}: {error!r}")
                self._close()
                return
            number += 1
        self._close()

    async def _open(self, service: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(self._adb.host, self._adb.port, limit=1 << 22)
        for request in (f"host:transport:{self._serial}", service):
            writer.write(b"%04x%s" % (len(request), request.encode()))
            answer = await reader.readexactly(4)
            if answer != b"OKAY":
                raise ValueError(f"{request}: {answer + await reader.read(200)!r}")
        return reader, writer

    async def _shell(self) -> None:
        reader, writer = await self._open("shell:echo busy")
        answer = await reader.read()
        writer.close()
        if answer != b"busy\n":
            raise ValueError(f"shell answered {answer!r}")

    async def _call(self, method: str, params: list[object], wanted: bytes) -> None:
        if self._rpc is None:
            self._rpc = await self._open(f"tcp:{_U2_PORT}")
        reader, writer = self._rpc
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        writer.write(b"POST /jsonrpc/0 HTTP/1.1\r\nHost: phone\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        answer = await reader.readexactly(length)
        if wanted not in answer:
            raise ValueError(f"{method} answered {answer[:200]!r}")

    def _close(self) -> None:
        if self._rpc is not None:
            self._rpc[1].close()
            self._rpc = None


async def attach(adb: PrivateAdb, serials: list[str]) -> None:
    """``adb connect`` for all, several at a time."""
    gate = asyncio.Semaphore(_CONNECT_AT_ONCE)

    async def connect(serial: str) -> None:
        async with gate:
            reader, writer = await asyncio.open_connection(adb.host, adb.port)
            request = f"host:connect:{serial}"
            writer.write(b"%04x%s" % (len(request), request.encode()))
            await reader.read()
            writer.close()

    await asyncio.gather(*(connect(serial) for serial in serials))


def measure(count: int, seconds: float) -> Report:
    """Start everything, keep it busy for so long, and stop it."""
    report = Report(phones=count)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve_phones, args=(theirs, count))
    process.start()
    try:
        serials: list[str] = ours.recv()
        with private_adb() as adb:
            began = SYSTEM_CLOCK.now()
            asyncio.run(attach(adb, serials))
            listed = adb.run("devices")
            report.attached = sum(f"{serial}\tdevice" in listed for serial in serials)
            report.attach_seconds = SYSTEM_CLOCK.now() - began
            report.idle_megabytes = megabytes_of(process.pid)
            _drive(report, adb, serials, seconds, process.pid)
            report.busy_megabytes = megabytes_of(process.pid)
        ours.send("stop")
        process.join(60)
    finally:
        process.kill()
    return report


def _drive(report: Report, adb: PrivateAdb, serials: list[str], seconds: float, phones_pid: int | None) -> None:
    pids = (phones_pid, pid_of_server(adb), os.getpid())
    before = [cpu_seconds_of(pid) for pid in pids]
    began = SYSTEM_CLOCK.now()

    async def everybody() -> None:
        await asyncio.gather(*(Host(adb, serial, report).work(began + seconds) for serial in serials))

    asyncio.run(everybody())
    report.seconds = SYSTEM_CLOCK.now() - began
    spent = [cpu_seconds_of(pid) - past for pid, past in zip(pids, before, strict=True)]
    report.phone_cpu_seconds, report.adb_cpu_seconds, report.client_cpu_seconds = spent


def megabytes_of(pid: int | None) -> float:
    """Resident memory; 0 where it cannot be told."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def cpu_seconds_of(pid: int | None) -> float:
    """Processor time so far; 0 where it cannot be told."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS_PER_SECOND
    except OSError:
        return 0.0


def pid_of_server(adb: PrivateAdb) -> int | None:
    """The adb server's process: the one whose command line has our port."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"fork-server" in words and any(word.endswith(f":{adb.port}".encode()) for word in words):
            return int(path.parent.name)
    return None


def show(report: Report) -> None:
    """The report for people."""
    each = 1000 / max(1, report.operations)
    print(f"{report.attached} of {report.phones} phones attached in {report.attach_seconds:.1f} s")
    print(f"memory of the phones' process: {report.idle_megabytes:.0f} MB idle, {report.busy_megabytes:.0f} MB busy")
    print(f"{report.operations} operations in {report.seconds:.1f} s: {report.per_second:.0f} a second")
    print(f"errors: {len(report.errors)}", *report.errors[:3], sep="\n  ")
    print("processor time per operation:")
    for name, spent in (
        ("phones", report.phone_cpu_seconds),
        ("adb server", report.adb_cpu_seconds),
        ("client", report.client_cpu_seconds),
    ):
        print(f"  {name:<11}{spent * each:6.2f} ms")
    print(f"that would allow {report.affordable_per_second:.0f} a second on two cores with nothing else to do")
    print("good" if report.is_good else f"goals: {WANTED_PER_SECOND:.0f} a second, under {MOST_MEGABYTES:.0f} MB")


def main() -> int:
    """Measure, print, and say by the exit code whether it was good."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    report = measure(options.phones, options.seconds)
    if options.json:
        print(json.dumps({**asdict(report), "per_second": report.per_second, "is_good": report.is_good}))
    else:
        show(report)
    return 0 if report.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
