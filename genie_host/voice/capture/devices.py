"""The microphones that can be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from genie_host.core.errors import MicrophoneUnavailable, VoiceError
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.ways import default_input, inputs
from genie_host.voice.portaudio import renew_devices, sound_library

_LIST_SECONDS = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class InputDevice:
    """One that can be listened to."""

    name: str
    """What it is chosen by."""
    description: str
    is_default: bool = False
    is_monitor: bool = False
    """It hears what a speaker plays."""


def devices(server: SoundServer | None = None) -> list[InputDevice]:
    """What there is now. Raises MicrophoneUnavailable when PortAudio is missing."""
    server = SoundServer(timeout_seconds=_LIST_SECONDS) if server is None else server
    sources = server.sources()
    if sources is not None:
        default = server.default_source()
        return [
            InputDevice(
                name=source.name,
                description=source.description,
                is_default=source.name == default,
                is_monitor=source.is_monitor,
            )
            for source in sources
        ]
    library = input_library()
    renew_devices()
    default_index = default_input(library)
    return [
        InputDevice(name=str(entry["name"]), description=str(entry["name"]), is_default=entry["index"] == default_index)
        for entry in inputs(library)
    ]


def input_library() -> Any:
    """The module sounddevice. Raises MicrophoneUnavailable."""
    try:
        return sound_library()
    except VoiceError as exc:
        raise MicrophoneUnavailable(str(exc)) from exc
