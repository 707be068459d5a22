"""Short tones that say what a voice would take too long to say. Generated; pure."""

from __future__ import annotations

import math
from array import array
from enum import StrEnum
from functools import lru_cache

RATE_HZ = 22_050
_LOUDNESS = 0.25
"""Of full scale: heard, and no fright."""
_FADE_SECONDS = 0.012
"""A tone that begins or ends at once is a click."""

_Note = tuple[float, float]


class Earcon(StrEnum):
    """What is told by a tone."""

    WAKE = "wake"
    """Genie listens now: two notes up."""
    END = "end"
    """Genie has heard enough, or listens no more: two notes down."""
    ERROR = "error"
    """Something went wrong: a low note twice."""
    UNSURE = "unsure"
    """Not understood: a middle note, and one that bends up like a question."""

    @property
    def seconds(self) -> float:
        """How long it sounds."""
        return sum(length for _, length in _NOTES[self])


_NOTES: dict[Earcon, tuple[_Note, ...]] = {
    Earcon.WAKE: ((660.0, 0.05), (990.0, 0.07)),
    Earcon.END: ((880.0, 0.05), (587.0, 0.07)),
    Earcon.ERROR: ((220.0, 0.06), (0.0, 0.02), (220.0, 0.06)),
    Earcon.UNSURE: ((440.0, 0.06), (554.0, 0.08)),
}
"""Hertz and seconds; 0 Hz is silence."""


@lru_cache
def samples(earcon: Earcon) -> bytes:
    """Mono, 16 bit, little endian, at ``RATE_HZ``."""
    sound = array("h")
    for hertz, seconds in _NOTES[earcon]:
        sound.extend(_note(hertz, seconds))
    return b"".join(value.to_bytes(2, "little", signed=True) for value in sound)


def _note(hertz: float, seconds: float) -> list[int]:
    count = round(seconds * RATE_HZ)
    fade = _FADE_SECONDS * RATE_HZ
    peak = _LOUDNESS * 32_767
    return [
        round(peak * min(1.0, at / fade, (count - 1 - at) / fade) * math.sin(2 * math.pi * hertz * at / RATE_HZ))
        for at in range(count)
    ]
