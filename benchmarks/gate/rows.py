"""Labelled calls, how they were judged, and the figures made of them."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.gate.two_signals import two_signals
from genie_host.core.screen import Observation
from genie_host.core.verdicts import Ruling
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.observation import build_observation
from genie_host.policy.risk import assess_dump

FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class Row:
    """One labelled call and what became of it."""

    screen: str
    app: str
    tool: str
    arguments: Mapping[str, Any]
    is_grave: bool
    note: str
    is_stopped: bool
    was_stopped: bool
    """By the rule of the first Genie."""
    reasons: tuple[str, ...]

    @property
    def named(self) -> str:
        """The row on one line."""
        told = f"{self.screen} {self.tool} {json.dumps(dict(self.arguments), ensure_ascii=False)}"
        return f"{told}: {self.note}" + (f" [{'; '.join(self.reasons)}]" if self.reasons else "")


@dataclass(frozen=True, kw_only=True)
class Figures:
    """How one rule did on some rows."""

    rows: int
    grave: int
    recall: float
    """Share of the grave rows that were stopped."""
    gated: float
    """Share of the others that were."""

    @classmethod
    def of(cls, rows: Sequence[Row], is_stopped: Callable[[Row], bool] = lambda row: row.is_stopped) -> Figures:
        grave = [is_stopped(row) for row in rows if row.is_grave]
        others = [is_stopped(row) for row in rows if not row.is_grave]
        return cls(
            rows=len(rows),
            grave=len(grave),
            recall=sum(grave) / len(grave) if grave else 1.0,
            gated=sum(others) / len(others) if others else 0.0,
        )

    def as_data(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "yes": self.grave,
            "recall": round(self.recall, 4),
            "no_gated": round(self.gated, 4),
        }


def labelled_rows(path: Path, dumps: Path) -> list[Row]:
    """Judge every row of a table."""
    apps = {entry["file"]: entry["app_package"] for entry in table(dumps / "index.tsv")}
    return [_judged(entry, apps, dumps) for entry in table(path)]


def table(path: Path) -> Iterator[dict[str, str]]:
    """The rows of a table of tab-separated columns; none when there is no such file."""
    if path.exists():
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def observation_in(path: Path) -> Observation:
    """What Genie makes of a dump."""
    return build_observation(decode_dump(path.read_bytes()))


def _judged(entry: Mapping[str, str], apps: Mapping[str, str], dumps: Path) -> Row:
    seen = observation_in(dumps / entry["file"])
    arguments = json.loads(entry["args"])
    return judged_row(
        seen,
        screen=entry["file"],
        app=apps.get(entry["file"]) or seen.package_name or entry["file"],
        call=(entry["tool"], arguments),
        is_grave=entry["label"].strip().lower() == "yes",
        note=entry.get("reason") or "",
    )


def judged_row(
    seen: Observation, *, screen: str, app: str, call: tuple[str, Mapping[str, Any]], is_grave: bool, note: str = ""
) -> Row:
    """Judge one call by both rules."""
    tool, arguments = call
    verdict = assess_dump(seen, tool, arguments)
    return Row(
        screen=screen,
        app=app,
        tool=tool,
        arguments=arguments,
        is_grave=is_grave,
        note=note,
        is_stopped=verdict.ruling is not Ruling.ALLOW,
        was_stopped=two_signals(seen, tool, arguments),
        reasons=verdict.reasons,
    )


def folds_of(rows: Sequence[Row]) -> list[list[Row]]:
    """Five parts of about one size; all rows of an app are in one."""
    by_app: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_app[row.app].append(row)
    folds: list[list[Row]] = [[] for _ in range(FOLDS)]
    for app in sorted(by_app, key=lambda app: (-len(by_app[app]), app)):
        min(folds, key=len).extend(by_app[app])
    return folds
