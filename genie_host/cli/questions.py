"""Questions to the person at the terminal. They go to standard error, which a person sees even under ``--json``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from genie_host.cli.stop import StopButton
from genie_host.cli.terminal import ERRORS, shown
from genie_host.core.verdicts import ApprovalRequest

if sys.platform != "win32":
    import termios

_SPOKEN = {"origin": "from"}
"""What a detail is called where a person reads it, as on the phone."""
_LONGEST_FACT, _BEGINNING, _END = 2000, 1500, 450
"""Characters of one fact."""
_YES = frozenset({"y", "yes"})


class Questions:
    """Asks and reads a line; no answer or an empty one means *no*, Ctrl-C raises Cancelled."""

    def __init__(self, stop: StopButton, pause: Callable[[], AbstractContextManager[None]] = nullcontext) -> None:
        self._stop = stop
        self._pause = pause
        """Keeps whatever else draws on the terminal quiet for a moment."""

    def approve(self, request: ApprovalRequest) -> bool:
        """May this call happen, once?"""
        with self._pause():
            ERRORS.print(approval_panel(request))
            return self._is_yes("Allow this once? [y/N] ")

    def is_code_equal(self, code: str) -> bool:
        """Does the phone show this code?"""
        with self._pause():
            return self._is_yes(f"Does the phone show {code[:3]} {code[3:]}? [y/N] ")

    def use_simulated_phone(self) -> bool:
        """No phone is attached: take the simulated one? Only asked where somebody can answer."""
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        return self._is_yes("No phone is attached. Use the simulated one? [y/N] ")

    def _is_yes(self, question: str) -> bool:
        forget_what_was_typed()
        ERRORS.print(Text(question), end="")
        try:
            with self._stop.asking():
                answer = sys.stdin.readline()
        except KeyboardInterrupt:
            answer = ""
        if not answer.endswith("\n"):
            ERRORS.print()
        self._stop.token.check()
        return answer.strip().lower() in _YES


def _in_whole(value: str) -> str:
    """A fact to the letter; of one that is too long for a screen the beginning, the end and how long it is."""
    line = shown(value, limit=len(value))
    if len(line) <= _LONGEST_FACT:
        return line
    return f"{line[:_BEGINNING]} … {line[-_END:]} ({len(value)} characters)"


def forget_what_was_typed() -> None:
    """A key pressed before the question was there is no answer to it."""
    if sys.platform != "win32" and sys.stdin.isatty():
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def approval_panel(request: ApprovalRequest) -> Panel:
    """Everything at stake, in the phone's own words made harmless."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="bold")
    grid.add_column(overflow="fold")
    call = request.tool_name if not request.target else f"{request.tool_name} on {shown(request.target)}"
    grid.add_row("step", Text(shown(call)))
    if request.app_label:
        grid.add_row("app", Text(shown(request.app_label)))
    for name, value in request.details:
        grid.add_row(shown(_SPOKEN.get(name, name)), Text(_in_whole(value)))
    reasons = [Text(f"· {shown(reason)}", style="yellow") for reason in request.reasons]
    return Panel(Group(grid, *reasons), title="Genie asks", title_align="left", border_style="yellow", expand=False)
