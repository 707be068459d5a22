"""How well the ears hear: misses, false wakes, latency and cost of the wake engines, on speech made from a seed.

    python benchmarks/voice.py [--plans NAME ...] [--snr clean 20 10] [--said N] [--minutes M] [--piper FOLDER] [--json]

Each plan is an engine with a wake phrase. It hears one stream with the phrase in it, alone and with a command in the
same breath, and one of half an hour of speech that is never the phrase and often nearly; both clean and in white noise
20 and 10 dB below the speech. Latencies run from the last sample of the phrase. Rows are kept in the folder of --kept,
so a run that was stopped goes on where it was; another folder measures anew. Exits with 1 when a goal is missed; goals
are for clean speech.

Needs espeak-ng and the dependency group "voice"; the Piper voice for pocketsphinx-joe is fetched by hand.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.hearing.plans import NOISES, PLANS, Plan, Size, WakeRow, measure_in_child
from benchmarks.hearing.speech import HOW_TO_GET_JOE


def main() -> int:
    """Measure, print, and say by the exit code whether it was good."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [plan.name for plan in PLANS]
    parser.add_argument("--plans", nargs="+", choices=names, default=names)
    parser.add_argument("--snr", nargs="+", choices=["clean", "20", "10"], default=["clean", "20", "10"])
    parser.add_argument("--said", type=int, default=48, help="how often the phrase is said")
    parser.add_argument("--minutes", type=float, default=31.0, help="of speech without the phrase")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kept", type=Path, default=Path("build/voice-bench"), help="where speech and rows are kept")
    parser.add_argument("--piper", type=Path, help=HOW_TO_GET_JOE)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    size = Size(said=options.said, minutes=options.minutes, seed=options.seed, kept=options.kept, piper=options.piper)
    noises = [noise for noise in NOISES if ("clean" if noise is None else f"{noise:.0f}") in options.snr]
    plans = [plan for plan in PLANS if plan.name in options.plans]
    rows: list[WakeRow] = []
    for plan in plans:
        if "joe" in plan.voices and size.piper is None:
            print(f"{plan.name} is left out: {HOW_TO_GET_JOE}", file=sys.stderr)
            continue
        for noise in noises:
            rows.append(measured(plan, noise, size))
            if not options.json:
                show(rows[-1])
    if options.json:
        print(
            json.dumps({"rows": [asdict(row) for row in rows], "missed_goals": missed_goals(rows)}, ensure_ascii=False)
        )
    else:
        print(*(missed_goals(rows) or ["all goals reached"]), sep="\n")
    return 1 if missed_goals(rows) else 0


def measured(plan: Plan, noise: float | None, size: Size) -> WakeRow:
    """From what is kept, or measured now and kept."""
    file = size.kept / f"row-{plan.name}-{noise or 'clean'}-{size.said}-{size.minutes}-{size.seed}-{plan.repeats}.json"
    if file.exists():
        return WakeRow(**json.loads(file.read_text(encoding="utf-8")))
    row = measure_in_child(plan, noise, size, lambda line: print(f"{plan.name}: {line}", file=sys.stderr))
    file.write_text(json.dumps(asdict(row), ensure_ascii=False), encoding="utf-8")
    return row


def missed_goals(rows: list[WakeRow]) -> list[str]:
    """In words; the goals are those of clean speech."""
    missed = []
    for row in rows:
        if row.snr_db is not None:
            continue
        most_missed = 0.05 if row.plan.startswith("pocketsphinx") else 0.30
        plan = next(plan for plan in PLANS if plan.name == row.plan)
        slowest = 1.2 if plan.engine == "vosk" and plan.is_strict else 0.45
        is_strict = plan.is_strict
        if is_strict and row.false:
            missed.append(f"{row.plan}: {row.false} false wakes in {row.negative_minutes:.0f} minutes; goal 0")
        if row.missed > most_missed * row.said:
            missed.append(f"{row.plan}: {row.missed} of {row.said} missed; goal {most_missed:.0%}")
        if not row.latency_p50 <= slowest:
            missed.append(
                f"{row.plan}: half are heard within {row.latency_p50 * 1000:.0f} ms; goal {slowest * 1000:.0f}"
            )
        if row.real_time_factor > 0.08:
            missed.append(f"{row.plan}: {row.real_time_factor:.3f} of a core; goal 0.08")
        if row.megabytes > 800:
            missed.append(f"{row.plan}: {row.megabytes:.0f} MiB; goal 800")
    return missed


def show(row: WakeRow) -> None:
    """A row for people."""
    noise = "clean" if row.snr_db is None else f"{row.snr_db:.0f} dB"
    print(
        f"{row.plan:<19} {noise:<5} missed {row.missed:>2} of {row.said} "
        f"(alone {row.missed_alone} of {row.said_alone}), "
        f"p50 {row.latency_p50 * 1000:.0f} ms, p90 {row.latency_p90 * 1000:.0f} ms; "
        f"false {row.false} ({row.false_near} near) in {row.negative_minutes:.0f} min = {row.false_per_hour:.1f}/h "
        f"(at most {row.false_per_hour_at_most:.1f}); "
        f"{row.real_time_factor:.3f} of a core, {row.megabytes:.0f} MiB, loaded in {row.load_seconds:.1f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
