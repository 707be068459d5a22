"""The microphone's own process: opens a stream with PortAudio and hands on what it hears, until its parent is gone.

PortAudio can hang for ever when a sound server dies while a stream is opened or closed, and has aborted the process; a
process can be killed and started again, and finds a fresh list of devices.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

from genie_host.core.errors import VoiceError
from genie_host.voice.audio import BLOCK_SECONDS
from genie_host.voice.capture.ways import Way, nothing_there, ways_to
from genie_host.voice.capture.wire import Kind, packed, packed_block
from genie_host.voice.portaudio import sound_library

_QUEUE_BLOCKS = 50
_END = b""


def main(wished: str, *, is_served: bool) -> None:
    """Never comes back: the process ends here, without PortAudio's own way out, which may hang."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent's to handle
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    with contextlib.suppress(OSError):
        _run(wished, is_served, sys.stdout.buffer)
    os._exit(0)


def _end_with_parent() -> None:
    """The parent holds the other end of our input, and writes nothing."""
    sys.stdin.buffer.read()
    os._exit(0)


def _run(wished: str, is_served: bool, out: BinaryIO) -> None:
    relay = Relay()
    reason, stream = "", None
    try:
        stream, way = opened(wished, is_served, relay)
    except VoiceError as exc:
        reason = str(exc)
    if stream is None:
        out.write(packed(Kind.FAILED, {"reason": reason}))
        out.flush()
        return
    about = {"rate_hz": way.rate_hz, "channels": way.channels, "name": way.name, "through_server": way.through_server}
    message = packed(Kind.OPEN, about)
    while message != _END:
        out.write(message)
        out.flush()
        message = relay.messages.get()


def opened(wished: str, is_served: bool, relay: Relay, library: Any = None) -> tuple[Any, Way]:
    """A running stream, and how it was opened. Raises VoiceError, in words."""
    library = sound_library() if library is None else library
    ways = ways_to(library, wished, is_served=is_served)
    if not ways:
        raise VoiceError(nothing_there(wished, is_served=is_served))
    for way in ways:
        try:
            stream = library.RawInputStream(
                device=way.index,
                samplerate=way.rate_hz,
                blocksize=round(way.rate_hz * BLOCK_SECONDS),
                channels=way.channels,
                dtype="int16",
                latency="low",
                callback=relay.take,
                finished_callback=relay.finish,
            )
            stream.start()
        except (library.PortAudioError, ValueError, OSError):
            continue
        return stream, way
    raise VoiceError("The microphone does not open; another program may hold it.")


class Relay:
    """Between the sound server's own thread, which must never wait, and the pipe, which may."""

    def __init__(self) -> None:
        self.messages: queue.Queue[bytes] = queue.Queue(_QUEUE_BLOCKS)
        self._has_lost = False

    def take(self, samples: Any, _frames: int, times: Any, status: Any) -> None:
        """In the sound server's thread: queue, and nothing else. An exception here would end the stream for good."""
        try:
            # The stamp is that of the first sample, in a clock of PortAudio's own.
            age_seconds = times.currentTime - times.inputBufferAdcTime
            is_after_loss = self._has_lost or bool(status.input_overflow)
            self._put(packed_block(bytes(samples), age_seconds, is_after_loss=is_after_loss))
        except Exception as exc:
            self._put(packed(Kind.FAULT, {"what": type(exc).__name__}))

    def finish(self) -> None:
        """The sound server ended the stream; nothing else says so."""
        self._put(_END)

    def _put(self, message: bytes) -> None:
        try:
            self.messages.put_nowait(message)
            self._has_lost = False
        except queue.Full:  # the parent does not read: nobody hears this
            self._has_lost = True
            if message == _END:
                os._exit(0)
