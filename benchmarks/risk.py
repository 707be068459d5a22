"""Measures the gate on labelled calls: how many grave ones it stops, and how many harmless ones it disturbs.

    python benchmarks/risk.py --rows FILE.tsv --dumps DIR [--json] [--simphone] [--least-recall R] [--most-gated G]

FILE.tsv has the columns file, tool, args (JSON), label (yes or no) and reason; DIR holds the dumps it names, and may
hold an ``index.tsv`` with the app of each. A call is stopped when the verdict is ask or refuse. Recall is the share of
the yes rows that are stopped, "no gated" the share of the no rows that are. Both are told for all rows and for five
folds that share no app, beside the rule of the first Genie on the same rows.

``--simphone`` adds the labelled screens of the simulated phone in ten languages. The time of one verdict is told for
the largest of the screens, filled up to 300 nodes. With bars given, exits with 1 when one is missed. Needs no phone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.gate.rows import (
    Figures,
    Row,
    folds_of,
    labelled_rows,
    observation_in,
)
from benchmarks.gate.timing import NODES, padded, verdict_ms

_SCREENS_TIMED = 12


def main(arguments: Sequence[str]) -> int:
    """Print the figures; 1 when a bar that was given is missed, 2 when there is nothing to judge."""
    chosen = _parser().parse_args(arguments)
    rows = labelled_rows(chosen.rows, chosen.dumps)
    if not rows:
        print(f"no rows in {chosen.rows}", file=sys.stderr)
        return 2
    report = report_on(rows)
    report["verdict_ms"] = _timed(rows, chosen.dumps)
    if chosen.simphone:
        from benchmarks.gate.phone_pairs import phone_rows

        report["simphone"] = report_on(phone_rows())
    print(json.dumps(report) if chosen.as_json else "\n".join(told(report)))
    ours = Figures.of(rows)
    return int(ours.recall < chosen.least_recall or ours.gated > chosen.most_gated)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rows", type=Path, required=True, help="table of labelled calls")
    parser.add_argument("--dumps", type=Path, required=True, help="folder of the dumps it names")
    parser.add_argument("--json", action="store_true", dest="as_json", help="print one JSON object")
    parser.add_argument("--simphone", action="store_true", help="judge the simulated phone's screens too")
    parser.add_argument("--least-recall", type=float, default=0.0, metavar="R")
    parser.add_argument("--most-gated", type=float, default=1.0, metavar="G")
    return parser


def report_on(rows: Sequence[Row]) -> dict[str, Any]:
    """All figures of some rows, ready to be printed."""
    return {
        "ours": Figures.of(rows).as_data(),
        "two_signals": Figures.of(rows, lambda row: row.was_stopped).as_data(),
        "folds": [{**Figures.of(fold).as_data(), "apps": sorted({row.app for row in fold})} for fold in folds_of(rows)],
        "missed": [row.named for row in rows if row.is_grave and not row.is_stopped],
        "gated": [row.named for row in rows if row.is_stopped and not row.is_grave],
    }


def _timed(rows: Sequence[Row], dumps: Path) -> dict[str, Any]:
    screens = {row.screen: observation_in(dumps / row.screen) for row in rows}
    largest = sorted(screens.values(), key=lambda seen: -len(seen.elements))[:_SCREENS_TIMED]
    first, again = verdict_ms([padded(seen) for seen in largest])
    return {"nodes": NODES, "screens": len(largest), "first": round(first, 3), "again": round(again, 3)}


def told(report: Mapping[str, Any]) -> list[str]:
    """The report for a person."""
    lines = _told(report)
    if "simphone" in report:
        lines += ["", "the simulated phone's screens", *_told(report["simphone"])]
    if timed := report.get("verdict_ms"):
        lines.append(f"one verdict on {NODES} nodes: {timed['first']} ms on a new screen, {timed['again']} ms again")
    return lines


def _told(report: Mapping[str, Any]) -> list[str]:
    lines = [_figures("ours", report["ours"]), _figures("two signals of five", report["two_signals"])]
    for number, fold in enumerate(report["folds"], start=1):
        apps = fold["apps"]
        more = f" and {len(apps) - 3} more" if len(apps) > 3 else ""
        lines.append(_figures(f"fold {number}", fold) + f"   {', '.join(apps[:3])}{more}")
    lines += [f"missed: {row}" for row in report["missed"]]
    return lines + [f"gated: {row}" for row in report["gated"]]


def _figures(name: str, figures: Mapping[str, Any]) -> str:
    counted = f"{figures['rows']:4} rows, {figures['yes']:3} yes"
    return f"{name:20} {counted}   recall {figures['recall']:.3f}   no gated {figures['no_gated']:.3f}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
