"""What the teacher does for a task brings the phone to where the task is done; and phones begin anywhere."""

from itertools import islice
from pathlib import Path
from random import Random

import pytest

import genie_host.simphone as simphone
from genie_host.simphone.world.engine import World
from genie_host.simphone.world.schema import load_app
from scripts.nano.further_tasks import KINDS, FurtherTasks
from scripts.nano.phrases import Phraser, load_phrase_book
from scripts.nano.starts import walk_somewhere
from scripts.nano.task import Task
from scripts.nano.tasks import TaskMaker
from scripts.nano.traces import Episode

APPS = [load_app(path) for path in sorted((Path(simphone.__file__).parent / "apps").glob("*.yaml"))]
PHRASER = Phraser(load_phrase_book())


def tasks_of(kind: str, count: int) -> list[Task]:
    maker, further, rng = TaskMaker(PHRASER, APPS), FurtherTasks(PHRASER, APPS), Random(4)
    return [further.draw(rng, kind, maker.state(rng)) for _ in range(count)]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_task_of_a_kind_is_brought_to_an_end(kind):
    for seed, task in enumerate(tasks_of(kind, 6)):
        calls = [sample.answer for sample in Episode(task, APPS, Random(seed)).samples()]
        assert len(calls) < 17
        assert "not possible" not in "".join(calls), task


def test_a_moved_alarm_is_off_at_the_old_time_and_on_at_the_new():
    for seed, task in enumerate(tasks_of("move_alarm", 8)):
        episode = Episode(task, APPS, Random(seed))
        list(episode.samples())
        alarms = {alarm["time"]: alarm["enabled"] for alarm in episode.world.state["clock"]["alarms"]}
        assert (alarms[task.label], alarms[str(task.time)]) == (False, True)


def test_a_phone_begins_on_pages_with_a_way_back():
    for seed in range(12):
        world = World(APPS)
        walk_somewhere(Random(seed), world, "settings")
        for _ in range(8):
            world.press_key(4)
        assert world.foreground.app_id == "launcher"


def test_the_kinds_are_drawn_among_the_others():
    maker, rng = TaskMaker(PHRASER, APPS), Random(2)
    drawn = {task.intent for task in islice((maker.draw(rng) for _ in range(400)), 400)}
    assert {"move_alarm", "go", "read", "switch", "write_note"} <= drawn
