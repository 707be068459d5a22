"""What pactl prints, read."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.capture.routes import ServerSource, SoundServer, source_of, sources_in

PIPEWIRE = [
    {
        "index": 44,
        "name": "vmic_sink.monitor",
        "description": "Monitor of vmic_sink",
        "monitor_source": "vmic_sink",
        "properties": {"device.class": "monitor"},
    },
    {
        "index": 54,
        "name": "alsa_input.usb-Blue",
        "description": "Blue Microphone",
        "monitor_source": "",
        "properties": {"device.class": "sound"},
    },
]
STREAMS = [
    {"index": 55, "source": 44, "properties": {"media.name": "a filter of the server's own"}},
    {"index": 74, "source": 54, "properties": {"application.process.id": "4711"}},
    {"index": 80, "source": 44, "properties": {"application.process.id": "4711"}},
    {"index": 81, "source": 54, "properties": {"application.process.id": "4712"}},
]

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)


def test_sources_are_read() -> None:
    assert sources_in(PIPEWIRE) == [
        ServerSource(index=44, name="vmic_sink.monitor", description="Monitor of vmic_sink", is_monitor=True),
        ServerSource(index=54, name="alsa_input.usb-Blue", description="Blue Microphone", is_monitor=False),
    ]


@pytest.mark.parametrize(
    "entry",
    [
        {"index": 1, "name": "a", "monitor_source": "sink"},
        {"index": 1, "name": "a", "properties": {"device.class": "monitor"}},
        {"index": 1, "name": "alsa_output.pci.monitor"},
    ],
)
def test_monitor_is_known_by_any_of_its_marks(entry: dict[str, Any]) -> None:
    assert sources_in([entry])[0].is_monitor


def test_newest_stream_of_the_process_counts() -> None:
    assert source_of(STREAMS, 4711) == 44
    assert source_of(STREAMS, 4712) == 54
    assert source_of(STREAMS, 1) is None


@settings(deadline=None)
@given(json_values)
def test_answers_of_any_other_shape_do_no_harm(answer: Any) -> None:
    assert isinstance(sources_in(answer), list)
    assert source_of(answer, 1) is None or isinstance(source_of(answer, 1), int)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.fixed_dictionaries({"index": json_values, "source": json_values, "properties": json_values}), max_size=3
    )
)
def test_entries_of_any_other_shape_do_no_harm(entries: list[Any]) -> None:
    sources_in(entries)
    source_of(entries, 1)


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_without_pactl_nobody_knows() -> None:
    server = SoundServer("no-such-program-anywhere")
    assert not server.can_be_asked
    assert (server.is_there(), server.sources(), server.default_source(), server.source_heard(1)) == (None,) * 4


@pytest.mark.parametrize("script", ["exit 1", "echo not json", "printf '\\377\\376'"])
def test_pactl_that_fails_is_a_server_that_is_not_there(tmp_path: Path, script: str) -> None:
    server = SoundServer(program(tmp_path / "pactl", script))
    assert server.can_be_asked
    assert server.is_there() is False
    assert (server.sources(), server.default_source(), server.source_heard(1)) == (None, None, None)


@pytest.mark.slow
def test_pactl_that_hangs_is_a_server_that_is_not_there(tmp_path: Path) -> None:
    assert SoundServer(program(tmp_path / "pactl", "exec sleep 60")).is_there() is False
