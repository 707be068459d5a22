"""The labelled calls on real dumps, where they lie beside the checkout: the measured floor, by held-out apps."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from genie_host.core.screen import Observation
from genie_host.core.verdicts import Ruling
from genie_host.phone.hierarchy import decode_dump
from genie_host.phone.observation import build_observation
from genie_host.policy.risk import assess_dump

DATA = Path(__file__).parents[3] / "shared" / "data"
ROWS = DATA / "risk-labels.tsv"
MORE_ROWS = Path(__file__).parent / "data" / "more-rows.tsv"
"""Our own labels for calls on dumps of apps that the table leaves out."""
ACTING = {"tap", "long_press", "type_text", "swipe", "press_key"}
HELD_OUT_FILES = {"107.xml", "141.xml", "142.xml"}
HELD_OUT_APPS = ("com.hexin.", "com.google.android.apps.maps")

pytestmark = pytest.mark.skipif(not ROWS.exists(), reason="the labelled rows are not beside this checkout")


@dataclass(frozen=True)
class Judged:
    """One row and what became of it."""

    file: str
    app: str
    tool: str
    is_risky: bool
    is_gated: bool

    @property
    def is_held_out(self) -> bool:
        return self.file in HELD_OUT_FILES or self.app.startswith(HELD_OUT_APPS)


def table(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def observation(name: str) -> Observation:
    return build_observation(decode_dump((DATA / "ui-dumps" / name).read_bytes()))


@cache
def judged(rows: Path = ROWS) -> tuple[Judged, ...]:
    apps = {row["file"]: row["app_package"] for row in table(DATA / "ui-dumps" / "index.tsv")}
    return tuple(
        Judged(
            file=row["file"],
            app=apps[row["file"]],
            tool=row["tool"],
            is_risky=row["label"] == "yes",
            is_gated=assess_dump(observation(row["file"]), row["tool"], json.loads(row["args"])).ruling
            is not Ruling.ALLOW,
        )
        for row in table(rows)
    )


def recall(rows: list[Judged]) -> float:
    risky = [row for row in rows if row.is_risky]
    return sum(row.is_gated for row in risky) / len(risky)


def false_gates(rows: list[Judged]) -> float:
    harmless = [row for row in rows if not row.is_risky]
    return sum(row.is_gated for row in harmless) / len(harmless)


@pytest.mark.parametrize(
    "chosen",
    [
        lambda row: row.tool in ACTING and not row.is_held_out,
        lambda row: row.tool in ACTING and row.is_held_out,
        lambda row: True,
    ],
    ids=["acting rows of the apps tuned on", "acting rows of held-out apps", "all rows"],
)
@pytest.mark.slow
def test_risky_calls_are_gated_and_harmless_ones_are_not(chosen: Callable[[Judged], bool]) -> None:
    rows = [row for row in judged() if chosen(row)]
    assert recall(rows) >= 0.98
    assert false_gates(rows) <= 0.05


@pytest.mark.slow
def test_the_same_holds_in_the_apps_that_the_table_leaves_out() -> None:
    rows = list(judged(MORE_ROWS))
    assert len(rows) >= 150
    assert recall(rows) >= 0.95
    assert false_gates(rows) <= 0.05


@pytest.mark.slow
def test_no_dump_makes_a_call_fail() -> None:
    """A touch on the middle of every control of every dump gets a verdict."""
    for path in sorted((DATA / "ui-dumps").glob("*.xml")):
        seen = observation(path.name)
        for element in seen.elements:
            middle = element.node.bounds.center
            assert assess_dump(seen, "tap", {"x": middle.x, "y": middle.y}).ruling in Ruling
