"""Sound out: 16-bit mono samples to the system's speaker, ended within milliseconds when the user says stop."""

from __future__ import annotations

import importlib
import itertools
import logging
from collections.abc import Iterable, Iterator
from typing import Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable
from genie_host.voice.audio import SAMPLE_BYTES
from genie_host.voice.speak.device import Output, Samples
from genie_host.voice.speak.played import Played

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.01
_AHEAD_SECONDS = 1.0
"""How much is taken from a voice before it has been played: a pause between two sentences must not be heard."""
_STALL_SECONDS = 3.0
"""A device that takes no samples for so long is gone, whatever it says."""
_REOPENINGS = 2
"""A device that ends in the middle of a text (a busy machine, another speaker) is opened again so often."""


class SoundOut(Protocol):
    """Where samples go."""

    def play(self, samples: Iterable[bytes], rate_hz: int, cancel: CancelToken) -> None:
        """Play to the end. Raises Cancelled at once when the user says stop, and SpeechUnavailable."""
        ...


class Player:
    """The system's speaker, opened for each text so that it is the one chosen now. For one thread at a time."""

    def __init__(self, device: str | None = None, *, clock: Clock = SYSTEM_CLOCK, played: Played | None = None) -> None:
        """``device`` is a name of PortAudio's; None: the sound server's choice, or else the system's.

        ``played`` remembers what was heard of it.
        """
        self._device = device
        self._played = played
        self._clock = clock

    def play(self, samples: Iterable[bytes], rate_hz: int, cancel: CancelToken) -> None:
        """Play to the end. Raises Cancelled at once when the user says stop, and SpeechUnavailable."""
        cancel.check()
        pieces = iter(samples)
        first = next(pieces, b"")  # before the device is opened: a voice may take its time to load
        if not first:
            raise SpeechUnavailable("The voice said nothing.")
        playback = _Playback(self._device, rate_hz, cancel, self._clock, self._played)
        try:
            for piece in at_rate(itertools.chain([first], pieces), rate_hz, playback.rate_hz):
                playback.play(piece)
            playback.finish()
        except BaseException:
            playback.abort()
            raise
        finally:
            playback.close()


class _Playback:
    """One text on a device, or on the next when that one ends."""

    def __init__(
        self, device: str | None, rate_hz: int, cancel: CancelToken, clock: Clock, played: Played | None
    ) -> None:
        self._device = device
        self._played = played
        self._cancel = cancel
        self._clock = clock
        self._reopenings_left = _REOPENINGS
        self._samples = Samples()
        self._output = self._open(rate_hz)
        self.rate_hz = self._output.rate_hz

    def play(self, piece: bytes) -> None:
        """Hand it over; comes back when not much of it waits."""
        self._samples.add(piece)
        self._wait_until(int(_AHEAD_SECONDS * self.rate_hz) * SAMPLE_BYTES)

    def finish(self) -> None:
        """Comes back when all has been heard."""
        self._samples.end()
        self._wait_until(-1)

    def abort(self) -> None:
        self._output.abort()

    def close(self) -> None:
        self._output.close()

    def _wait_until(self, most_bytes: int) -> None:
        """Until no more than that waits; -1: until the device has played all of it."""
        left, since = self._samples.left, self._clock.now()
        while most_bytes < 0 or left > most_bytes:
            self._cancel.wait(_LOOK_SECONDS)
            if self._output.is_over:
                if self._samples.is_played:
                    return
                self._reopen()
            if self._samples.left != left:
                left, since = self._samples.left, self._clock.now()
            elif self._clock.now() - since > _STALL_SECONDS:
                raise SpeechUnavailable("The speaker takes no more sound.")

    def _open(self, rate_hz: int) -> Output:
        track = self._played.track() if self._played is not None else None
        return Output(self._samples, rate_hz, self._device, track)

    def _reopen(self) -> None:
        logger.info("the speaker ended in the middle of a text; it is opened again")
        self._output.close()
        if self._reopenings_left == 0:
            raise SpeechUnavailable("The speaker is gone.")
        self._reopenings_left -= 1
        self._output = self._open(self.rate_hz)
        if self._output.rate_hz != self.rate_hz:
            raise SpeechUnavailable("The speaker is gone.")


def at_rate(samples: Iterable[bytes], rate_hz: int, device_rate_hz: int) -> Iterator[bytes]:
    """The samples as the device takes them."""
    if rate_hz == device_rate_hz:
        yield from samples
        return
    numpy, soxr = importlib.import_module("numpy"), importlib.import_module("soxr")
    stream = soxr.ResampleStream(rate_hz, device_rate_hz, 1, dtype="int16")
    rest = b""
    for piece in samples:
        whole = len(rest + piece) // SAMPLE_BYTES * SAMPLE_BYTES
        yield stream.resample_chunk(numpy.frombuffer((rest + piece)[:whole], dtype="<i2")).tobytes()
        rest = (rest + piece)[whole:]
    yield stream.resample_chunk(numpy.zeros(0, dtype="<i2"), last=True).tobytes()
