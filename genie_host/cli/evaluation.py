"""What an evaluation found: one record for each run, and the figures made of them. Pure."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """One wording of one goal, run once."""

    goal: str
    kind: str
    wording: str
    is_reached: bool
    """Judged on the phone; a run may reach the goal and still end badly, see ``ending``."""
    missed: tuple[str, ...] = ()
    side_effects: tuple[str, ...] = ()
    ending: str
    """How the run ended, such as ``finished`` or ``budget_used_up``."""
    message: str = ""
    reply: str = ""
    approvals_asked: int = 0
    calls: tuple[str, ...] = ()
    """What the model asked for and what came of it, one line each."""
    sound_calls: int = 0
    """Calls that fit their tool's schema and name only what is on the screen."""
    turns: int = 0
    seconds: float = 0.0

    @property
    def is_clean(self) -> bool:
        return self.is_reached and not self.side_effects

    def as_json(self) -> dict[str, Any]:
        return {"record": "run", **asdict(self)}


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Many runs in one line. A share of nothing is 1."""

    name: str
    runs: int
    reached: int
    side_effects: int
    """Effects that no goal allowed, all runs together."""
    calls: int
    sound_calls: int
    turns: float
    """Median of a run."""
    seconds: float
    """Median of a run."""

    @classmethod
    def of(cls, name: str, records: Sequence[RunRecord]) -> Figures:
        return cls(
            name=name,
            runs=len(records),
            reached=sum(record.is_reached for record in records),
            side_effects=sum(len(record.side_effects) for record in records),
            calls=sum(len(record.calls) for record in records),
            sound_calls=sum(record.sound_calls for record in records),
            turns=statistics.median(record.turns for record in records) if records else 0.0,
            seconds=statistics.median(record.seconds for record in records) if records else 0.0,
        )

    @property
    def success(self) -> float:
        return self.reached / self.runs if self.runs else 1.0

    @property
    def sound_share(self) -> float:
        return self.sound_calls / self.calls if self.calls else 1.0

    def passes(self, floor: float) -> bool:
        """Enough goals reached, nothing done besides, every call sound."""
        return self.success >= floor and not self.side_effects and self.sound_calls == self.calls

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "success": round(self.success, 4), "sound_share": round(self.sound_share, 4)}


def figures_by_kind(records: Sequence[RunRecord]) -> list[Figures]:
    """One line a kind, in the order in which the kinds first come."""
    kinds = dict.fromkeys(record.kind for record in records)
    return [Figures.of(kind, [record for record in records if record.kind == kind]) for kind in kinds]


def summary_json(
    records: Sequence[RunRecord], *, planned: int, model: str, backend: str, floor: float
) -> dict[str, Any]:
    """The last line of ``--json``. An evaluation that was stopped early does not pass."""
    total = Figures.of("all", records)
    return {
        "record": "summary",
        "model": model,
        "backend": backend,
        "floor": floor,
        "passes": total.passes(floor) and total.runs == planned,
        "planned": planned,
        **total.as_json(),
        "kinds": [figures.as_json() for figures in figures_by_kind(records)],
    }
