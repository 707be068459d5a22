"""Figures that tests measure and print at the end of a run, and do not judge: machines differ."""

from __future__ import annotations

FIGURES: list[str] = []


class Figures:
    """``figures("killed server: said after", seconds)`` in a test."""

    def __call__(self, what: str, value: float, unit: str = "s") -> None:
        FIGURES.append(f"{what} {value:.2f} {unit}")
