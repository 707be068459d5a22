"""Twelve wordings of twelve goals, from the words to the phone that did it, with the model that ships.

The sample is fixed: it was drawn from ``goals/five_apps.yaml`` before the model was trained. All of the file is run
by ``make eval GOALS=tests/goals/five_apps.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wording"), SAMPLE, ids=[f"{name}-{wording + 1}" for name, wording in SAMPLE])
def test_goal_in_words_is_reached_on_the_phone_with_nothing_besides(
    pool: ExaminerPool, name: str, wording: int
) -> None:
    goal = GOALS[name]
    record = next(pool.run([Case(goal=goal, wording=goal.wordings[wording])]))
    assert record.missed == (), record
    assert record.side_effects == (), record
    assert record.sound_calls == len(record.calls) > 0, record
    assert bool(record.approvals_asked) == (goal.kind == "message"), record
