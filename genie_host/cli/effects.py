"""What the simulated phone saw during a run, for the summary at its end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text

from genie_host.cli.terminal import shown
from genie_host.core.events import Event, EventSink

_NOT_SHOWN = frozenset({"seq", "kind", "effect", "app", "key"})


class Effects:
    """Takes the phone's event log in, on the phone's thread, and passes effects on as they happen."""

    def __init__(self, forward_to: EventSink | None = None, clean: Callable[[Any], Any] = lambda entry: entry) -> None:
        """``clean`` takes secrets out of what is shown in the end."""
        self._forward_to = forward_to
        self._clean = clean
        self._lock = threading.Lock()
        self._entries: list[dict[str, Any]] = []

    def take(self, entry: dict[str, Any]) -> None:
        """One entry of the event log."""
        with self._lock:
            self._entries.append(entry)
        if entry["effect"] and self._forward_to is not None:
            self._forward_to.emit(Event(kind="effect", data=entry))

    def show(self, console: Console) -> None:
        """Each touch and text that mattered, with what it changed; nothing when no simulated phone took part."""
        with self._lock:
            entries = [self._clean(entry) for entry in self._entries]
        if not entries:
            return
        console.print(Text("on the simulated phone:", style="dim"))
        for entry in entries:
            if (sentence := sentence_of(entry)) is not None:
                console.print(sentence, soft_wrap=True)
        if not any(entry["effect"] for entry in entries):
            console.print(Text("  nothing was changed"))


def sentence_of(entry: dict[str, Any]) -> Text | None:
    """One entry in words; None for what need not be told."""
    match entry["kind"]:
        case "tap" | "long_press" as kind:
            place = entry.get("node_label") or entry.get("node_text") or f"{entry.get('x')}, {entry.get('y')}"
            node_class = str(entry.get("node_class", "")).rpartition(".")[2]
            return Text(f"  {kind.replace('_', ' ')} on {shown(place)}" + (f" ({node_class})" if node_class else ""))
        case "text_entered":
            return Text(f'  "{shown(entry.get("text", ""))}" typed')
        case kind if entry["effect"]:
            facts = ", ".join(f"{name}: {shown(value)}" for name, value in entry.items() if name not in _NOT_SHOWN)
            return Text.assemble(("  → ", "green"), (str(kind).replace("_", " "), "bold green"), f"  {facts}")
        case _:
            return None
