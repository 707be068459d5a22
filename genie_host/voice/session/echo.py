"""How much of what a microphone heard is no echo of what was played? One least-squares echo path per question; pure.

The echo path from a loudspeaker to a microphone is a linear filter, whatever the room: what the best filter cannot
make of the samples played, somebody else has said. Unlike a course of loudness this tells a second voice that is
softer than ours.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Samples: TypeAlias = NDArray[np.float64]
"""Shape (n,), 16-bit scale, at ``RATE_HZ``."""

RATE_HZ: Final = 8_000
"""What tells voices apart lies below 4 kHz, and a path of this rate has half the unknowns."""
PATH_SECONDS: Final = 0.1
"""Of the echo path: the direct sound and the early reflections, which are nearly all of its energy."""
_BEFORE = round(0.01 * RATE_HZ)
"""Of the path lies before the strongest reflection."""
_PATH = round(PATH_SECONDS * RATE_HZ)
_RIDGE = 1e-3
"""Of the energy played: keeps frequencies that were not played from being made up."""
_FRAME = round(0.02 * RATE_HZ)
_STRETCH_FRAMES = 10
"""0.2 s: the loud part of a word."""
_SOFT = 0.1
"""What is 10 dB below the loudest frame counts little, whoever said it."""
_NOISE = 2.0
"""Times the quietest tenth of the frames: the steady noise of a room is nobody's voice."""


def foreign_share(heard: Samples, played: Samples) -> float:
    """Share of the energy that is no echo, 0 to about 1, in the stretch of 0.2 s where it is greatest.

    Args:
        heard: n samples, n at least 0.2 s.
        played: From before the earliest sample that can be heard in them to the last that can: n + lags samples.
    """
    before, after = _energies(heard), _energies(_without_echo(heard, played))
    floor = _NOISE * np.quantile(after, 0.1)
    stretch = np.ones(_STRETCH_FRAMES)
    foreign = np.convolve(np.maximum(after - floor, 0.0), stretch, "valid")
    return float(np.max(foreign / (np.convolve(before, stretch, "valid") + _SOFT * before.max() + 1e-9)))


def _without_echo(heard: Samples, played: Samples) -> Samples:
    """What the best echo path of ``PATH_SECONDS`` leaves of it, by the normal equations."""
    heard_from = _lag(heard, played) - (_PATH - _BEFORE)
    source = np.zeros(len(heard) + _PATH)
    begin, end = max(0, heard_from), min(len(played), heard_from + len(source))
    source[begin - heard_from : end - heard_from] = played[begin:end]
    spectrum, size = _spectrum(source, len(source) + len(heard))
    own = np.fft.irfft(np.abs(spectrum) ** 2, size)[:_PATH]
    between = np.fft.irfft(np.conj(_spectrum(heard, size)[0]) * spectrum, size)[1 : _PATH + 1][::-1]
    steps = np.arange(_PATH)
    matrix = own[np.abs(steps[:, None] - steps[None, :])]
    matrix[np.diag_indices(_PATH)] += _RIDGE * own[0] + 1e-9
    path = np.linalg.solve(matrix, between)
    return heard - _convolved(source, path)[_PATH : _PATH + len(heard)]


def _lag(heard: Samples, played: Samples) -> int:
    """The place in what was played where what was heard begins, by correlation of phases."""
    played_spectrum, size = _spectrum(played, len(played) + len(heard))
    cross = np.conj(_spectrum(heard, size)[0]) * played_spectrum
    strength = np.abs(cross)
    phases = np.fft.irfft(cross / (strength + 1e-3 * strength.max() + 1e-9), size)
    return int(np.argmax(np.abs(phases[: len(played) - len(heard) + 1])))


def _convolved(one: Samples, other: Samples) -> Samples:
    spectrum, size = _spectrum(one, len(one) + len(other))
    return np.fft.irfft(spectrum * _spectrum(other, size)[0], size)


def _spectrum(samples: Samples, least: int) -> tuple[NDArray[np.complex128], int]:
    """Over a power of two of at least so many samples."""
    size = 1 << (least - 1).bit_length()
    return np.fft.rfft(samples, size), size


def _energies(samples: Samples) -> Samples:
    """Mean square of each frame."""
    frames = samples[: len(samples) // _FRAME * _FRAME].reshape(-1, _FRAME)
    return np.asarray((frames**2).mean(axis=1))
