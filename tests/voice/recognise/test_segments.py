"""Where a command begins and ends for engines that take whole recordings, and whether anybody spoke."""

from __future__ import annotations

import math
import struct

import pytest

from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SAMPLES, Block
from genie_host.voice.hearing import CommandHeard, PartialHeard
from genie_host.voice.recognise.loudness import SpeechMeter
from genie_host.voice.recognise.segments import SegmentedCommands, Transcript

QUIET = bytes(BLOCK_BYTES)
LOUD = struct.pack(
    f"<{BLOCK_SAMPLES}h",
    *(round(8_000 * math.sin(2 * math.pi * 300 * count / 16_000)) for count in range(BLOCK_SAMPLES)),
)


class Scripted:
    """A transcriber that says how long what it was given is."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def transcribe(self, pcm: bytes) -> Transcript:
        self.given.append(len(pcm) // BLOCK_BYTES)
        return Transcript(text=f" {len(self.given)}.\x1b ", confidence=0.8)


def fed(commands: SegmentedCommands, *pcm: bytes) -> list[PartialHeard | CommandHeard]:
    heard = []
    for count, block in enumerate(pcm):
        heard += commands.accept(Block(pcm=block, ended_at=(count + 1) * 0.1))
    return heard


def test_command_is_what_lies_between_silences_with_its_soft_beginning() -> None:
    engine = Scripted()

    (heard,) = fed(SegmentedCommands(engine), *[QUIET] * 10, *[LOUD] * 8, *[QUIET] * 10)

    assert engine.given == [4 + 8 + 8]
    assert heard == CommandHeard(text="1.", confidence=0.8, ended_at=pytest.approx(1.8))


def test_pause_within_a_command_does_not_end_it() -> None:
    engine = Scripted()

    heard = fed(SegmentedCommands(engine), QUIET, *[LOUD] * 5, *[QUIET] * 6, *[LOUD] * 5, *[QUIET] * 10)

    assert len(heard) == 1


def test_knock_is_no_command() -> None:
    engine = Scripted()

    assert fed(SegmentedCommands(engine), *[QUIET] * 5, *[LOUD] * 2, *[QUIET] * 20) == []
    assert engine.given == []


def test_endless_noise_is_cut_off() -> None:
    heard = fed(SegmentedCommands(Scripted()), QUIET, *[LOUD] * 350)

    assert len(heard) <= 1


def test_command_that_is_broken_off_is_transcribed_as_far_as_it_went() -> None:
    engine = Scripted()
    commands = SegmentedCommands(engine)
    fed(commands, QUIET, *[LOUD] * 5)

    assert commands.finish(0.6).text == "1."
    assert commands.finish(0.7) == CommandHeard(text="", confidence=0.0, ended_at=0.7)


def test_reset_forgets_what_was_half_heard() -> None:
    engine = Scripted()
    commands = SegmentedCommands(engine)
    fed(commands, QUIET, *[LOUD] * 5)

    commands.reset()

    assert fed(commands, *[QUIET] * 20) == []


def test_meter_takes_three_loud_blocks_for_speech_and_steady_noise_for_none() -> None:
    meter = SpeechMeter()
    for block in (QUIET, LOUD, LOUD):
        meter.take(block)
    assert meter.is_loud
    assert not meter.has_heard_speech
    meter.take(LOUD)
    assert meter.has_heard_speech

    steady = SpeechMeter()
    for _ in range(100):
        steady.take(LOUD)
    assert not steady.has_heard_speech
