"""``genie eval``: every wording of every goal in a file, each on a new simulated phone; figures at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.progress import Progress
from rich.text import Text

from genie_host.cli.devices import AdbOption
from genie_host.cli.evaluation import Figures, RunRecord, summary_json
from genie_host.cli.evaluation_pool import ExaminerPool, opened_pool
from genie_host.cli.evaluation_run import Case
from genie_host.cli.evaluation_table import failure, summary_table
from genie_host.cli.exits import ExitCode
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json, shown
from genie_host.core.errors import UsageError
from genie_host.core.events import Event
from genie_host.llm.catalogue import Catalogue, CatalogueEntry
from genie_host.simphone.goal_file import load_goals
from genie_host.simphone.goals import GoalFile


def evaluate(
    goals: Annotated[Path, typer.Argument(help="A goals file (YAML); docs/goals.md says what is in one.")],
    only: Annotated[list[str] | None, typer.Option(help="Only the goal of this id; may be given again.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many runs: the first wording of every goal, then the second.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="A name from `genie models list`.")] = None,
    backend: Annotated[Literal["auto", "cpu", "gpu"], typer.Option(help="Where the model runs.")] = "auto",
    floor: Annotated[float, typer.Option(min=0.0, max=1.0, help="Share of runs that must reach their goal.")] = 0.9,
    jobs: Annotated[int, typer.Option(min=1, max=64, help="Runs at a time, each with an engine of its own.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line per run and a summary line.")] = False,
    adb: AdbOption = None,
) -> None:
    """Run a file of goals and print how many were reached, and what was done besides."""
    cases = cases_of(load_goals(goals), only or (), limit)
    catalogue = Catalogue.load()
    entry = catalogue.find(model or catalogue.default_name)
    records: list[RunRecord] = []
    with (
        StopButton().held() as cancel,
        opened_pool(catalogue, entry, backend=backend, jobs=jobs, adb=adb, sink=Notices(), cancel=cancel) as pool,
    ):
        try:
            if as_json:
                run_for_programs(pool, cases, records)
            else:
                run_for_people(pool, cases, records)
        finally:
            conclude(records, len(cases), entry, pool.backend, floor, as_json)
    raise typer.Exit(ExitCode.FINISHED if Figures.of("all", records).passes(floor) else ExitCode.NOT_REACHED)


class Notices:
    """An event sink that prints, once each, what the user should know about the model."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def emit(self, event: Event) -> None:
        """Standard output may belong to a program."""
        message = shown(event.data.get("message", ""), 300)
        if event.kind == "notice" and message not in self._told:
            self._told.add(message)
            ERRORS.print(Text(message, style="yellow"), soft_wrap=True)


def cases_of(file: GoalFile, only: Sequence[str], limit: int | None) -> list[Case]:
    """The first wording of every goal, then the second of every goal, and so on. Raises UsageError for no such goal."""
    unknown = sorted(set(only) - {goal.id for goal in file.goals})
    if unknown:
        raise UsageError(f"The goals file has no goal {unknown[0]}.")
    chosen = [goal for goal in file.goals if not only or goal.id in only]
    rounds = zip_longest(*([Case(goal=goal, wording=wording) for wording in goal.wordings] for goal in chosen))
    return [case for one_round in rounds for case in one_round if case is not None][:limit]


def run_for_programs(pool: ExaminerPool, cases: Sequence[Case], records: list[RunRecord]) -> None:
    """A line for each run as soon as it is over."""
    for record in pool.run(cases):
        records.append(record)
        print_json(record.as_json())


def run_for_people(pool: ExaminerPool, cases: Sequence[Case], records: list[RunRecord]) -> None:
    """A bar that moves, and above it the runs that went wrong."""
    with Progress(console=CONSOLE, transient=True, disable=not CONSOLE.is_terminal) as progress:
        bar = progress.add_task("", total=len(cases))
        for record in pool.run(cases):
            records.append(record)
            progress.update(bar, advance=1, description=shown(record.goal, 30))
            if not record.is_clean:
                CONSOLE.print(failure(record), soft_wrap=True)


def conclude(
    records: Sequence[RunRecord], planned: int, entry: CatalogueEntry, backend: str, floor: float, as_json: bool
) -> None:
    """The figures of the runs there were, also when the user stopped before the last."""
    if as_json:
        print_json(summary_json(records, planned=planned, model=entry.name, backend=backend, floor=floor))
    else:
        CONSOLE.print(Text(f"{entry.name} on the {backend.upper()}", style="dim"))
        CONSOLE.print(summary_table(records, floor))
