"""One turn as a person reads it: rows of the live panel, and the line that is left of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table
from rich.text import Text

from genie_host.cli.terminal import shown
from genie_host.core.events import Event

_RULINGS = {"allow": "green", "ask": "yellow", "refuse": "red"}
_TIERS = {"ok": "green", "transient": "yellow", "logic": "yellow", "auth": "red", "fatal": "red"}
_WAITING = Text("…", style="dim")


@dataclass
class TurnView:
    """What is known of a turn so far."""

    number: int = 0
    facts: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The newest event data of each kind."""

    def take(self, event: Event) -> None:
        """Take in one event."""
        self.facts[event.kind] = event.data
        self.number = int(event.data.get("turn", self.number))

    def rows(self) -> list[tuple[str, Text]]:
        """Name and value of each row of the panel, always the same ones so that nothing jumps."""
        return [
            ("sees", self._sight()),
            ("call", self._call()),
            ("verdict", self._verdict()),
            ("outcome", self._outcome()),
            ("times", self._times()),
        ]

    def line(self, width: int) -> Table:
        """The turn when it is over, for a terminal."""
        grid = Table.grid(padding=(0, 1), expand=True)
        grid.width = min(width, 110)
        grid.add_column(justify="right", style="dim", width=3)
        grid.add_column(ratio=2, overflow="fold")
        grid.add_column(ratio=3, overflow="fold")
        grid.add_column(justify="right", style="dim", width=7)
        grid.add_row(str(self.number), self._call(), self._result(), f"{self._seconds():.1f} s")
        return grid

    def sentence(self) -> Text:
        """The turn when it is over, for a log."""
        return Text.assemble(f"turn {self.number}: ", self._call(), ": ", self._result(), f" ({self._seconds():.1f} s)")

    def _result(self) -> Text:
        """The outcome, after the verdict when that was more than *allow*."""
        if self._fact("assessed", "ruling") in ("allow", ""):
            return self._outcome()
        return Text.assemble(self._verdict(), "; ", self._outcome())

    def _seconds(self) -> float:
        return sum(float(data.get("seconds") or 0.0) for data in self.facts.values())

    def _fact(self, kind: str, name: str) -> Any:
        return self.facts.get(kind, {}).get(name, "")

    def _sight(self) -> Text:
        if "observed" not in self.facts:
            return _WAITING
        app, title = shown(self._fact("observed", "app")), shown(self._fact("observed", "title"))
        place = " · ".join(word for word in (app, title if title != app else "") if word) or "a screen"
        return Text.assemble(place, (f"   {len(self._fact('observed', 'elements'))} things on it", "dim"))

    def _call(self) -> Text:
        if "decided" not in self.facts:
            return _WAITING
        arguments = self._fact("decided", "arguments") or {}
        words = [f'"{shown(value, 60)}"' if isinstance(value, str) else str(value) for value in arguments.values()]
        if len(words) > 1:
            words = [f"{shown(name)}={word}" for name, word in zip(arguments, words, strict=True)]
        return Text.assemble((shown(self._fact("decided", "tool")), "bold"), *(f" {word}" for word in words))

    def _verdict(self) -> Text:
        if "assessed" not in self.facts:
            return _WAITING
        ruling = str(self._fact("assessed", "ruling"))
        reasons = "; ".join(shown(reason) for reason in self._fact("assessed", "reasons") or ())
        answer = {True: "yes", False: "no"}.get(self._fact("approval", "answer"), "")
        return Text.assemble(
            (ruling, _RULINGS.get(ruling, "red")),
            f" ({reasons})" if reasons and ruling != "allow" else "",
            f", answered {answer}" if answer else "",
        )

    def _outcome(self) -> Text:
        if "acted" not in self.facts:
            return _WAITING
        tier, code = str(self._fact("acted", "tier")), str(self._fact("acted", "code"))
        word = tier if code in ("", "done") else code.replace("_", " ")
        return Text.assemble((word, _TIERS.get(tier, "red")), f": {shown(self._fact('acted', 'message'))}")

    def _times(self) -> Text:
        names = (("look", "observed"), ("think", "decided"), ("act", "acted"))
        known = [(word, self.facts[kind].get("seconds")) for word, kind in names if kind in self.facts]
        return Text(" ".join(f"{word} {float(value):.2f} s" for word, value in known if value is not None), style="dim")
