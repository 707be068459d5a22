"""Sound out: 16-bit mono samples to the system's speaker, ended within milliseconds when the user says stop."""

from __future__ import annotations

import contextlib
import importlib
import logging
import threading
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import SpeechUnavailable, VoiceError
from genie_host.voice.audio import SAMPLE_BYTES
from genie_host.voice.portaudio import close_stream, open_stream, renew_devices, sound_library

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.01
_AHEAD_SECONDS = 1.0
"""How much is taken from a voice before it has been played: a pause between two sentences must not be heard."""
_STALL_SECONDS = 3.0
"""A device that takes no samples for so long is gone, whatever it says."""
_SERVER_DEVICE = "pulse"
"""ALSA's way to PulseAudio and PipeWire; where it exists the system's choice of speaker is followed."""


class SoundOut(Protocol):
    """Where samples go."""

    def play(self, samples: Iterable[bytes], rate_hz: int, cancel: CancelToken) -> None:
        """Play to the end. Raises Cancelled at once when the user says stop, and SpeechUnavailable."""
        ...


class Player:
    """The system's speaker, opened for each text so that it is the one chosen now. For one thread at a time."""

    def __init__(self, device: str | None = None, *, clock: Clock = SYSTEM_CLOCK) -> None:
        """``device`` is a name of PortAudio's; None: the sound server's choice, or else the system's."""
        self._device = device
        self._clock = clock

    def play(self, samples: Iterable[bytes], rate_hz: int, cancel: CancelToken) -> None:
        """Play to the end. Raises Cancelled at once when the user says stop, and SpeechUnavailable."""
        cancel.check()
        pending = _Pending()
        stream, device_rate_hz = self._open(pending, rate_hz)
        try:
            for piece in at_rate(samples, rate_hz, device_rate_hz):
                pending.add(piece)
                self._wait_until(pending, int(_AHEAD_SECONDS * device_rate_hz) * SAMPLE_BYTES, cancel)
            pending.end()
            self._wait_until(pending, -1, cancel)
        except BaseException:
            with contextlib.suppress(Exception):
                stream.abort()  # before the lock that closing needs, which somebody else may hold
            raise
        finally:
            close_stream(stream)

    def _wait_until(self, pending: _Pending, most_bytes: int, cancel: CancelToken) -> None:
        """Until no more than that waits; -1: until the device has played all of it."""
        left, since = pending.left, self._clock.now()
        while not pending.is_over and (most_bytes < 0 or left > most_bytes):
            cancel.wait(_LOOK_SECONDS)
            if pending.left != left:
                left, since = pending.left, self._clock.now()
            elif self._clock.now() - since > _STALL_SECONDS:
                raise SpeechUnavailable("The speaker takes no more sound.")
        cancel.check()
        if pending.is_over and not pending.is_played:
            raise SpeechUnavailable("The speaker is gone.")

    def _open(self, pending: _Pending, rate_hz: int) -> tuple[Any, int]:
        try:
            # The list of devices is as old as the process; a speaker plugged in since is not in it.
            opened = self._open_any(pending, rate_hz) or (self._open_any(pending, rate_hz) if renew_devices() else None)
        except VoiceError as exc:
            raise SpeechUnavailable(str(exc)) from exc
        if opened is None:
            raise SpeechUnavailable("There is no speaker to be heard with.")
        return opened

    def _open_any(self, pending: _Pending, rate_hz: int) -> tuple[Any, int] | None:
        library = sound_library()
        try:
            devices = [self._device] if self._device is not None else [*_server_device(library), None]
        except library.PortAudioError as exc:
            logger.debug("speakers cannot be listed: %s", exc)
            return None
        for device in devices:
            for rate in (rate_hz, None):
                try:
                    return self._open_at(pending, device, rate)
                except (library.PortAudioError, ValueError) as exc:
                    logger.debug("the speaker does not open at %s Hz: %s", rate, exc)
        return None

    def _open_at(self, pending: _Pending, device: str | None, rate_hz: int | None) -> tuple[Any, int]:
        def make(library: Any) -> Any:
            return library.RawOutputStream(
                samplerate=rate_hz,
                device=device,
                channels=1,
                dtype="int16",
                latency="low",
                callback=pending.fill_for(library),
                finished_callback=pending.finished,
            )

        stream = open_stream(make)
        return stream, int(stream.samplerate)


class _Pending:
    """Samples on their way to the device's own thread."""

    def __init__(self) -> None:
        self._samples = bytearray()
        self._lock = threading.Lock()
        self._is_ended = False
        self._over = threading.Event()
        self.is_played = False

    @property
    def left(self) -> int:
        return len(self._samples)

    @property
    def is_over(self) -> bool:
        """The device takes no more."""
        return self._over.is_set()

    def add(self, piece: bytes) -> None:
        with self._lock:
            self._samples += piece

    def end(self) -> None:
        """Nothing comes any more."""
        self._is_ended = True

    def finished(self) -> None:
        self._over.set()

    def fill_for(self, library: Any) -> Any:
        """The callback. What has not come yet is silence; an exception in here would end the stream without a word."""

        def fill(out: Any, _frames: int, _time: Any, _status: Any) -> None:
            with self._lock:
                count = min(len(out), len(self._samples)) // SAMPLE_BYTES * SAMPLE_BYTES
                out[:count] = self._samples[:count]
                del self._samples[:count]
                is_last = self._is_ended and len(self._samples) < SAMPLE_BYTES
            out[count:] = bytes(len(out) - count)
            if is_last:
                self.is_played = True
                raise library.CallbackStop

        return fill


def _server_device(library: Any) -> list[str]:
    return [
        device["name"]
        for device in library.query_devices()
        if device["name"] == _SERVER_DEVICE and device["max_output_channels"] > 0
    ]


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
