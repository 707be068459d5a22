"""Ears on a real child process with a real model: what it hears, and what becomes of it when it dies."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import Block
from genie_host.voice.hearing import (
    CommandHeard,
    EarsLost,
    EarsReady,
    Heard,
    Mode,
    PartialHeard,
    WakeHeard,
    WakeWithdrawn,
    Word,
    WordHeard,
)
from genie_host.voice.recognise.child_ears import BACK_OFF_SECONDS, ChildEars
from genie_host.voice.recognise.spec import EarsSpec
from tests.voice.figures import Figures
from tests.voice.recognise.speech import WAKE, in_time, silence, spoken

pytestmark = [pytest.mark.sound, pytest.mark.slow]

NANO = Path(__file__).parents[3] / "models" / "genie-nano.litertlm"
PATIENCE_SECONDS = 180.0
GOALS = {"라디오": "turn on Wi-Fi", "텔레비전": "open the camera"}


@pytest.fixture(scope="module")
def spec(korean_model: Path, tmp_path_factory: pytest.TempPathFactory) -> EarsSpec:
    return EarsSpec(
        model_folder=str(korean_model),
        cache_folder=str(tmp_path_factory.mktemp("cache")),
        language="ko",
        wake_phrases=(WAKE,),
        shortcuts=GOALS,
    )


@pytest.fixture(scope="module")
def ears(spec: EarsSpec) -> Iterator[ChildEars]:
    """One child for all tests that leave it alive."""
    opened = ChildEars(spec)
    try:
        opened.wait_until_ready(Deadline.after(PATIENCE_SECONDS), CancelToken())
        opened.poll()
        yield opened
    finally:
        opened.close()


def until(ears: ChildEars, is_enough: Callable[[list[Heard]], bool]) -> list[Heard]:
    """What is heard until it is enough."""
    heard: list[Heard] = []
    deadline = Deadline.after(PATIENCE_SECONDS)
    while not is_enough(heard):
        assert not deadline.is_over, heard
        heard += ears.poll()
        SYSTEM_CLOCK.sleep(0.02)
    return heard


def fed(ears: ChildEars, blocks: list[Block], mode: Mode) -> list[Heard]:
    """What a mode hears in blocks; they are fed no faster than the child takes them."""
    ears.listen(mode)
    heard: list[Heard] = []
    for block in blocks:
        ears.feed(block)
        while ears.health.lag_seconds > 0.5:
            SYSTEM_CLOCK.sleep(0.01)
        heard += ears.poll()
    deadline = Deadline.after(PATIENCE_SECONDS)
    while not ears.has_heard_everything:
        assert not deadline.is_over, heard
        SYSTEM_CLOCK.sleep(0.02)
    return heard + ears.poll()


def test_wake_phrase_is_announced_and_confirmed_where_it_ended(
    ears: ChildEars, tmp_path: Path, figures: Figures
) -> None:
    word = spoken(tmp_path, WAKE)
    blocks = in_time(silence(1.0), word, silence(1.5))

    wakes = [event for event in fed(ears, blocks, Mode.WAKE) if isinstance(event, WakeHeard)]

    assert [wake.is_confirmed for wake in wakes] == [False, True]
    ended_at = blocks[10 + len(word) - 1].ended_at
    assert ended_at - 0.6 < wakes[1].ended_at <= ended_at
    figures("wake phrase, end as heard against its blocks' end", wakes[1].ended_at - ended_at)


def test_speech_of_other_things_does_not_wake(ears: ChildEars, tmp_path: Path) -> None:
    """benchmarks/voice.py counts how often near misses do."""
    others = ["아나운서가 뉴스를 전했다", "할머니가 카페에 가셨다", "하루 종일 비가 내렸다", "한 마리 고양이가 잔다"]
    parts = [part for text in others for part in (spoken(tmp_path, text), silence(0.5))]

    heard = fed(ears, in_time(*parts, silence(1.0)), Mode.WAKE)

    assert not [event for event in heard if isinstance(event, WakeHeard) and event.is_confirmed]
    announced = sum(isinstance(event, WakeHeard) for event in heard)
    assert announced == sum(isinstance(event, WakeWithdrawn) for event in heard)


def test_shortcut_is_heard_as_its_goal(ears: ChildEars, tmp_path: Path) -> None:
    heard = fed(ears, in_time(silence(0.3), spoken(tmp_path, "라디오"), silence(1.5)), Mode.COMMAND)

    assert PartialHeard(text="turn on Wi-Fi") in heard
    (command,) = [event for event in heard if isinstance(event, CommandHeard)]
    assert command.text == "turn on Wi-Fi"
    assert command.confidence > 0.5


def test_speech_that_is_no_shortcut_is_a_command_without_text(ears: ChildEars, tmp_path: Path) -> None:
    heard = fed(ears, in_time(silence(0.3), spoken(tmp_path, "오늘 날씨가 좋네요"), silence(1.5)), Mode.COMMAND)

    assert [event.text for event in heard if isinstance(event, CommandHeard)] == [""]


def test_silence_is_no_command(ears: ChildEars) -> None:
    assert fed(ears, in_time(silence(7.0)), Mode.COMMAND) == []


@pytest.mark.parametrize("mode", [Mode.STOP, Mode.BUSY, Mode.ANSWER])
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("멈춰", {Word.STOP}),
        ("취소", {Word.CANCEL, Word.STOP}),  # which of the two is as good
        ("잠시", {Word.WAIT}),
        ("계속해", {Word.GO_ON}),
    ],
)
def test_word_that_steers_is_heard_whenever_something_goes_on(
    ears: ChildEars, tmp_path: Path, mode: Mode, said: str, words: set[Word]
) -> None:
    blocks = in_time(silence(0.5), spoken(tmp_path, said, voice="ko+m3"), silence(1.2))

    (heard,) = [event.word for event in fed(ears, blocks, mode) if isinstance(event, WordHeard)]
    assert heard in words


@pytest.mark.parametrize(("said", "word"), [("좋아", Word.YES), ("아니요", Word.NO)])
def test_yes_and_no_are_heard_as_answers_only(ears: ChildEars, tmp_path: Path, said: str, word: Word) -> None:
    blocks = in_time(silence(0.5), spoken(tmp_path, said), silence(1.2))

    assert [event.word for event in fed(ears, blocks, Mode.ANSWER) if isinstance(event, WordHeard)] == [word]
    assert fed(ears, blocks, Mode.BUSY) == []


def test_wake_phrase_is_heard_when_busy_and_not_when_only_stop_is_open(ears: ChildEars, tmp_path: Path) -> None:
    blocks = in_time(silence(1.0), spoken(tmp_path, WAKE), silence(1.5))

    assert any(isinstance(event, WakeHeard) for event in fed(ears, in_time(blocks), Mode.BUSY))
    assert not any(isinstance(event, WakeHeard) for event in fed(ears, in_time(silence(3.0), blocks), Mode.STOP))
    assert fed(ears, in_time(blocks), Mode.DEAF) == []


def test_what_was_half_heard_is_forgotten_with_the_mode(ears: ChildEars, tmp_path: Path) -> None:
    word = spoken(tmp_path, WAKE)
    blocks = in_time(silence(1.0), word)
    fed(ears, blocks[: 10 + len(word) // 2], Mode.WAKE)

    rest = fed(ears, in_time(word[len(word) // 2 :], silence(1.5)), Mode.WAKE)

    assert not any(isinstance(event, WakeHeard) and event.is_confirmed for event in rest)


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV])
def test_child_that_dies_is_told_at_once_and_replaced(
    spec: EarsSpec, tmp_path: Path, figures: Figures, blow: signal.Signals
) -> None:
    ears = ChildEars(spec)
    try:
        until(ears, lambda heard: bool(heard))
        ears.listen(Mode.WAKE)
        began = SYSTEM_CLOCK.now()
        os.kill(ears.health.process_id, blow)

        (lost,) = until(ears, lambda heard: bool(heard))
        figures(f"{blow.name} of the ears to EarsLost", SYSTEM_CLOCK.now() - began)
        (ready,) = until(ears, lambda heard: bool(heard))
        figures(f"{blow.name} of the ears to EarsReady", SYSTEM_CLOCK.now() - began)

        assert lost == EarsLost(reason="The speech recogniser's process died.", comes_back=True)
        assert isinstance(ready, EarsReady)
        blocks = in_time(silence(1.0), spoken(tmp_path, WAKE), silence(1.5))
        assert any(isinstance(event, WakeHeard) for event in fed(ears, blocks, Mode.WAKE))
    finally:
        ears.close()


def test_child_that_is_stuck_is_replaced(spec: EarsSpec) -> None:
    ears = ChildEars(spec, stuck_seconds=2.0)
    try:
        until(ears, lambda heard: bool(heard))
        os.kill(ears.health.process_id, signal.SIGSTOP)

        lost, ready = until(ears, lambda heard: len(heard) == 2)

        assert lost == EarsLost(reason="The speech recogniser did not answer any more.", comes_back=True)
        assert isinstance(ready, EarsReady)
    finally:
        ears.close()


def test_child_that_dies_too_often_is_given_up(spec: EarsSpec) -> None:
    ears = ChildEars(spec)
    try:
        for _ in range(len(BACK_OFF_SECONDS)):
            until(ears, lambda heard: any(isinstance(event, EarsReady) for event in heard))
            os.kill(ears.health.process_id, signal.SIGKILL)
        until(ears, lambda heard: any(isinstance(event, EarsReady) for event in heard))
        os.kill(ears.health.process_id, signal.SIGKILL)

        (lost,) = until(ears, lambda heard: bool(heard))

        assert isinstance(lost, EarsLost)
        assert not lost.comes_back
        assert "too often" in lost.reason
        with pytest.raises(RecogniserUnavailable, match="too often"):
            ears.wait_until_ready(Deadline.after(1.0), CancelToken())
    finally:
        ears.close()


def test_closed_ears_leave_no_process(spec: EarsSpec) -> None:
    ears = ChildEars(spec)
    until(ears, lambda heard: bool(heard))
    process_id = ears.health.process_id

    ears.close()

    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"wake_phrases": ("hey gemma",)}, "does not know “hey” and “gemma”"),
        ({"shortcuts": {"wifi": "turn on Wi-Fi"}}, "does not know “wifi”"),
        ({"language": "en"}, "too few other words"),
        ({"command_engine": "gemma", "shortcuts": {}}, "gemma_model names no file"),
        ({"command_engine": "gemma", "shortcuts": {}, "gemma_model": str(NANO)}, "no audio part"),
        ({"command_engine": "whisper", "shortcuts": {}}, "faster-whisper|whisper_model"),
        ({"model_folder": "/nowhere"}, "genie voice models pull"),
    ],
)
def test_what_cannot_be_heard_is_refused_in_words_and_not_tried_again(
    spec: EarsSpec, change: dict[str, object], complaint: str
) -> None:
    fields = {name: getattr(spec, name) for name in EarsSpec.__slots__}
    ears = ChildEars(EarsSpec(**{**fields, **change}))  # type: ignore[arg-type]
    try:
        with pytest.raises(RecogniserUnavailable, match=complaint):
            ears.wait_until_ready(Deadline.after(PATIENCE_SECONDS), CancelToken())
        (lost,) = ears.poll()
        assert isinstance(lost, EarsLost)
        assert not lost.comes_back
        assert ears.health.process_id == 0
    finally:
        ears.close()


def test_alias_that_the_model_knows_stands_in_for_a_phrase_that_it_does_not(spec: EarsSpec, tmp_path: Path) -> None:
    fields = {name: getattr(spec, name) for name in EarsSpec.__slots__}
    ears = ChildEars(EarsSpec(**{**fields, "wake_phrases": ("hey gemma", WAKE)}))
    try:
        until(ears, lambda heard: bool(heard))
        blocks = in_time(silence(1.0), spoken(tmp_path, WAKE), silence(1.5))
        wakes = [event for event in fed(ears, blocks, Mode.WAKE) if isinstance(event, WakeHeard)]
        assert [wake.phrase for wake in wakes] == [WAKE, WAKE]
    finally:
        ears.close()


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be removed there")
def test_ears_without_a_wake_phrase_need_not_know_its_words_and_leave_no_log_whatever_ends_them(
    spec: EarsSpec,
) -> None:
    folder = Path(tempfile.gettempdir())
    before = set(folder.glob("genie-ears-*"))
    ears = ChildEars(replace(spec, wake_phrases=("hey gemma",), has_wake=False))
    try:
        ears.wait_until_ready(Deadline.after(PATIENCE_SECONDS), CancelToken())
        assert set(folder.glob("genie-ears-*")) <= before
    finally:
        ears.close()
