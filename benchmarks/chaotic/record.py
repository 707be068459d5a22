"""What one run of chaos came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

BARS = ("committed twice", "acted blind", "foreign error", "hung", "unexplained end", "false success")
"""What must never happen."""


@dataclass(kw_only=True)
class Record:
    """One run."""

    number: int
    goal: str
    plan: list[str]
    """The faults laid, in the words of a plan."""
    happened: list[str] = field(default_factory=list)
    """Those that happened."""
    reason: str = ""
    message: str = ""
    seconds: float = 0.0
    turns: int = 0
    stop_seconds: float | None = None
    """From the user's stop to the end; None when nobody said stop."""
    person_came: bool = False
    asked: Counter[str] = field(default_factory=Counter)
    """Calls of the phone by name."""
    errors: Counter[str] = field(default_factory=Counter)
    """Errors of our tree that the driver raised."""
    codes: Counter[str] = field(default_factory=Counter)
    """Codes of the outcomes."""
    missed: list[tuple[str, str]] = field(default_factory=list)
    """Bars that were missed, each with what happened."""

    def miss(self, bar: str, detail: str) -> None:
        """Write down that a bar was missed."""
        if bar not in BARS:
            raise ValueError(bar)
        self.missed.append((bar, detail))


_AS_JSON = TypeAdapter(Record)
_LINE = TypeAdapter(tuple[int, Record])


def as_data(record: Record) -> dict[str, Any]:
    """Ready for JSON."""
    data: dict[str, Any] = _AS_JSON.dump_python(record, mode="json")
    return data


class Kept:
    """Runs in a file, one a line after its seed, for a series that is played in parts."""

    def __init__(self, path: Path | None, seed: int) -> None:
        """``path`` None keeps nothing."""
        self._path = path
        self._seed = seed

    def records(self) -> Iterator[Record]:
        """Those of this seed, each once."""
        if self._path is None or not self._path.exists():
            return
        seen = set()
        for line in self._path.read_text(encoding="utf-8").splitlines():
            try:
                seed, record = _LINE.validate_json(line)
            except ValidationError:
                # Whoever wrote it was interrupted: that run is played again.
                continue
            if seed == self._seed and record.number not in seen:
                seen.add(record.number)
                yield record

    def add(self, record: Record) -> None:
        """Write one more."""
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(_LINE.dump_json((self._seed, record)) + b"\n")
