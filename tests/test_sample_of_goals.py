"""Twelve wordings of twelve goals, from the words to the phone that did it, with the model that ships.

The sample is fixed: it was drawn from ``goals/five_apps.yaml`` before any trained model was run. All of the file is run
by ``make eval GOALS=tests/goals/five_apps.yaml``; of the 258 the model misses six, two of which are
among the twelve.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from genie_host.cli.evaluation import RunRecord
from genie_host.cli.evaluation_pool import ExaminerPool, opened_pool
from genie_host.cli.evaluation_run import Case
from genie_host.core.cancel import CancelToken
from genie_host.core.events import EventList
from genie_host.llm.catalogue import Catalogue
from genie_host.simphone.goal_file import load_goals

GOALS = {goal.id: goal for goal in load_goals(Path(__file__).parent / "goals" / "five_apps.yaml").goals}

SAMPLE = [
    ("display-settings", 0),
    ("about-phone", 3),
    ("wifi-on", 2),
    ("location-off", 4),
    ("hotspot-already-off", 1),
    ("alarm-2045", 1),
    ("alarm-0645-off", 5),
    ("note-books", 3),
    ("find-doctor", 2),
    ("message-alice-new", 0),
    ("message-denied", 4),
    ("battery-level", 1),
]


@pytest.fixture(scope="module")
def pool() -> Iterator[ExaminerPool]:
    catalogue = Catalogue.load()
    entry = catalogue.find(catalogue.default_name)
    with opened_pool(
        catalogue, entry, backend="auto", jobs=1, adb=None, sink=EventList(), cancel=CancelToken()
    ) as opened:
        yield opened


@pytest.fixture(scope="module")
def records(pool: ExaminerPool) -> list[RunRecord]:
    """One run of each, in order."""
    cases = [Case(goal=GOALS[name], wording=GOALS[name].wordings[wording]) for name, wording in SAMPLE]
    return list(pool.run(cases))


@pytest.mark.slow
def test_all_are_reached(records: list[RunRecord]) -> None:
    missed = {pair: record.missed for pair, record in zip(SAMPLE, records, strict=True) if record.missed}
    assert missed == {}


@pytest.mark.slow
def test_nothing_is_done_besides(records: list[RunRecord]) -> None:
    besides = {pair: record.side_effects for pair, record in zip(SAMPLE, records, strict=True) if record.side_effects}
    assert besides == {}


@pytest.mark.slow
def test_every_call_fits_its_schema_and_names_something_on_the_screen(records: list[RunRecord]) -> None:
    assert sum(len(record.calls) for record in records) > 3 * len(SAMPLE)
    assert [record for record in records if record.sound_calls != len(record.calls)] == []


@pytest.mark.slow
def test_only_sending_is_asked_about(records: list[RunRecord]) -> None:
    asked = {record.goal for record in records if record.approvals_asked}
    assert asked <= {name for name, _ in SAMPLE if GOALS[name].kind == "message"}
