"""Is what the microphone heard only what the loudspeaker said? By the course of loudness of both; pure but for Played.

Only a word that is Genie's own beyond doubt is left out: a stop that is not heard is worse than one too many.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from genie_host.voice.audio import BLOCK_SECONDS, SAMPLE_RATE_HZ, Block
from genie_host.voice.capture.ring import RingBuffer
from genie_host.voice.speak.played import FRAME_SECONDS, KEPT_SECONDS, Played, mean_squares

WINDOW_SECONDS = 1.2
"""A word, and the time that a recogniser takes to be sure of it."""
LEAST_LAG_SECONDS, MOST_LAG_SECONDS = -0.1, 1.0
"""From a device's taking samples to a microphone's hearing them; the stamps of both are a little uncertain."""
LEAST_LIKENESS = 0.90
"""Of the amplitudes. Our voice alone, in rooms of up to 0.3 s of echo and 20 dB of noise, has 0.90 to 0.99; with a
voice as loud over it 0.25 to 0.92."""
MOST_UNEXPLAINED = 0.25
"""Share of the energy of the least explained stretch; our voice alone has 0.00 to 0.20 mostly, 0.45 with much echo."""
_STRETCH_FRAMES = 10
_MARGIN = 3.0
"""So much louder (in energy) than its gain says may our voice be: rooms and loudspeakers are not even."""
_GAIN_QUANTILE = 0.3
"""Of the loud frames: somebody who speaks as well only makes frames louder, never quieter."""
_SOFT = 0.01
"""20 dB below the loudest."""
_ECHOES = (0.0, 0.6)
"""What of a frame is still heard in the next: in the open, and in a room."""
_QUIETEST = 30.0**2
"""Mean square; what plays so softly is not heard as a word."""


class OwnVoice:
    """Holds what was heard against what was played. For one thread."""

    def __init__(self, played: Played) -> None:
        self._played = played
        self._ring = RingBuffer(KEPT_SECONDS - MOST_LAG_SECONDS - WINDOW_SECONDS)

    def add(self, block: Block) -> None:
        """The newest sound of the microphone."""
        self._ring.add(block)

    def said(self, ended_at: float) -> bool:
        """Was the word our own whose recognition ended at that moment? In doubt it was not."""
        begins = ended_at - WINDOW_SECONDS - BLOCK_SECONDS / 2
        blocks = [block for block in self._ring.since(begins) if block.ended_at <= ended_at]
        if len(blocks) < WINDOW_SECONDS / BLOCK_SECONDS - 1:
            return False
        heard = mean_squares(b"".join(block.pcm for block in blocks), SAMPLE_RATE_HZ)
        heard_from = blocks[-1].ended_at - len(heard) * FRAME_SECONDS
        lags = round((MOST_LAG_SECONDS - LEAST_LAG_SECONDS) / FRAME_SECONDS)
        return is_own(heard, self._played.energies(heard_from - MOST_LAG_SECONDS, len(heard) + lags))


def is_own(heard: Sequence[float], played: Sequence[float]) -> bool:
    """Do energies played, at some place of them, explain all of what was heard?"""
    if max(played, default=0.0) < _QUIETEST or not any(heard):
        return False
    likeness, alike = max(
        (
            (likeness_of(heard, stretch), stretch)
            for echoed in (_with_echo(played, echo) for echo in _ECHOES)
            for stretch in (echoed[at : at + len(heard)] for at in range(len(played) - len(heard) + 1))
        ),
        key=lambda pair: pair[0],
        default=(0.0, []),
    )
    return likeness >= LEAST_LIKENESS and unexplained(heard, alike) <= MOST_UNEXPLAINED


def likeness_of(one: Sequence[float], other: Sequence[float]) -> float:
    """Correlation of the amplitudes of two courses of energy, -1 to 1; 0 for one without a course."""
    first, second = _about_mean(one), _about_mean(other)
    size = math.sqrt(_product(first, first) * _product(second, second))
    return _product(first, second) / size if size > 0 else 0.0


def unexplained(heard: Sequence[float], played: Sequence[float]) -> float:
    """How much of what was heard is louder than what was played can have been, 0 to 1.

    That of the stretch with the greatest share, since a word may be said softly between two of ours.
    """
    loud = max(played) * _SOFT
    gains = sorted(ear / mouth for ear, mouth in zip(heard, played, strict=True) if mouth > loud)
    gain = gains[int(_GAIN_QUANTILE * len(gains))] if gains else 0.0
    floor = sorted(heard)[len(heard) // 10]
    excess = [max(0.0, ear - _MARGIN * (gain * mouth + floor)) for ear, mouth in zip(heard, played, strict=True)]
    softest = max(heard) * _SOFT * _STRETCH_FRAMES  # so that a stretch of next to nothing does not count
    return max(
        sum(excess[at : at + _STRETCH_FRAMES]) / (sum(heard[at : at + _STRETCH_FRAMES]) + softest)
        for at in range(max(1, len(heard) - _STRETCH_FRAMES + 1))
    )


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(first * second for first, second in zip(one, other, strict=True))


def _about_mean(energies: Sequence[float]) -> list[float]:
    amplitudes = [math.sqrt(energy) for energy in energies]
    mean = sum(amplitudes) / len(amplitudes)
    return [amplitude - mean for amplitude in amplitudes]


def _with_echo(energies: Sequence[float], echo: float) -> list[float]:
    heard, last = [], 0.0
    for energy in energies:
        last = energy + echo * last
        heard.append(last)
    return heard
