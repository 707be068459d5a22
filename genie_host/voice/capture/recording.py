"""A WAV file as a microphone: any rate, width and number of channels."""

from __future__ import annotations

import threading
import wave
from collections import deque
from pathlib import Path

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import UsageError
from genie_host.voice.audio import BLOCK_SECONDS, Block, EndOfSound, SourceHealth
from genie_host.voice.capture.framing import Framer

_WIDTHS = {1, 2, 3, 4}
_MOST_RATE_HZ = 768_000
_MOST_CHANNELS = 32
_SIGNED = bytes(value ^ 0x80 for value in range(256))


class WavSource:
    """Plays a recording to whoever listens, at the pace of speech or as fast as it is read. Raises UsageError.

    As fast as it is read, the time of the blocks is that of the recording, counted from the opening.
    """

    def __init__(self, path: Path, *, is_paced: bool = False, clock: Clock = SYSTEM_CLOCK) -> None:
        self._name, self._is_paced, self._clock = path.name, is_paced, clock
        self._closed = threading.Event()
        try:
            self._wav = wave.open(str(path), "rb")  # noqa: SIM115  # closed by close()
        except OSError as exc:
            raise UsageError(f"{path.name} cannot be read.") from exc
        except (wave.Error, EOFError, RuntimeError) as exc:
            raise UsageError(f"{path.name} is not a WAV file with plain PCM samples.") from exc
        self._width, self._channels = self._wav.getsampwidth(), self._wav.getnchannels()
        rate_hz = self._wav.getframerate()
        if self._width not in _WIDTHS or not 0 < rate_hz <= _MOST_RATE_HZ or not 0 < self._channels <= _MOST_CHANNELS:
            self._wav.close()
            raise UsageError(f"{path.name} is a WAV file of a kind that Genie does not know.")
        self._frames = max(1, round(rate_hz * BLOCK_SECONDS))
        self._framer = Framer(rate_hz, self._channels)
        self._ready: deque[Block] = deque()
        self._is_read = False
        self._next_at = clock.now() + BLOCK_SECONDS

    def read(self, timeout_seconds: float) -> Block | None:
        """The next block. Raises EndOfSound when there is none left."""
        while not self._ready:
            if self._is_read or self._closed.is_set():
                raise EndOfSound
            self._read_on()
        if self._is_paced:
            wait_seconds = self._next_at - self._clock.now()
            if wait_seconds > timeout_seconds:
                self._clock.sleep(timeout_seconds)
                return None
            if wait_seconds > 0:
                self._clock.sleep(wait_seconds)
        block = Block(pcm=self._ready.popleft().pcm, ended_at=self._next_at)
        self._next_at += BLOCK_SECONDS
        return block

    @property
    def health(self) -> SourceHealth:
        return SourceHealth(device=self._name, is_open=not self._closed.is_set())

    def close(self) -> None:
        if not self._closed.is_set():
            self._closed.set()
            self._wav.close()

    def _read_on(self) -> None:
        try:
            data = self._wav.readframes(self._frames)
        except (wave.Error, EOFError, OSError, ValueError) as exc:  # damaged, or closed from another thread
            raise EndOfSound from exc
        whole = len(data) // (self._width * self._channels) * self._width * self._channels
        if whole:
            self._ready.extend(self._framer.push(as_16_bit(data[:whole], self._width), 0.0))
        else:
            self._is_read = True
            self._ready.extend(self._framer.finish(0.0))


def as_16_bit(pcm: bytes, width: int) -> bytes:
    """Little-endian samples of 1 to 4 bytes, as WAV has them, in 2: the upper bits are kept."""
    if width == 2:
        return pcm
    narrow = bytearray(len(pcm) // width * 2)
    if width == 1:  # the only unsigned ones
        narrow[1::2] = pcm.translate(_SIGNED)
    else:
        narrow[0::2], narrow[1::2] = pcm[width - 2 :: width], pcm[width - 1 :: width]
    return bytes(narrow)
