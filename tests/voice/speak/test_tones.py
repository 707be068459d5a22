"""Tones, and the heads of WAV streams."""

from __future__ import annotations

import io
import wave
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genie_host.voice.speak.earcons import RATE_HZ, Earcon, samples
from genie_host.voice.speak.wav_stream import NotSpeech, read_head


@pytest.mark.parametrize("earcon", Earcon)
def test_tone_is_short_soft_at_its_ends_and_never_too_loud(earcon) -> None:
    sound = array("h", samples(earcon))
    assert 0.1 <= earcon.seconds <= 0.15
    assert len(sound) == pytest.approx(earcon.seconds * RATE_HZ, abs=4)
    assert 4_000 < max(map(abs, sound)) < 16_000
    assert max(map(abs, [*sound[:10], *sound[-10:]])) < 600


def test_no_two_tones_are_the_same() -> None:
    assert len({samples(earcon) for earcon in Earcon}) == len(Earcon)


def wav(*, channels: int = 1, width: int = 2, rate: int = 22_050) -> bytes:
    whole = io.BytesIO()
    with wave.open(whole, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(b"\1\2\3\4" * width * channels)
    return whole.getvalue()


def test_head_is_read_as_soon_as_it_is_there() -> None:
    data = wav()
    heads = [read_head(data[:size]) for size in range(len(data) + 1)]
    assert heads[43] is None
    assert all(head is not None and (head.rate_hz, head.starts_at) == (22_050, 44) for head in heads[44:])


def test_chunks_before_the_samples_are_passed_over() -> None:
    data = wav(rate=16_000)
    filled = data[:36] + b"FLLR" + (4_044).to_bytes(4, "little") + bytes(4_044) + data[36:]
    head = read_head(filled)
    assert head is not None
    assert (head.rate_hz, filled[head.starts_at :]) == (16_000, data[44:])


@pytest.mark.parametrize(
    "data",
    [
        b"<html><body>",
        wav(channels=2),
        wav(width=1),
        wav(width=4),
        wav()[:12] + b"data\0\0\0\0",
        b"RIFF0000WAVEjunk\xff\xff\xff\xff",
    ],
)
def test_anything_else_is_refused(data) -> None:
    with pytest.raises(NotSpeech):
        read_head(data)


@given(st.binary(max_size=200))
def test_garbage_is_refused_or_waited_for(data) -> None:
    try:
        read_head(data)
    except NotSpeech:
        return
