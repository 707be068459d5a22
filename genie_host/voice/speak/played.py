"""What the loudspeaker was given in the last seconds, and when, so that a microphone's sound can be held against it."""

from __future__ import annotations

import array
import math
import sys
import threading
from collections import deque

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.voice.audio import SAMPLE_BYTES

FRAME_SECONDS = 0.02
KEPT_SECONDS = 8.0
"""The ears may lag behind for seconds on a busy machine."""
_GAP_SECONDS = 0.3
"""A device that asks so much later than its last samples lasted has paused; less is the machine's own unrest."""
_MOST_TRACKS = 40


class Track:
    """One stream to a device."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pieces: deque[tuple[float, bytes]] = deque()
        self.rate_hz = 0
        """Known only when the stream is open, which may be after its first samples."""

    def add(self, pcm: bytes) -> None:
        """The device took these; on its own thread, which must not wait."""
        now = self._clock.now()
        self._pieces.append((now, pcm))
        while self._pieces[0][0] < now - KEPT_SECONDS:
            self._pieces.popleft()

    def runs(self) -> list[tuple[float, bytes]]:
        """What was played without a break, and when it began.

        A device asks for several pieces ahead at once, or late: the earliest that it can have been is the truth.
        """
        runs: list[tuple[float, bytes]] = []
        for at, pcm in tuple(self._pieces):
            seconds = len(runs[-1][1]) / SAMPLE_BYTES / self.rate_hz if runs else 0.0
            if not runs or at - seconds > runs[-1][0] + _GAP_SECONDS:
                runs.append((at, pcm))
            else:
                runs[-1] = (min(runs[-1][0], at - seconds), runs[-1][1] + pcm)
        return runs


class Played:
    """The last streams. Written by the devices' threads, read by any."""

    def __init__(self, clock: Clock = SYSTEM_CLOCK) -> None:
        self._clock = clock
        self._tracks: deque[Track] = deque(maxlen=_MOST_TRACKS)
        self._lock = threading.Lock()

    def track(self) -> Track:
        """For one more stream."""
        track = Track(self._clock)
        with self._lock:
            self._tracks.append(track)
        return track

    def energies(self, begins: float, count: int) -> list[float]:
        """Mean square of so many frames from that moment on; zero where nothing was played."""
        with self._lock:
            tracks = [track for track in self._tracks if track.rate_hz]
        sums = [0.0] * count
        for track in tracks:
            for at, pcm in track.runs():
                _add_squares(sums, pcm, (at - begins) / FRAME_SECONDS, track.rate_hz * FRAME_SECONDS)
        return sums


def mean_squares(pcm: bytes, rate_hz: int) -> list[float]:
    """Mean square of each frame of 16-bit samples."""
    length = rate_hz * FRAME_SECONDS
    energies = [0.0] * math.floor(len(pcm) // SAMPLE_BYTES / length)
    _add_squares(energies, pcm, 0.0, length)
    return energies


def _add_squares(energies: list[float], pcm: bytes, at: float, length: float) -> None:
    """To each frame the mean square of the samples that lie in it; the first lies ``at`` frames from the start."""
    samples = array.array("h", pcm[: len(pcm) // SAMPLE_BYTES * SAMPLE_BYTES])
    if sys.byteorder == "big":
        samples.byteswap()
    for frame in range(max(0, math.floor(at)), min(len(energies), math.ceil(at + len(samples) / length))):
        begin, end = max(0, round((frame - at) * length)), max(0, round((frame + 1 - at) * length))
        energies[frame] += sum(sample * sample for sample in samples[begin:end]) / length
