"""PortAudio: loaded when it is first needed, since a machine may lack it, and shared by hearing and speaking.

The library is one for the whole process: streams must not be opened and closed by two threads at once, and its list of
devices stays as it was at the start until it is shut down and started again, which kills every open stream. So both
rooms open and close their streams here.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import threading
from collections.abc import Callable, Iterator
from typing import Any

from genie_host.core.errors import VoiceError

_LOCK = threading.RLock()
_open: set[int] = set()


def sound_library() -> Any:
    """The module sounddevice. Raises VoiceError, saying what to install, when it or PortAudio is not there."""
    with _LOCK:
        try:
            return importlib.import_module("sounddevice")
        except (ImportError, OSError) as exc:
            raise VoiceError(
                "PortAudio is not installed, so there is neither microphone nor speaker. On Debian and Ubuntu: "
                "apt-get install libportaudio2 libasound2-plugins."
            ) from exc
        except Exception as exc:  # an error of the module, which there is none of yet
            raise VoiceError("PortAudio does not start, so there is neither microphone nor speaker.") from exc


def open_stream(make: Callable[[Any], Any]) -> Any:
    """A started stream, as ``make`` builds it from the module; errors of the library pass through."""
    with _LOCK, _quiet():
        stream = make(sound_library())
        _open.add(id(stream))
        try:
            stream.start()
        except BaseException:
            close_stream(stream)
            raise
        return stream


def close_stream(stream: Any) -> None:
    """End a stream at once: what is still to be played is not. A second time does nothing."""
    with _LOCK:
        if id(stream) in _open:
            _open.discard(id(stream))
            stream.close(ignore_errors=True)


def renew_devices() -> bool:
    """Have the list of devices made anew; not while a stream is open, which would be killed by it.

    Raises VoiceError when the library does not start again; a later call may succeed.
    """
    with _LOCK:
        if _open:
            return False
        library = sound_library()
        try:
            while library._initialized:  # a start that failed leaves nothing to shut down
                library._terminate()
            library._initialize()
        except library.PortAudioError as exc:
            raise VoiceError("PortAudio does not start, so there is neither microphone nor speaker.") from exc
        return True


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """ALSA and PortAudio write their troubles to standard error, over whatever a terminal shows; ours are in words."""
    try:
        kept = os.dup(2)
    except OSError:
        yield  # there is no standard error
        return
    try:
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
