"""``genie models``: which language models there are, and how to get one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn, TransferSpeedColumn
from rich.progress import Progress as ProgressBar
from rich.table import Table
from rich.text import Text

from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import CONSOLE, ERRORS, print_json, shown
from genie_host.llm.catalogue import Catalogue, CatalogueEntry
from genie_host.llm.download import OnProgress, Progress, pull
from genie_host.llm.importing import import_model

app = typer.Typer(no_args_is_help=True, help="The language models.")


@app.command("list")
def list_models(as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False) -> None:
    """List the models: which are here, how big they are, and under what licence."""
    catalogue = Catalogue.load()
    rows = [row(catalogue, entry) for entry in catalogue.entries]
    if as_json:
        print_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("name", "size", "here", "licence", "what it is"):
        table.add_column(heading, justify="right" if heading == "size" else "left", overflow="fold")
    for facts in rows:
        table.add_row(
            Text(facts["name"], style="bold"),
            size_in_words(facts["size_bytes"]),
            "yes" if facts["is_here"] else "no",
            facts["licence"],
            shown(facts["title"]),
        )
    CONSOLE.print(table, markup=False)


@app.command("pull")
def pull_model(name: Annotated[str, typer.Argument(help="A name from `genie models list`.")]) -> None:
    """Download a model; goes on where a download broke off before."""
    catalogue = Catalogue.load()
    entry = catalogue.find(name)
    if catalogue.is_present(entry):
        CONSOLE.print(f"{entry.name} is here already", markup=False)
        return
    with StopButton().held() as cancel, progress_bar(entry.name) as on_progress:
        pull(entry, catalogue.url_of(entry), catalogue.path_of(entry), on_progress=on_progress, cancel=cancel)
    say_ready(entry)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A .litertlm file on this machine.")],
    is_moved: Annotated[bool, typer.Option("--move", help="Move the file instead of copying it.")] = False,
) -> None:
    """Use a model file that is on this machine already."""
    with StopButton().held() as cancel, progress_bar(file.name) as on_progress:
        entry = import_model(file, Catalogue.load(), is_moved=is_moved, on_progress=on_progress, cancel=cancel)
    say_ready(entry)


def row(catalogue: Catalogue, entry: CatalogueEntry) -> dict[str, Any]:
    """What the list says of one model; the size is that of the file when the catalogue does not give it."""
    is_here = catalogue.is_present(entry)
    return {
        "name": entry.name,
        "title": entry.title,
        "size_bytes": entry.size_bytes or (catalogue.path_of(entry).stat().st_size if is_here else None),
        "is_here": is_here,
        "is_default": entry.name == catalogue.default_name,
        "licence": entry.licence,
    }


def size_in_words(size: int | None) -> str:
    """In the units that disks are sold in."""
    if size is None:
        return "?"
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def say_ready(entry: CatalogueEntry) -> None:
    """The next thing to type."""
    CONSOLE.print(f"{entry.name} is ready: genie run GOAL --model {entry.name}", markup=False, soft_wrap=True)


@contextmanager
def progress_bar(name: str) -> Iterator[OnProgress]:
    """A bar on standard error; nothing where that is no terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with ProgressBar(*columns, TimeRemainingColumn(), console=ERRORS, disable=not ERRORS.is_terminal) as bar:
        task = bar.add_task(shown(name), total=None)

        def update(progress: Progress) -> None:
            bar.update(task, completed=progress.done_bytes, total=progress.total_bytes)

        yield update
