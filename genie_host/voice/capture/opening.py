"""Opening a microphone: through the sound server at our own rate first, else at the device's rate."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from genie_host.core.clock import Clock
from genie_host.core.errors import MicrophoneUnavailable
from genie_host.voice.audio import BLOCK_SECONDS, SAMPLE_RATE_HZ
from genie_host.voice.capture.devices import SERVER_DEVICES, default_input, input_library, inputs
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.stamps import Stamps
from genie_host.voice.capture.waiting import Captured, WaitingRoom
from genie_host.voice.portaudio import close_stream, open_stream, renew_devices

logger = logging.getLogger(__name__)

_MOST_DELAY_SECONDS = 1.0
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Way:
    """One way of opening a device."""

    index: int
    """PortAudio's."""
    name: str
    rate_hz: int
    channels: int
    through_server: bool


class Tally:
    """What the sound server's own thread notes down; counts only ever grow."""

    def __init__(self) -> None:
        self.overflows = 0
        self.faults = 0
        self.last_fault = ""


class OpenMicrophone:
    """A running stream that puts what it hears into a waiting room."""

    def __init__(self, way: Way, room: WaitingRoom, tally: Tally, clock: Clock) -> None:
        self.way = way
        self._room, self._tally, self._clock = room, tally, clock
        self._number = next(_numbers)
        self._stamps = Stamps(BLOCK_SECONDS)
        self._finished = threading.Event()
        self.last_block_at = self.opened_at = clock.now()
        self._stream = open_stream(self._make)

    @property
    def has_ended(self) -> bool:
        """The sound server ended it; nothing comes any more, and nothing else says so."""
        return self._finished.is_set()

    def close(self) -> None:
        close_stream(self._stream)

    def _make(self, library: Any) -> Any:
        return library.RawInputStream(
            device=self.way.index,
            samplerate=self.way.rate_hz,
            blocksize=round(self.way.rate_hz * BLOCK_SECONDS),
            channels=self.way.channels,
            dtype="int16",
            latency="low",
            callback=self._take,
            finished_callback=self._finished.set,
        )

    def _take(self, samples: Any, _frames: int, times: Any, status: Any) -> None:
        """In the sound server's thread: queue, and nothing else. An exception here would end the stream for good."""
        try:
            now = self._clock.now()
            # The stamp is that of the first sample, in a clock of PortAudio's own.
            delay = times.currentTime - times.inputBufferAdcTime - BLOCK_SECONDS
            self.last_block_at = now
            if status.input_overflow:
                self._tally.overflows += 1
            at = self._stamps.stamp(now - min(max(delay, 0.0), _MOST_DELAY_SECONDS))
            self._room.put(Captured(bytes(samples), at, self.way.rate_hz, self.way.channels, self._number))
        except Exception as exc:
            self._tally.faults += 1
            self._tally.last_fault = type(exc).__name__


def open_microphone(wished: str, server: SoundServer, room: WaitingRoom, tally: Tally, clock: Clock) -> OpenMicrophone:
    """Open the wished source, or the system's choice for an empty name. Raises MicrophoneUnavailable, in words."""
    library = input_library()
    # Asked first, since ALSA and PortAudio write lines of their own to the terminal when there is none.
    is_served = server.is_there() is not False
    ways = ways_to(library, wished, is_served=is_served)
    if not ways and renew_devices():  # the list is as old as the process
        ways = ways_to(library, wished, is_served=is_served)
    if not ways:
        raise MicrophoneUnavailable(_nothing_there(wished, is_served=is_served))
    for way in ways:
        try:
            with _asking_for(wished if way.through_server else ""):
                return OpenMicrophone(way, room, tally, clock)
        except (library.PortAudioError, ValueError, OSError) as exc:
            logger.info("the microphone does not open as %s at %s Hz: %s", way.name, way.rate_hz, exc)
    raise MicrophoneUnavailable("The microphone does not open; another program may hold it.")


def ways_to(library: Any, wished: str, *, is_served: bool = True) -> list[Way]:
    """In the order in which they are tried. ``is_served``: a sound server answers, or nobody knows."""
    entries = inputs(library)
    named = [entry for entry in entries if wished and entry["name"] == wished]
    if named:
        return [way for entry in named for way in _own_ways(entry, through_server=False)]
    names = [name for name in SERVER_DEVICES if is_served or name != SERVER_DEVICES[0]]
    through_server = [entry for name in names for entry in entries if entry["name"] == name]
    ways = [way for entry in through_server for way in _own_ways(entry, through_server=is_served)]
    if wished:
        return ways if is_served else []  # a source of the server's, or nothing: no other was asked for
    others = [entry for entry in entries if entry["name"] not in SERVER_DEVICES]
    default = [entry for entry in others if entry["index"] == default_input(library)]
    return ways + [way for entry in default or others[:1] for way in _own_ways(entry, through_server=False)]


def _own_ways(entry: Any, *, through_server: bool) -> Iterator[Way]:
    rate_hz, most = int(entry["default_samplerate"]), int(entry["max_input_channels"])
    for rate, channels in ((SAMPLE_RATE_HZ, 1), (rate_hz, 1), (rate_hz, min(2, most))):
        yield Way(int(entry["index"]), str(entry["name"]), rate, channels, through_server)


def _nothing_there(wished: str, *, is_served: bool) -> str:
    if not is_served:
        return "The sound server (PipeWire or PulseAudio) does not answer."
    return "There is no such microphone as the one that was chosen." if wished else "There is no microphone."


_environment = threading.Lock()


@contextlib.contextmanager
def _asking_for(source: str) -> Iterator[None]:
    """The server's library reads the wished source from the environment when a stream is opened, and nowhere else."""
    if not source:
        yield
        return
    with _environment:
        before = os.environ.get("PULSE_SOURCE")
        os.environ["PULSE_SOURCE"] = source
        try:
            yield
        finally:
            if before is None:
                del os.environ["PULSE_SOURCE"]
            else:
                os.environ["PULSE_SOURCE"] = before
