"""Is what the microphone heard only what the loudspeaker said? What is no echo of it is somebody's.

Only a word that is Genie's own beyond doubt is left out: a stop that is not heard is worse than one too many.
"""

from __future__ import annotations

import numpy as np
import soxr

from genie_host.voice.audio import BLOCK_SECONDS, SAMPLE_RATE_HZ, Block
from genie_host.voice.capture.ring import RingBuffer
from genie_host.voice.session.echo import RATE_HZ, Samples, foreign_share
from genie_host.voice.speak.played import KEPT_SECONDS, Played

WINDOW_SECONDS = 1.2
"""A word, and the time that a recogniser takes to be sure of it."""
LEAST_LAG_SECONDS, MOST_LAG_SECONDS = -0.1, 1.0
"""From a device's taking samples to a microphone's hearing them; the stamps of both are a little uncertain."""
MOST_FOREIGN = 0.25
"""Our voice alone, in rooms of up to 0.5 s of echo and 20 dB of noise, has 0.00 to 0.23; with a voice 6 dB softer
over it 0.25 to 0.9, with one as loud 0.4 to 1."""
_QUIETEST = 30.0
"""Root mean square of 16-bit samples; what plays so softly is not heard as a word."""


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
        pcm = np.frombuffer(b"".join(block.pcm for block in blocks), dtype="<i2")
        heard = np.asarray(soxr.resample(pcm.astype(np.float64), SAMPLE_RATE_HZ, RATE_HZ))
        heard_from = blocks[-1].ended_at - len(heard) / RATE_HZ
        lags = round((MOST_LAG_SECONDS - LEAST_LAG_SECONDS) * RATE_HZ)
        return is_own(heard, self._played.samples(heard_from - MOST_LAG_SECONDS, len(heard) + lags, RATE_HZ))


def is_own(heard: Samples, played: Samples) -> bool:
    """Is all of it an echo of what was played?"""
    if not heard.any() or np.sqrt((played**2).mean()) < _QUIETEST:
        return False
    return foreign_share(heard, played) <= MOST_FOREIGN
