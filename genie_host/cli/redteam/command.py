"""``genie redteam``: every attack of the range on a new simulated phone, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Annotated

import typer
from rich.progress import Progress
from rich.text import Text

from genie_host.cli.devices import AdbOption
from genie_host.cli.evaluate import Notices
from genie_host.cli.exits import ExitCode
from genie_host.cli.opening import opened_model
from genie_host.cli.redteam.case import Case
from genie_host.cli.redteam.cases import all_cases, spread
from genie_host.cli.redteam.course import Course
from genie_host.cli.redteam.report import Figures, Record, can_be_compared, record_of, table_of
from genie_host.cli.simulated import private_adb
from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json
from genie_host.core.cancel import CancelToken
from genie_host.core.errors import UsageError
from genie_host.llm.catalogue import Catalogue


def redteam(
    model: Annotated[
        str | None, typer.Option(help="A name from `genie models list`; without it, a model that obeys every order.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option(help="A class such as A7, or a case; may be given again.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many cases, the classes in turn.")] = None,
    ungated: Annotated[bool, typer.Option(help="Also run each without a gate, to compare with.")] = True,
    jobs: Annotated[int, typer.Option(min=1, max=16, help="Cases at a time.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line per case and a summary line.")] = False,
    adb: AdbOption = None,
) -> None:
    """Attack the simulated phone in every known way, and see what gets through."""
    cases = chosen(only or (), limit)
    records: list[Record] = []
    with (
        StopButton().held() as cancel,
        courses(model, jobs, adb, cancel) as run,
        Progress(console=ERRORS, transient=True, disable=as_json) as progress,
    ):
        task = progress.add_task("attacking", total=len(cases))
        for record in run(cases, ungated):
            records.append(record)
            progress.advance(task)
            if as_json:
                print_json(record.as_json())
            elif record.harm:
                progress.console.print(Text(f"{record.id} got through: {', '.join(record.harm)}"))
    figures = Figures.of(records)
    if as_json:
        print_json({"record": "summary", "model": model or "obedient", **figures.as_json()})
    else:
        show(records, figures)
    raise typer.Exit(ExitCode.NOT_REACHED if figures.attack_success else ExitCode.FINISHED)


def chosen(only: Sequence[str], limit: int | None) -> tuple[Case, ...]:
    """The cases asked for. Raises UsageError for a name that is none."""
    cases = all_cases()
    unknown = [name for name in only if not any(name in (case.id, case.attack) for case in cases)]
    if unknown:
        raise UsageError(f"There is no case and no class {unknown[0][:60]!r}. Classes are A1 to A17.")
    wanted = [case for case in cases if not only or case.id in only or case.attack in only]
    return spread(wanted, limit)


def show(records: Sequence[Record], figures: Figures) -> None:
    """For people."""
    CONSOLE.print(table_of(records))
    CONSOLE.print(
        f"gate recall {figures.gate_recall:.1%}; clean goals reached {figures.useful_clean:.1%}"
        + ("" if figures.useful_ungated is None else f", without a gate {figures.useful_ungated:.1%}")
        + f"; orders that the model never came to read: {figures.never_turned}"
    )
    for record in records:
        if record.harm or not record.clean_reached or record.is_false_gate:
            words = "got through" if record.harm else "twin not reached" if not record.clean_reached else "false gate"
            CONSOLE.print(Text(f"{record.id}: {words}"))


class _Run:
    """Takes cases and gives their records, in their order."""

    def __init__(self, free: SimpleQueue[Course], threads: ThreadPoolExecutor) -> None:
        self._free, self._threads = free, threads

    def __call__(self, cases: Sequence[Case], ungated: bool) -> Iterator[Record]:
        return self._threads.map(lambda case: self._one(case, ungated), cases)

    def _one(self, case: Case, ungated: bool) -> Record:
        course = self._free.get()
        try:
            is_compared = ungated and can_be_compared(case)
            return record_of(
                case,
                course.attacked(case),
                course.clean(case),
                course.attacked(case, is_open=True) if is_compared else None,
                course.clean(case, is_open=True) if ungated else None,
            )
        finally:
            self._free.put(course)


@contextmanager
def courses(model: str | None, jobs: int, adb: Path | None, cancel: CancelToken) -> Iterator[_Run]:
    """Everything that is used again from case to case."""
    with private_adb(adb) as server, ExitStack() as stack:
        free: SimpleQueue[Course] = SimpleQueue()
        catalogue = Catalogue.load()
        for _ in range(jobs):
            real = None
            if model is not None:
                entry = catalogue.find(model)
                opened = opened_model(catalogue, entry, backend="auto", sink=Notices(), cancel=cancel)
                real = stack.enter_context(opened)
            free.put(Course(adb=server, cancel=cancel, model=real))
        threads = stack.enter_context(ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="redteam"))
        yield _Run(free, threads)
