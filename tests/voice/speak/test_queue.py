"""The queue of everything spoken, in front of a voice that says what the test lets it say."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator

import pytest

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import Cancelled, SpeechUnavailable
from genie_host.voice.speak.earcons import Earcon, samples
from genie_host.voice.speak.line import MOST_WAITING, NARRATION_SECONDS
from genie_host.voice.speak.queue import SpeechQueue
from genie_host.voice.speaking import Channel, Utterance

PATIENCE = 30.0


class Voice:
    """Implements ``Speaker``: says a sentence when it is let, and raises what it is told to."""

    def __init__(self) -> None:
        self.said: list[tuple[str, str]] = []
        self.begun = threading.Semaphore(0)
        self.may_go_on = threading.Semaphore(0)
        self.fails: list[Exception] = []
        self.is_closed = False

    def say(self, text: str, language: str, cancel: CancelToken) -> None:
        self.said.append((text, language))
        self.begun.release()
        while not self.may_go_on.acquire(timeout=0.01):
            cancel.check()
        if self.fails:
            raise self.fails.pop(0)

    def close(self) -> None:
        self.is_closed = True

    def wait_for_begin(self) -> None:
        assert self.begun.acquire(timeout=PATIENCE)

    def let(self, sentences: int = 1000) -> None:
        self.may_go_on.release(sentences)

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.said]


class Tones:
    """Implements ``SoundOut``."""

    def __init__(self, order: list[str]) -> None:
        self.order = order

    def play(self, samples, rate_hz, cancel) -> None:
        self.order.append(b"".join(samples))


class SetClock:
    def __init__(self) -> None:
        self.at = 100.0

    def now(self) -> float:
        return self.at

    def sleep(self, seconds: float) -> None:
        self.at += seconds


class Desk:
    """A queue, its voice, and what it told."""

    def __init__(self, redact: Callable[[str], str] = str) -> None:
        self.voice = Voice()
        self.clock = SetClock()
        self.told: list[tuple[object, ...]] = []
        self.queue = SpeechQueue(
            self.voice,
            redact=redact,
            out=Tones(self.voice.said),
            on_started=lambda number: self.told.append(("started", number)),
            on_ended=lambda number, trouble: self.told.append(("ended", number, trouble)),
            clock=self.clock,
        )

    def say(self, text: str, channel: Channel = Channel.ANSWER, language: str = "en") -> int:
        return self.queue.say(Utterance(text=text, channel=channel, language=language))

    def wait(self) -> None:
        assert self.queue.wait_until_silent(PATIENCE)

    def ends(self) -> list[tuple[object, object]]:
        return [(event[1], event[2]) for event in self.told if event[0] == "ended"]


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.queue.close()


def test_text_is_said_sentence_by_sentence_and_told_once(desk) -> None:
    desk.voice.let()
    number = desk.say("One. Two. Three.")
    desk.wait()
    assert desk.voice.texts == ["One.", "Two.", "Three."]
    assert desk.told == [("started", number), ("ended", number, "")]


def test_language_is_found_from_the_text(desk) -> None:
    desk.voice.let()
    desk.say("Das WLAN ist an.", language="")
    desk.say("Wi-Fi", language="")
    desk.say("Wi-Fi", language="ko")
    desk.wait()
    assert [language for _, language in desk.voice.said] == ["de", "en", "ko"]


def test_better_channel_is_said_first(desk) -> None:
    first = desk.say("First.")
    desk.voice.wait_for_begin()
    desk.say("Lesson.", Channel.LESSON)
    desk.say("Narration.", Channel.NARRATION)
    desk.say("Urgent.", Channel.URGENT)
    desk.say("Answer.")
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["First.", "Urgent.", "Answer.", "Lesson."]
    assert (first, "") in desk.ends()
    assert len(desk.ends()) == 5


def test_urgent_text_comes_in_between_two_sentences_of_an_answer(desk) -> None:
    desk.say("One. Two. Three.")
    desk.voice.wait_for_begin()
    desk.say("Look at the phone!", Channel.URGENT)
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["One.", "Look at the phone!", "Two.", "Three."]
    assert [event for event in desk.told if event[0] == "started"] == [("started", 1), ("started", 2)]


def test_narration_is_cut_off_for_anything_better(desk) -> None:
    desk.say("I am opening the settings. Now I look for the switch.", Channel.NARRATION)
    desk.voice.wait_for_begin()
    desk.say("Done.")
    desk.voice.wait_for_begin()
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["I am opening the settings.", "Done."]
    assert desk.ends() == [(1, ""), (2, "")]


def test_newer_narration_takes_the_place_of_older(desk) -> None:
    desk.say("Answer.")
    desk.voice.wait_for_begin()
    for text in ("Old.", "Older.", "New."):
        desk.say(text, Channel.NARRATION)
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["Answer.", "New."]


def test_narration_that_waited_too_long_is_left_out(desk) -> None:
    desk.say("Answer.")
    desk.voice.wait_for_begin()
    desk.say("Stale.", Channel.NARRATION)
    desk.clock.at += NARRATION_SECONDS + 0.1
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["Answer."]
    assert desk.ends() == [(1, ""), (2, "")]


def test_stop_silences_now_and_empties_the_queue(desk) -> None:
    for text in ("One. Two.", "Three."):
        desk.say(text)
    desk.say("Four.", Channel.LESSON)
    desk.voice.wait_for_begin()
    desk.queue.stop()
    desk.wait()
    assert desk.voice.texts == ["One."]
    assert sorted(desk.ends()) == [(1, ""), (2, ""), (3, "")]
    desk.voice.let()
    desk.say("Again.")
    desk.wait()
    assert desk.voice.texts == ["One.", "Again."]


def test_flush_leaves_what_is_spoken_alone(desk) -> None:
    desk.say("One. Two.")
    desk.voice.wait_for_begin()
    desk.say("Lesson.", Channel.LESSON)
    desk.say("Answer.")
    desk.queue.flush(Channel.LESSON)
    desk.voice.let()
    desk.wait()
    assert desk.voice.texts == ["One.", "Two.", "Answer."]


def test_voice_that_fails_is_told_in_words_and_the_queue_goes_on(desk) -> None:
    desk.voice.fails = [SpeechUnavailable("The speaker is gone."), RuntimeError("inner words")]
    desk.voice.let()
    desk.say("One. Two.")
    desk.say("Three.")
    desk.say("Four.")
    desk.wait()
    assert desk.voice.texts == ["One.", "Three.", "Four."]
    assert desk.ends() == [(1, "The speaker is gone."), (2, "The voice failed."), (3, "")]


def test_secret_is_never_spoken_even_when_it_is_hidden_in_signs() -> None:
    desk = Desk(redact=lambda text: text.replace("hunter2", "secret 1"))
    desk.voice.let()
    for text in ("It is hunter2.", "It is hun\u200bter2.", "It is **hunter2**.", "It is hun[]ter2."):
        desk.say(text)
    desk.wait()
    desk.queue.close()
    assert all("hunter2" not in text for text in desk.voice.texts)
    assert desk.voice.texts[:3] == ["It is secret 1."] * 3


def test_text_that_cannot_be_searched_for_secrets_is_not_spoken() -> None:
    def broken(_text: str) -> str:
        raise ValueError("no")

    desk = Desk(redact=broken)
    desk.voice.let()
    desk.say("Anything.")
    desk.wait()
    desk.queue.close()
    assert desk.voice.texts == []
    assert desk.ends() == [(1, "Something was not spoken, since it could not be searched for secrets.")]


def test_text_with_nothing_to_say_is_over_at_once(desk) -> None:
    number = desk.say("``` code ```")
    desk.wait()
    assert desk.told == [("ended", number, "")]


def test_tone_comes_before_texts_that_wait_and_not_over_one_that_is_spoken(desk) -> None:
    desk.say("One. Two.")
    desk.voice.wait_for_begin()
    desk.queue.play("wake")
    desk.voice.let()
    desk.wait()
    assert desk.voice.said == [("One.", "en"), samples(Earcon.WAKE), ("Two.", "en")]


def test_no_more_is_taken_than_anyone_would_listen_to(desk) -> None:
    desk.say("First.")
    desk.voice.wait_for_begin()
    for _ in range(MOST_WAITING + 5):
        desk.say("Lesson.", Channel.LESSON)
    desk.queue.stop()
    desk.wait()
    assert len(desk.ends()) == MOST_WAITING + 6


def test_callback_that_fails_silences_nobody() -> None:
    voice = Voice()
    voice.let()

    def fails(*_words: object) -> None:
        raise RuntimeError

    queue = SpeechQueue(voice, redact=str, on_started=fails, on_ended=fails)
    for text in ("One.", "Two."):
        queue.say(Utterance(text=text))
    assert queue.wait_until_silent(PATIENCE)
    queue.close()
    assert voice.texts == ["One.", "Two."]


def test_close_is_silence_for_good(desk) -> None:
    desk.say("One. Two.")
    desk.voice.wait_for_begin()
    desk.queue.close()
    assert desk.ends() == [(1, "")]
    assert desk.voice.is_closed
    desk.say("Three.")
    assert desk.voice.texts == ["One."]


def test_many_threads_may_speak_and_stop_and_every_id_is_told_once() -> None:
    desk = Desk()
    desk.voice.let(100_000)
    numbers: list[int] = []
    start = threading.Barrier(6)

    def talk(channels: Iterator[Channel]) -> None:
        start.wait()
        for at, channel in zip(range(60), channels, strict=False):
            numbers.append(desk.say("One. Two.", channel))
            if at % 17 == 0:
                desk.queue.stop()

    threads = [threading.Thread(target=talk, args=(itertools.cycle(Channel),)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    desk.wait()
    desk.queue.close()
    assert sorted(number for number, _ in desk.ends()) == sorted(numbers) == list(range(1, 361))


def test_cancelled_out_of_a_voice_is_no_trouble(desk) -> None:
    desk.voice.fails = [Cancelled()]
    desk.voice.let()
    desk.say("One. Two.")
    desk.wait()
    assert desk.ends() == [(1, "")]
