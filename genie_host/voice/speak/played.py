"""What the loudspeaker was given in the last seconds, and when, so that a microphone's sound can be held against it."""

from __future__ import annotations

import threading
from collections import deque

import numpy as np
import soxr
from numpy.typing import NDArray

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.voice.audio import SAMPLE_BYTES

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

    def samples(self, begins: float, count: int, rate_hz: int) -> NDArray[np.float64]:
        """So many samples at that rate from that moment on, shape (count,); zero where nothing was played."""
        with self._lock:
            tracks = [track for track in self._tracks if track.rate_hz]
        samples = np.zeros(count)
        for track in tracks:
            for at, pcm in track.runs():
                run = np.frombuffer(pcm[: len(pcm) // SAMPLE_BYTES * SAMPLE_BYTES], dtype="<i2").astype(np.float64)
                run = np.asarray(soxr.resample(run, track.rate_hz, rate_hz))
                offset = round((at - begins) * rate_hz)
                begin, end = max(0, offset), min(count, offset + len(run))
                if begin < end:
                    samples[begin:end] += run[begin - offset : end - offset]
        return samples
