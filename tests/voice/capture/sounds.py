"""Sounds with known samples."""

from __future__ import annotations

import array
import math

from tests.voice.rig import RATE_HZ


def tone(seconds: float, *, hz: float = 440.0, rate_hz: int = RATE_HZ, amplitude: int = 12_000) -> bytes:
    """A sine wave: mono, 16 bit."""
    count = int(seconds * rate_hz)
    return array.array("h", (int(amplitude * math.sin(2 * math.pi * hz * n / rate_hz)) for n in range(count))).tobytes()
