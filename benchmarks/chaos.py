"""Chaos: random goals under seeded plans of every fault, through the real adb, driver, executor and loop.

    python benchmarks/chaos.py [--goals 2000] [--seed 1] [--jobs 2] [--keep FILE] [--only N] [--json]

Prints what happened and exits with 1 when one bar was missed: an action was committed twice (by the phone's own log),
one followed an action of unknown outcome without a look, an error came from outside Genie's error tree, a run went on
past its deadline, an end was not explained, or success was claimed for a goal that was not reached. ``--only`` plays
one run of a seed again. ``--keep`` writes each run to a file as it ends; those that are there already are not played
again but counted, so a long series can be interrupted, and its parts add up. It needs no phone, no adb on the PATH and
no free default port.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from multiprocessing.connection import Connection, wait
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.chaotic.record import BARS, Kept, Record, as_data  # noqa: E402 - the repository must be importable first
from benchmarks.chaotic.run import Runs  # noqa: E402
from benchmarks.stage import private_adb  # noqa: E402
from genie_host.simphone.faults.deeds import DEEDS  # noqa: E402


def play_all(pipe: Connection, seed: int, numbers: Sequence[int]) -> None:
    """One process: an adb server of its own, and runs one after the other."""
    with tempfile.TemporaryDirectory(prefix="genie-chaos-") as home, private_adb() as adb:
        os.environ["GENIE_STATE_DIR"] = home
        runs = Runs(adb=adb, seed=seed)
        logging.getLogger("genie_host").addHandler(runs.overheard)
        for number in numbers:
            pipe.send(runs.play(number))
        pipe.close()


def records(seed: int, numbers: Sequence[int], jobs: int) -> Iterator[Record]:
    """All runs, in the order in which they end."""
    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    for job in range(jobs):
        ours, theirs = context.Pipe(duplex=False)
        context.Process(target=play_all, args=(theirs, seed, numbers[job::jobs]), daemon=True).start()
        theirs.close()
        pipes.append(ours)
    while pipes:
        for pipe in wait(pipes):
            assert isinstance(pipe, Connection)
            try:
                yield pipe.recv()
            except EOFError:
                pipes.remove(pipe)


def figures(done: Sequence[Record]) -> dict[str, object]:
    """All there is to say about the runs, ready for JSON."""
    ends = Counter(record.reason for record in done)
    seconds = sorted(record.seconds for record in done)
    stops = [record.stop_seconds for record in done if record.stop_seconds is not None and record.reason == "cancelled"]
    happened = Counter(chain.from_iterable(record.happened for record in done))
    return {
        "runs": len(done),
        "actions": sum(sum(record.codes.values()) for record in done),
        "ends": dict(ends.most_common()),
        "undisturbed": dict(Counter(record.reason for record in done if not record.plan)),
        "faults": dict(sorted(happened.items())),
        "faults_never_met": sorted(set(DEEDS) - set(happened)),
        "outcomes": dict(sum((record.codes for record in done), Counter()).most_common()),
        "errors": dict(sum((record.errors for record in done), Counter()).most_common()),
        "seconds_median": round(statistics.median(seconds), 2) if seconds else None,
        "seconds_longest": round(seconds[-1], 1) if seconds else None,
        "stop_seconds_longest": round(max(stops), 2) if stops else None,
        "missed": {bar: sum(bar in dict(record.missed) for record in done) for bar in BARS},
    }


def is_met(report: dict[str, object], wanted: int) -> bool:
    """Whether every run came to its end and no bar was missed; long series must also have met every fault."""
    missed = report["missed"]
    assert isinstance(missed, dict)
    is_complete = report["runs"] == wanted and (wanted < 10 * len(DEEDS) or not report["faults_never_met"])
    return is_complete and not any(missed.values())


def show(report: dict[str, object], failures: Sequence[Record]) -> None:
    """The figures, then every run that missed a bar."""
    for name, value in report.items():
        print(f"{name.replace('_', ' ')}:")
        lines = value.items() if isinstance(value, dict) else [(value, "")]
        print("\n".join(f"    {key} {count}" for key, count in lines) or "    none")
    for record in failures:
        print(f"\nrun {record.number}: {record.goal}\n    plan: {record.plan}\n    happened: {record.happened}")
        print(f"    {record.reason} after {record.turns} turns, {record.seconds:.1f} s: {record.message}")
        print("\n".join(f"    MISSED {bar}: {detail}" for bar, detail in record.missed))


def main() -> int:
    """0 when no bar was missed."""
    parser = argparse.ArgumentParser(description="Random goals under seeded faults, on simulated phones.")
    parser.add_argument("--goals", type=int, default=2000, help="how many goals (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other goals and faults (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (default 2)")
    parser.add_argument("--only", type=int, default=None, metavar="N", help="play run N of the seed alone")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="the runs as they end; the next call goes on there")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the tables")
    parser.add_argument("--verbose", action="store_true", help="a line for each run as it ends, on standard error")
    options = parser.parse_args()
    numbers = list(range(options.goals)) if options.only is None else [options.only]
    kept = Kept(options.keep, options.seed)
    done = [record for record in kept.records() if record.number in numbers]
    left = sorted(set(numbers) - {record.number for record in done})
    for record in records(options.seed, left, min(options.jobs, len(left))):
        done.append(record)
        kept.add(record)
        if options.verbose:
            print(f"{record.number}: {record.reason} {record.seconds:.1f} s {record.missed or ''}", file=sys.stderr)
    report = figures(done)
    met = is_met(report, len(numbers))
    failures = [record for record in sorted(done, key=lambda record: record.number) if record.missed]
    if options.json:
        print(json.dumps({**report, "is_met": met, "failures": [as_data(record) for record in failures]}))
    else:
        show(report, failures)
        print(f"\nThe bars are {'met' if met else 'NOT met'}.")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
