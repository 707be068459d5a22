"""The system's speaker, opened for one text, and the samples that wait for it."""

from __future__ import annotations

import contextlib
import logging
import threading
from typing import Any

from genie_host.core.errors import SpeechUnavailable, VoiceError
from genie_host.voice.audio import SAMPLE_BYTES
from genie_host.voice.portaudio import close_stream, open_stream, renew_devices, sound_library
from genie_host.voice.speak.played import Track

logger = logging.getLogger(__name__)

_SERVER_DEVICE = "pulse"
"""ALSA's way to PulseAudio and PipeWire; where it exists the system's choice of speaker is followed."""


class Samples:
    """16-bit samples on their way from a voice to the device's own thread."""

    def __init__(self) -> None:
        self._pcm = bytearray()
        self._lock = threading.Lock()
        self._is_ended = False
        self.is_played = False
        """The device has taken the last of them."""

    @property
    def left(self) -> int:
        """Bytes that wait."""
        return len(self._pcm)

    def add(self, piece: bytes) -> None:
        with self._lock:
            self._pcm += piece

    def end(self) -> None:
        """Nothing comes any more."""
        self._is_ended = True

    def fill(self, out: Any) -> None:
        """Give the device what it asks for; what has not come yet is silence."""
        with self._lock:
            count = min(len(out), len(self._pcm)) // SAMPLE_BYTES * SAMPLE_BYTES
            out[:count] = self._pcm[:count]
            del self._pcm[:count]
            self.is_played = self._is_ended and len(self._pcm) < SAMPLE_BYTES
        out[count:] = bytes(len(out) - count)


class Output:
    """A device that plays samples until they end, or it does."""

    def __init__(self, samples: Samples, rate_hz: int, device: str | None, track: Track | None = None) -> None:
        """``device`` is a name of PortAudio's; None: the sound server's choice, or else the system's.

        ``rate_hz`` is a wish; ``track`` is told what the device took. Raises SpeechUnavailable when nothing can be
        opened.
        """
        self._samples = samples
        self._track = track
        self._over = threading.Event()
        try:
            # The list of devices is as old as the process; a speaker plugged in since is not in it.
            stream = self._open_any(device, rate_hz) or (self._open_any(device, rate_hz) if renew_devices() else None)
        except VoiceError as exc:
            raise SpeechUnavailable(str(exc)) from exc
        if stream is None:
            raise SpeechUnavailable("There is no speaker to be heard with.")
        self._stream = stream
        self.rate_hz = int(stream.samplerate)
        if track is not None:
            track.rate_hz = self.rate_hz

    @property
    def is_over(self) -> bool:
        """The device takes no more: all has been heard, or it is gone."""
        return self._over.is_set()

    def abort(self) -> None:
        """Silence now; in front of the lock that closing needs, which somebody else may hold."""
        with contextlib.suppress(Exception):
            self._stream.abort()

    def close(self) -> None:
        close_stream(self._stream)

    def _open_any(self, device: str | None, rate_hz: int) -> Any:
        library = sound_library()
        try:
            devices = [device] if device is not None else [*_server_device(library), None]
        except library.PortAudioError as exc:
            logger.debug("speakers cannot be listed: %s", exc)
            return None
        for name in devices:
            for rate in (rate_hz, None):
                try:
                    return self._open(name, rate)
                except (library.PortAudioError, ValueError) as exc:
                    logger.debug("the speaker does not open at %s Hz: %s", rate, exc)
        return None

    def _open(self, device: str | None, rate_hz: int | None) -> Any:
        def make(library: Any) -> Any:
            def take(out: Any, _frames: int, _time: Any, _status: Any) -> None:
                self._samples.fill(out)
                if self._track is not None:
                    self._track.add(bytes(out))
                if self._samples.is_played:
                    raise library.CallbackStop

            return library.RawOutputStream(
                samplerate=rate_hz,
                device=device,
                channels=1,
                dtype="int16",
                latency="low",
                callback=take,
                finished_callback=self._over.set,
            )

        return open_stream(make)


def _server_device(library: Any) -> list[str]:
    return [
        device["name"]
        for device in library.query_devices()
        if device["name"] == _SERVER_DEVICE and device["max_output_channels"] > 0
    ]
