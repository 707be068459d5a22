"""Our own voice, told from somebody's by the course of its loudness."""

from __future__ import annotations

import math
import random
from array import array
from dataclasses import dataclass

import pytest

from genie_host.core.clock import SystemClock
from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, SAMPLE_RATE_HZ, Block
from genie_host.voice.session.own_voice import OwnVoice, is_own, likeness_of, unexplained
from genie_host.voice.speak.played import FRAME_SECONDS, Played, mean_squares

FRAMES, LAGS = 60, 40


def speech(seed: int, frames: int, loudness: float = 1.0) -> list[float]:
    """Energies of something like speech: syllables of 0.1 to 0.3 s, and pauses between some."""
    chance, energies = random.Random(seed), []
    while len(energies) < frames:
        length, peak = chance.randint(5, 15), chance.uniform(300.0, 3_000.0)
        energies += [loudness * (peak * math.sin(math.pi * (at + 0.5) / length)) ** 2 for at in range(length)]
        energies += [0.0] * chance.choice([0, 1, 2, 8])
    return energies[:frames]


def in_the_room(played: list[float], *, lag: int, gain: float, noise: float = 0.0, echo: float = 0.0) -> list[float]:
    """The last frames of what a microphone has of it."""
    chance, heard, last = random.Random(9), [], 0.0
    for energy in played:
        last = energy + echo * last
        heard.append(gain * last * chance.uniform(0.8, 1.25) + noise * chance.uniform(0.5, 1.5))
    end = len(heard) - (LAGS - lag)
    return heard[end - FRAMES : end]


def mixed(one: list[float], other: list[float]) -> list[float]:
    return [first + second for first, second in zip(one, other, strict=True)]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("lag", [0, 7, 40])
@pytest.mark.parametrize(
    ("gain", "noise", "echo"),
    [(1.0, 0.0, 0.0), (0.01, 0.0, 0.0), (4.0, 0.0, 0.0), (0.1, 500.0, 0.0), (0.1, 0.0, 0.6)],
)
def test_our_voice_is_known_at_any_distance(seed, lag, gain, noise, echo) -> None:
    # Played begins ``LAGS`` frames before what was heard, as a microphone that is so late has it.
    played = speech(seed, FRAMES + 2 * LAGS)
    heard = in_the_room(played, lag=lag, gain=gain, noise=noise, echo=echo)
    assert is_own(heard, played)


def as_if_alone(loudness: float) -> int:
    """Of 20 times that somebody speaks over our voice, how often only ours is heard."""
    count = 0
    for seed in range(20):
        played = speech(seed, FRAMES + 2 * LAGS)
        ours = in_the_room(played, lag=10, gain=0.1)
        count += is_own(mixed(ours, speech(seed + 500, FRAMES, 0.1 * loudness)), played)
    return count


def test_somebody_who_speaks_over_it_is_heard() -> None:
    assert as_if_alone(4.0) == 0
    assert as_if_alone(2.0) == 0
    assert as_if_alone(1.0) <= 1
    assert as_if_alone(0.5) <= 10


@pytest.mark.parametrize("seed", range(20))
def test_somebody_who_speaks_while_we_are_silent_is_heard(seed) -> None:
    nothing = [0.0] * (FRAMES + LAGS)
    assert not is_own(speech(seed, FRAMES), nothing)
    assert not is_own(speech(seed, FRAMES), [])
    assert not is_own(speech(seed, FRAMES), [1.0] * len(nothing)), "what is played is as good as silent"


@pytest.mark.parametrize("seed", range(20))
def test_a_soft_word_between_two_of_ours_is_heard(seed) -> None:
    played = speech(seed, FRAMES + 2 * LAGS)
    for at in range(2 * LAGS + 20, 2 * LAGS + 40):
        played[at] = 0.0
    ours = in_the_room(played, lag=LAGS, gain=0.1)
    word = [0.0] * 22 + speech(seed + 500, 16, 0.02) + [0.0] * (FRAMES - 38)
    assert not is_own(mixed(ours, word), played)


