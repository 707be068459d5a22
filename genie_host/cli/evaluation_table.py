"""An evaluation as people read it: the runs that went wrong, then a table by kind."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from genie_host.cli.evaluation import Figures, RunRecord, figures_by_kind
from genie_host.cli.terminal import shown


def failure(record: RunRecord) -> Group:
    """A run that missed its goal or did something besides."""
    head = Text.assemble((f"{record.goal}  ", "bold red"), shown(record.wording, 300), (f"  {record.ending}", "dim"))
    lines = [Text(f"    {number:2} {shown(call)}", style="dim") for number, call in enumerate(record.calls, 1)]
    lines += [Text(f"    missed: {shown(missed, 300)}", style="yellow") for missed in record.missed]
    lines += [Text(f"    side effect: {shown(effect, 300)}", style="red") for effect in record.side_effects]
    if record.message and not record.is_reached:
        lines.append(Text(f"    {shown(record.message, 300)}", style="dim"))
    return Group(head, *lines)


def summary_table(records: Sequence[RunRecord], floor: float) -> Table:
    """One line a kind and one for all."""
    table = Table(box=None, header_style="dim")
    table.add_column("kind")
    for heading in ("runs", "reached", "success", "side effects", "sound calls", "turns", "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for figures in figures_by_kind(records):
        table.add_row(*_cells(figures))
    total = Figures.of("all", records)
    table.add_section()
    table.add_row(*_cells(total), style="bold green" if total.passes(floor) else "bold red")
    return table


def _cells(figures: Figures) -> list[str]:
    return [
        shown(figures.name, 30),
        str(figures.runs),
        str(figures.reached),
        f"{figures.success:.1%}",
        str(figures.side_effects),
        f"{figures.sound_share:.1%}",
        f"{figures.turns:g}",
        f"{figures.seconds:.2f}",
    ]
