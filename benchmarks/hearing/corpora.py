"""Long streams of speech, with the wake phrase at known times or for half an hour without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import numpy as np

from benchmarks.hearing.sentences import sentences
from benchmarks.hearing.speech import Booth, Line, Pcm
from genie_host.voice.audio import BLOCK_SAMPLES, BLOCK_SECONDS, SAMPLE_RATE_HZ, Block

KOREAN_VOICES = ("ko", "ko+m1", "ko+m3", "ko+m7", "ko+f1", "ko+f2", "ko+f4", "ko+f5")
ENGLISH_VOICES = ("en-us", "en-gb", "en-us+m3", "en-us+m7", "en-gb+f2", "en-us+f4", "en-gb-scotland", "en-us+f5")
SPEEDS = (0.87, 1.0, 1.17)
_LEAD_SECONDS = 1.0
_FLOOR_DB = 60.0
"""A clean stream still has a floor of noise, as every microphone does."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """Where in a stream the wake phrase is, in seconds."""

    begins_at: float
    ends_at: float
    voice: str = ""
    is_alone: bool = True
    """Nothing was said in the same breath."""


@dataclass(frozen=True)
class Stream:
    """Sound without a gap, and where the wake phrase is in it."""

    name: str
    pcm: Pcm
    phrases: list[Phrase] = field(default_factory=list)
    said: list[tuple[float, str]] = field(default_factory=list)
    """Every line, and when it began."""

    def line_at(self, second: float) -> str:
        """What was being said, or had been."""
        return next((text for begins_at, text in reversed(self.said) if begins_at <= second), "")

    @property
    def seconds(self) -> float:
        return len(self.pcm) / SAMPLE_RATE_HZ

    def blocks(self) -> Iterator[Block]:
        """In the time of the stream: its first sample is at 0."""
        for number, start in enumerate(range(0, len(self.pcm) - BLOCK_SAMPLES + 1, BLOCK_SAMPLES), start=1):
            yield Block(pcm=self.pcm[start : start + BLOCK_SAMPLES].tobytes(), ended_at=number * BLOCK_SECONDS)

    def at(self, snr_db: float | None, seed: int) -> Stream:
        """The same in white noise; None is clean."""
        noisy = in_noise(self.pcm, _FLOOR_DB if snr_db is None else snr_db, seed)
        return Stream(self.name, noisy, self.phrases, self.said)


def in_noise(pcm: Pcm, snr_db: float, seed: int) -> Pcm:
    """White noise so many decibels below the speech, whose loudness is that of the samples that are not silent."""
    sound = pcm.astype(np.float32)
    spoken = sound[np.abs(sound) > 100]
    loudness = float(np.sqrt(np.mean(spoken.astype(np.float64) ** 2))) if spoken.size else 1000.0
    noise = np.random.default_rng(seed).standard_normal(len(sound), dtype=np.float32)
    noise *= loudness / 10 ** (snr_db / 20)
    samples: Pcm = np.clip(sound + noise, -32_768, 32_767).astype(np.int16)
    return samples


def with_phrase(
    booth: Booth, phrase: str, commands: tuple[str, ...], voices: tuple[str, ...], seed: int, count: int
) -> Stream:
    """The phrase so many times by each voice in turn: alone, and with a command in the same breath."""
    random = Random(f"positive/{seed}")
    takes = [(voice, speed, command) for speed in SPEEDS for command in ("", *commands) for voice in voices]
    takes = [takes[number % len(takes)] for number in range(count)]
    random.shuffle(takes)
    said = booth.say([Line(phrase, voice, speed) for voice, speed, _ in takes])
    after = booth.say([Line(command or phrase, voice, speed) for voice, speed, command in takes])
    builder = _Builder()
    for (voice, _, command), clip, rest in zip(takes, said, after, strict=True):
        builder.pause(random.uniform(2.5, 4.5))
        begins_at = builder.seconds
        builder.add(clip)
        builder.phrases.append(Phrase(begins_at, builder.seconds, voice, is_alone=not command))
        if command:
            builder.pause(random.uniform(0.1, 0.25))
            builder.add(rest)
    builder.pause(3.0)
    return builder.stream("with the phrase")


def without_phrase(
    booth: Booth, language: str, voices: tuple[str, ...], seed: int, minutes: float, progress: Callable[[str], None]
) -> Stream:
    """So many minutes of speech, near misses among it, with pauses as between sentences."""
    random = Random(f"negative/{seed}")
    texts = sentences(language, seed)
    builder = _Builder()
    while builder.seconds < 60 * minutes:
        # A batch at a time: how long a line is shows only once it is said.
        batch = [
            Line(text, random.choice(voices), random.choice(SPEEDS))
            for text in islice(texts, max(8, int((60 * minutes - builder.seconds) / 3)))
        ]
        for line, clip in zip(batch, booth.say(batch, progress), strict=True):
            if builder.seconds < 60 * minutes:
                builder.pause(random.uniform(0.15, 0.7))
                builder.said.append((builder.seconds, line.text))
                builder.add(clip)
    return builder.stream("without the phrase")


class _Builder:
    """Puts clips one after the other."""

    def __init__(self) -> None:
        self._parts = [np.zeros(int(_LEAD_SECONDS * SAMPLE_RATE_HZ), np.int16)]
        self._samples = len(self._parts[0])
        self.phrases: list[Phrase] = []
        self.said: list[tuple[float, str]] = []

    @property
    def seconds(self) -> float:
        return self._samples / SAMPLE_RATE_HZ

    def add(self, clip: Pcm) -> None:
        self._parts.append(clip)
        self._samples += len(clip)

    def pause(self, seconds: float) -> None:
        self.add(np.zeros(int(seconds * SAMPLE_RATE_HZ), np.int16))

    def stream(self, name: str) -> Stream:
        return Stream(name, np.concatenate(self._parts), self.phrases, self.said)