def test_a_silent_microphone_heard_nobody() -> None:
    assert not is_own([0.0] * FRAMES, speech(1, FRAMES + LAGS))


def test_likeness_is_of_the_course_and_not_of_the_loudness() -> None:
    course = speech(3, FRAMES)
    assert likeness_of(course, [7 * energy for energy in course]) == pytest.approx(1.0)
    assert likeness_of(course, [5.0] * FRAMES) == pytest.approx(0.0)
    assert unexplained(course, [7 * energy for energy in course]) == 0.0


# Samples and their times.


@dataclass
class HandClock(SystemClock):
    """Shows what it is set to."""

    at: float = 100.0

    def now(self) -> float:
        return self.at


def sounding(energies: list[float], rate_hz: int) -> bytes:
    """Samples of that loudness: a square wave."""
    sound = array("h")
    for frame, energy in enumerate(energies):
        begin, end = (round(at * rate_hz * FRAME_SECONDS) for at in (frame, frame + 1))
        sound.extend(round(math.sqrt(energy)) * (-1) ** at for at in range(begin, end))
    return sound.tobytes()


def playing(clock: HandClock, energies: list[float], rate_hz: int = 22_050, piece_bytes: int = 882) -> Played:
    """What a device took, which asks for the first 0.1 s at once."""
    played, pcm = Played(clock), sounding(energies, rate_hz)
    track, begun = played.track(), clock.at
    for at in range(0, len(pcm), piece_bytes):
        clock.at = begun + max(0.0, at / 2 / rate_hz - 0.1)
        track.add(pcm[at : at + piece_bytes])
    track.rate_hz = rate_hz
    return played


@pytest.mark.parametrize("rate_hz", [16_000, 22_050, 44_100, 48_000])
def test_what_was_played_is_known_by_its_time(rate_hz) -> None:
    clock, energies = HandClock(), speech(5, 100)
    played = playing(clock, energies, rate_hz).energies(99.9, 100)
    assert likeness_of(played, energies) > 0.99
    assert played == pytest.approx(energies, rel=0.2, abs=2_000)


def test_only_the_last_seconds_are_kept() -> None:
    clock = HandClock()
    played = playing(clock, speech(5, 1_500))
    assert not any(played.energies(100.0, 50))
    assert any(played.energies(clock.at - 3.0, 50))


def test_two_streams_with_a_pause_between_are_each_at_their_time() -> None:
    clock = HandClock()
    played = Played(clock)
    track = played.track()
    track.rate_hz = 16_000
    track.add(sounding([1_000_000.0] * 5, 16_000))
    clock.at += 1.0
    track.add(sounding([1_000_000.0] * 5, 16_000))
    loud = [at for at, energy in enumerate(played.energies(100.0, 60)) if energy > 0]
    assert loud == [0, 1, 2, 3, 4, 50, 51, 52, 53, 54]


def test_mean_squares_of_a_whole_and_of_nothing() -> None:
    assert mean_squares(sounding([400.0, 900.0], SAMPLE_RATE_HZ), SAMPLE_RATE_HZ) == [400.0, 900.0]
    assert mean_squares(b"", SAMPLE_RATE_HZ) == []


def hearing(played: Played, energies: list[float], begun: float) -> OwnVoice:
    own_voice, pcm = OwnVoice(played), sounding(energies, SAMPLE_RATE_HZ)
    for count, at in enumerate(range(0, len(pcm) - BLOCK_BYTES + 1, BLOCK_BYTES)):
        own_voice.add(Block(pcm=pcm[at : at + BLOCK_BYTES], ended_at=begun + (count + 1) * BLOCK_SECONDS))
    return own_voice


def test_a_word_is_held_against_what_was_played_just_before() -> None:
    clock, energies = HandClock(), speech(6, 200)
    played = playing(clock, energies)
    ours = hearing(played, [0.1 * energy for energy in energies], 100.2)
    assert ours.said(103.0)
    assert not ours.said(110.0), "nothing is known of then"
    assert not hearing(played, speech(77, 200, 0.1), 100.2).said(103.0)
    assert not hearing(Played(clock), energies, 100.2).said(103.0)
