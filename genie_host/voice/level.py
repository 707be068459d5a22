"""How loud sound is, for the level meter: decibels below full scale; pure."""

from __future__ import annotations

import array
import math
import sys
from dataclasses import dataclass

FLOOR_DBFS = -90.0
"""What digital silence counts as: 16 bits reach no lower."""

_FULL_SCALE = 32_768.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The loudness of one stretch of sound."""

    rms_dbfs: float
    """Of the mean power: a full-scale square wave is 0, a sine wave -3."""
    peak_dbfs: float
    is_clipped: bool
    """A sample stands at the end of the scale: the microphone is set too loud."""


def level_of(pcm: bytes) -> Level:
    """The level of 16-bit little-endian samples; that of no samples is the floor."""
    samples = array.array("h", pcm[: len(pcm) // 2 * 2])
    if sys.byteorder == "big":
        samples.byteswap()
    if not samples:
        return Level(rms_dbfs=FLOOR_DBFS, peak_dbfs=FLOOR_DBFS, is_clipped=False)
    peak = max(max(samples), -min(samples))
    power = sum(sample * sample for sample in samples) / len(samples)
    return Level(rms_dbfs=_dbfs(math.sqrt(power)), peak_dbfs=_dbfs(peak), is_clipped=peak >= _FULL_SCALE - 1)


def meter(dbfs: float, width: int = 20, *, quietest_dbfs: float = -60.0) -> str:
    """A bar of ``width`` characters for a level; speech at arm's length fills about half of it."""
    share = (dbfs - quietest_dbfs) / -quietest_dbfs
    filled = round(max(0.0, min(1.0, share)) * width)
    return "█" * filled + "░" * (width - filled)


def _dbfs(amplitude: float) -> float:
    return max(FLOOR_DBFS, 20 * math.log10(amplitude / _FULL_SCALE)) if amplitude > 0 else FLOOR_DBFS
