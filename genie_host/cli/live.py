"""What a person watches during a run: a panel for the turn under way, and above it one line for each turn that is over.

Where standard output is no terminal there is no panel, only the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.status import Status
from rich.table import Table
from rich.text import Text

from genie_host.cli.terminal import shown
from genie_host.cli.turn_view import TurnView
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.events import Event

_FRAMES_PER_SECOND = 8
_ENDINGS = {"finished": "bold green", "not_reached": "bold yellow", "cancelled": "bold yellow"}


class RunView:
    """An event sink that draws."""

    def __init__(self, console: Console, clock: Clock = SYSTEM_CLOCK) -> None:
        self._console = console
        self._clock = clock
        self._head: list[tuple[str, str]] = []
        self._max_turns = 0
        self._started_at = clock.now()
        self._turn = TurnView()
        self._is_running = False
        self._live: Live | None = None
        self._status: Status | None = None

    def __enter__(self) -> RunView:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._hide()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Out of the way while a person is asked something."""
        self._hide()
        try:
            yield
        finally:
            self._show()

    def emit(self, event: Event) -> None:
        """Take in one event; unknown kinds are left out."""
        data = event.data
        match event.kind:
            case "preparing":
                self._wait(shown(data.get("message", "")))
            case "episode_started":
                self._hide()
                self._begin(event)
            case "notice":
                self._console.print(Text(shown(data.get("message", ""), 300), style="yellow"))
            case "waiting_for_finger":
                words = f"Look at the phone: it waits {float(data.get('seconds', 0)):.0f} s for a finger on its sensor."
                self._console.print(Text(words, style="bold yellow"), soft_wrap=True)
            case "acted":
                self._turn.take(event)
                if self._console.is_terminal:
                    self._console.print(self._turn.line(self._console.width))
                else:
                    self._console.print(self._turn.sentence(), soft_wrap=True)
                self._turn = TurnView(number=self._turn.number)
            case "episode_ended":
                self._end(event)
            case _:
                self._turn.take(event)
        if self._live is not None:
            self._live.refresh()

    def _begin(self, event: Event) -> None:
        data = event.data
        self._started_at = self._clock.now()
        self._max_turns = int(data.get("max_turns", 0))
        model = f"{data.get('model', '')} on the {str(data.get('backend', '')).upper()}"
        self._head = [("goal", shown(data.get("goal", ""))), ("phone", shown(data.get("serial", ""))), ("model", model)]
        if not self._console.is_terminal:
            for name, value in self._head:
                self._console.print(Text.assemble((f"{name:8} ", "dim"), value))
        self._is_running = True
        self._show()

    def _show(self) -> None:
        """Draw anew, below whatever was printed in between: a stopped Live would come back over it."""
        if self._is_running and self._console.is_terminal and self._live is None:
            self._live = Live(
                get_renderable=self._panel,
                console=self._console,
                refresh_per_second=_FRAMES_PER_SECOND,
                transient=True,
            )
            self._live.start(refresh=True)

    def _wait(self, message: str) -> None:
        """Say what takes so long, where somebody is looking."""
        self._hide()
        if self._console.is_terminal:
            self._status = self._console.status(Text(f"{message} …"))
            self._status.start()

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _end(self, event: Event) -> None:
        self._is_running = False
        self._hide()
        data = event.data
        reason = str(data.get("reason", ""))
        turns = int(data.get("turns", 0))
        self._console.print(
            Text.assemble(
                (reason.replace("_", " "), _ENDINGS.get(reason, "bold red")),
                f": {shown(data.get('message', ''), 400)}  ",
                (f"{turns} turn{'' if turns == 1 else 's'}, {float(data.get('seconds', 0.0)):.1f} s", "dim"),
            ),
            soft_wrap=not self._console.is_terminal,
        )

    def _panel(self) -> RenderableType:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(style="dim", width=8)
        grid.add_column(overflow="fold")
        seconds = self._clock.now() - self._started_at
        turn = Text.assemble(f"{self._turn.number} of {self._max_turns}", (f"   {seconds:.0f} s", "dim"))
        rows: list[tuple[str, str | Text]] = [*self._head, ("turn", turn), *self._turn.rows()]
        for name, value in rows:
            grid.add_row(name, Text(value) if isinstance(value, str) else value)
        return Panel(grid, title="genie", title_align="left", border_style="cyan", width=min(100, self._console.width))
