"""In which order a microphone is tried: through the sound server at our own rate first, then at the device's; pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from genie_host.voice.audio import SAMPLE_RATE_HZ

SERVER_DEVICES = ("pulse", "default")
"""ALSA's ways to the sound server, as PortAudio lists them; it sees the server's sources in no other way."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way of opening a device."""

    index: int
    """PortAudio's."""
    name: str
    rate_hz: int
    channels: int
    through_server: bool


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


def nothing_there(wished: str, *, is_served: bool) -> str:
    """Why there is no way, for the user."""
    if not is_served:
        return "The sound server (PipeWire or PulseAudio) does not answer."
    return "There is no such microphone as the one that was chosen." if wished else "There is no microphone."


def inputs(library: Any) -> list[Any]:
    """PortAudio's own entries of devices that can be listened to."""
    return [entry for entry in library.query_devices() if entry["max_input_channels"] > 0]


def default_input(library: Any) -> int:
    """The index of PortAudio's choice; -1 when it has none."""
    return int(library.default.device[0])


def _own_ways(entry: Any, *, through_server: bool) -> Iterator[Way]:
    rate_hz, most = int(entry["default_samplerate"]), int(entry["max_input_channels"])
    for rate, channels in ((SAMPLE_RATE_HZ, 1), (rate_hz, 1), (rate_hz, min(2, most))):
        yield Way(int(entry["index"]), str(entry["name"]), rate, channels, through_server)
