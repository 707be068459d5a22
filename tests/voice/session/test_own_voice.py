"""Our own voice, told from somebody's: what no echo path can make of the samples that were played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from genie_host.core.clock import SystemClock
from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, SAMPLE_RATE_HZ, Block
from genie_host.voice.session.echo import RATE_HZ, Samples, foreign_share
from genie_host.voice.session.own_voice import MOST_FOREIGN, OwnVoice, is_own
from genie_host.voice.speak.played import Played

HEARD, LAGS = round(1.2 * RATE_HZ), round(1.1 * RATE_HZ)
SEEDS = range(20)


def speech(seed: int, count: int, loudness: float = 3_000.0, rate_hz: int = RATE_HZ) -> Samples:
    """Something like speech: syllables of 0.1 to 0.3 s with a pitch and overtones of their own, pauses between some."""
    chance, pieces, length = np.random.default_rng(seed), [], 0
    while length < count:
        size = int(chance.uniform(0.1, 0.3) * rate_hz)
        pitch = chance.uniform(90.0, 250.0) * (1 + 0.1 * np.linspace(-1, 1, size) * chance.uniform(-1, 1))
        phase = 2 * np.pi * np.cumsum(pitch) / rate_hz
        overtones = [chance.uniform(0, 1) * np.sin(k * phase + chance.uniform(0, 6)) for k in range(1, 14)]
        tone = np.sum(overtones, axis=0) + chance.uniform(0, 0.5) * chance.standard_normal(size)
        pause = np.zeros(int(chance.choice([0.0, 0.0, 0.05, 0.15]) * rate_hz))
        pieces += [tone * np.sin(np.pi * np.linspace(0, 1, size)), pause]
        length += size + len(pause)
    samples = np.concatenate(pieces)[:count]
    return np.asarray(samples * loudness / np.sqrt((samples**2).mean()))


def in_the_room(
    played: Samples, *, lag_seconds: float, gain: float = 0.3, echo_seconds: float = 0.0, noise: float = 0.0
) -> Samples:
    """The last 1.2 s that a microphone has of it; noise as a share of its loudness, echo as the time to -60 dB."""
    chance = np.random.default_rng(9)
    path = np.zeros(1 + round(echo_seconds * RATE_HZ))
    if echo_seconds:
        tail = chance.standard_normal(len(path)) * np.exp(-6.9 * np.linspace(0, 1, len(path)))
        path = 0.5 * tail / np.sqrt((tail**2).sum())
    path[0] = 1.0
    heard = gain * np.convolve(played, path)[: len(played)]
    end = len(heard) - round((1.0 - lag_seconds) * RATE_HZ)
    heard = heard[end - HEARD : end]
    return np.asarray(heard + noise * np.sqrt((heard**2).mean()) * chance.standard_normal(HEARD))


def known(seed: int) -> Samples:
    """What was played from the earliest that can be heard to the last."""
    return speech(seed, HEARD + LAGS)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("lag", [0.0, 0.14, 0.8])
@pytest.mark.parametrize(
    ("gain", "echo", "noise"),
    [(1.0, 0.0, 0.0), (0.01, 0.0, 0.0), (4.0, 0.0, 0.0), (0.1, 0.0, 0.3), (0.3, 0.15, 0.03), (0.3, 0.4, 0.1)],
)
def test_our_voice_is_known_at_any_distance(seed, lag, gain, echo, noise) -> None:
    played = known(seed)
    assert is_own(in_the_room(played, lag_seconds=lag, gain=gain, echo_seconds=echo, noise=noise), played)


@pytest.mark.parametrize("echo", [0.0, 0.3])
@pytest.mark.parametrize(("decibels", "most"), [(6.0, 0), (0.0, 0), (-3.0, 1), (-6.0, 6)])
def test_a_word_said_over_it_is_heard(echo, decibels, most) -> None:
    """Half a second of it; softer than ours as well."""
    taken_for_ours = 0
    for seed in SEEDS:
        played = known(seed)
        ours = in_the_room(played, lag_seconds=0.2, echo_seconds=echo, noise=0.03)
        loudness = np.sqrt((ours**2).mean()) * 10 ** (decibels / 20)
        at = 1_000 + 150 * seed
        ours[at : at + RATE_HZ // 2] += speech(seed + 500, RATE_HZ // 2, loudness)
        taken_for_ours += is_own(ours, played)
    assert taken_for_ours <= most


@pytest.mark.parametrize("seed", SEEDS)
def test_somebody_who_speaks_while_we_are_silent_is_heard(seed) -> None:
    nothing = np.zeros(HEARD + LAGS)
    assert not is_own(speech(seed, HEARD), nothing)
    assert not is_own(speech(seed, HEARD), nothing + 1.0), "what is played is as good as silent"
    assert not is_own(speech(seed, HEARD), known(seed + 500)), "it is not in the microphone"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_soft_word_between_two_of_ours_is_heard(seed) -> None:
    played = known(seed)
    pause = slice(LAGS + 3_000, LAGS + 3_000 + round(0.4 * RATE_HZ))
    played[pause] = 0.0
    ours = in_the_room(played, lag_seconds=1.0, gain=0.3)
    begin = pause.start - (len(played) - HEARD) + 200
    ours[begin : begin + 2_400] += speech(seed + 500, 2_400, 0.15 * np.sqrt((ours**2).mean()))
    assert foreign_share(ours, played) > 0.02
    ours[begin : begin + 2_400] += speech(seed + 500, 2_400, 0.5 * np.sqrt((ours**2).mean()))
    assert not is_own(ours, played)


def test_a_silent_microphone_heard_nobody() -> None:
    assert not is_own(np.zeros(HEARD), known(1))


def test_steady_noise_is_nobody() -> None:
    """As loud as our voice is faint: what does not rise over itself is no word."""
    played = known(2)
    assert foreign_share(in_the_room(played, lag_seconds=0.2, noise=0.3), played) < MOST_FOREIGN


# Samples and their times.


@dataclass
class HandClock(SystemClock):
    """Shows what it is set to."""

    at: float = 100.0

    def now(self) -> float:
        return self.at


def as_pcm(samples: Samples) -> bytes:
    return np.clip(samples, -32_000, 32_000).astype("<i2").tobytes()


def playing(clock: HandClock, samples: Samples, rate_hz: int = 22_050, piece_bytes: int = 882) -> Played:
    """What a device took, which asks for the first 0.1 s at once."""
    played, pcm = Played(clock), as_pcm(samples)
    track, begun = played.track(), clock.at
    for at in range(0, len(pcm), piece_bytes):
        clock.at = begun + max(0.0, at / 2 / rate_hz - 0.1)
        track.add(pcm[at : at + piece_bytes])
    track.rate_hz = rate_hz
    return played


@pytest.mark.parametrize("rate_hz", [16_000, 22_050, 44_100, 48_000])
def test_what_was_played_is_known_by_its_time(rate_hz) -> None:
    clock = HandClock()
    tone = 3_000 * np.sin(2 * np.pi * 300 * np.arange(2 * rate_hz) / rate_hz)
    samples = playing(clock, tone, rate_hz).samples(99.5, 3 * RATE_HZ, RATE_HZ)
    assert not samples[: RATE_HZ // 2 - 900].any()
    expected = 3_000 * np.sin(2 * np.pi * 300 * np.arange(RATE_HZ) / RATE_HZ)
    correlation = np.correlate(samples, expected, "valid")
    at = int(np.argmax(correlation))
    assert samples[at : at + RATE_HZ] == pytest.approx(expected, abs=150)


def test_only_the_last_seconds_are_kept() -> None:
    clock = HandClock()
    played = playing(clock, speech(5, 30 * 22_050, rate_hz=22_050))
    assert not played.samples(100.0, RATE_HZ, RATE_HZ).any()
    assert played.samples(clock.at - 3.0, RATE_HZ, RATE_HZ).any()


def test_two_streams_with_a_pause_between_are_each_at_their_time() -> None:
    clock = HandClock()
    played = Played(clock)
    track = played.track()
    track.rate_hz = RATE_HZ
    track.add(as_pcm(np.full(800, 1_000.0)))
    clock.at += 1.0
    track.add(as_pcm(np.full(800, 1_000.0)))
    loud = np.flatnonzero(np.abs(played.samples(100.0, 2 * RATE_HZ, RATE_HZ)) > 900)
    assert set(loud) <= {*range(800), *range(8_000, 8_800)}
    assert len(loud) > 1_500


def hearing(played: Played, samples: Samples, begun: float) -> OwnVoice:
    own_voice, pcm = OwnVoice(played), as_pcm(samples)
    for count, at in enumerate(range(0, len(pcm) - BLOCK_BYTES + 1, BLOCK_BYTES)):
        own_voice.add(Block(pcm=pcm[at : at + BLOCK_BYTES], ended_at=begun + (count + 1) * BLOCK_SECONDS))
    return own_voice


def test_a_word_is_held_against_what_was_played_just_before() -> None:
    clock, sound = HandClock(), speech(6, 4 * SAMPLE_RATE_HZ, rate_hz=SAMPLE_RATE_HZ)
    played = playing(clock, sound, SAMPLE_RATE_HZ)
    ours = hearing(played, 0.3 * sound, 100.2)
    assert ours.said(103.0)
    assert not ours.said(110.0), "nothing is known of then"
    assert not hearing(played, speech(77, len(sound), rate_hz=SAMPLE_RATE_HZ), 100.2).said(103.0)
    assert not hearing(Played(clock), sound, 100.2).said(103.0)
