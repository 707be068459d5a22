"""Conversations through the real session and machine, with runs on their own threads."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator

import pytest

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import PhoneGone
from genie_host.core.events import Event
from genie_host.voice.audio import Block, EndOfSound
from genie_host.voice.hearing import CommandHeard, EarsLost, EarsReady, Mode, WakeHeard, Word, WordHeard
from genie_host.voice.machine.effects import Arm
from genie_host.voice.machine.happenings import FiredBy, KeyAnswer, Muted, TalkPressed, Typed
from genie_host.voice.machine.situation import State
from genie_host.voice.session.conversation import cleaned
from genie_host.voice.session.kept_audio import KeptAudio
from genie_host.voice.session.runner import STOPPED
from genie_host.voice.speak.earcons import Earcon
from tests.voice.session.stage import LOUD, SILENCE, Held, Stage


@pytest.fixture
def staged() -> Iterator[Callable[..., Stage]]:
    stages: list[Stage] = []

    def make(*arguments, **more) -> Stage:
        stages.append(Stage(*arguments, **more))
        return stages[-1]

    yield make
    for stage in stages:
        stage.close()


def wake(ended_at: float | None = None) -> WakeHeard:
    return WakeHeard(phrase="hey gemma", ended_at=ended_at or SYSTEM_CLOCK.now(), is_confirmed=True)


def command(text: str = "turn on Wi-Fi") -> CommandHeard:
    return CommandHeard(text=text, confidence=0.9, ended_at=0.0)


def word(which: Word) -> WordHeard:
    return WordHeard(word=which, ended_at=0.0)


def test_what_is_said_is_done_and_answered(staged) -> None:
    stage = staged()
    stage.hear(wake())
    assert stage.speech.played == [Earcon.WAKE]
    stage.hear(command())
    stage.pump_to(State.IDLE)
    assert stage.assistant.goals == ["turn on Wi-Fi"]
    assert [said.text for said in stage.speech.said] == ["Done: turn on Wi-Fi."]
    assert stage.ears.modes == [Mode.WAKE, Mode.COMMAND, Mode.BUSY, Mode.STOP, Mode.WAKE]
    assert [heard["what"] for heard in stage.told("heard")] == ["wake", "command"]
    assert [state["state"] for state in stage.told("voice_state")] == [
        "idle",
        "listening",
        "thinking",
        "speaking",
        "idle",
    ]


def test_what_was_said_in_the_same_breath_is_heard_and_no_tone_disturbs_it(staged) -> None:
    stage = staged()
    now = SYSTEM_CLOCK.now()
    for index in range(15):
        stage.sound(LOUD, ended_at=now + 0.1 * index)
    stage.hear(wake(now + 0.6))
    assert stage.speech.played == []
    assert [block.ended_at for block in stage.ears.fed] == pytest.approx([now + 0.1 * index for index in range(7, 15)])


def test_a_tone_is_kept_out_of_the_command(staged) -> None:
    stage = staged()
    now = SYSTEM_CLOCK.now()
    for index in range(10):
        stage.sound(LOUD if index < 5 else SILENCE, ended_at=now - 1.0 + 0.1 * index)
    stage.hear(wake(now - 0.5))
    assert stage.speech.played == [Earcon.WAKE]
    stage.sound(LOUD, ended_at=SYSTEM_CLOCK.now() + 0.1)
    assert stage.ears.fed[-1].pcm == SILENCE
    stage.sound(LOUD, ended_at=SYSTEM_CLOCK.now() + 1.0)
    assert stage.ears.fed[-1].pcm == LOUD


def test_stop_reaches_the_run_with_the_round_that_hears_it(staged) -> None:
    deed = Held()
    stage = staged(deed)
    stage.conversation.post(Typed(text="do it"))
    stage.pump_until(deed.is_under_way.is_set)
    stage.hear(word(Word.STOP))
    stage.pump_to(State.IDLE)
    assert [said.text for said in stage.speech.said] == [STOPPED]


def test_wait_holds_the_run_and_go_on_lets_it_go(staged) -> None:
    deed = Held()
    stage = staged(deed)
    stage.conversation.post(Typed(text="do it"))
    stage.pump_until(lambda: deed.steps > 3)
    stage.hear(word(Word.WAIT))
    SYSTEM_CLOCK.sleep(0.2)
    steps = deed.steps
    SYSTEM_CLOCK.sleep(0.2)
    assert deed.steps == steps
    assert stage.told("voice_state")[-1]["is_waiting"] is True
    stage.hear(word(Word.GO_ON))
    stage.pump_until(lambda: deed.steps > steps + 3)
    deed.may_end.set()
    stage.pump_to(State.IDLE)


def test_a_new_goal_in_the_midst_of_a_run_takes_its_place(staged) -> None:
    deed = Held()
    stage = staged(lambda goal, *rest: deed(goal, *rest) if goal == "one" else f"Done: {goal}.")
    stage.conversation.post(Typed(text="one"))
    stage.pump_until(deed.is_under_way.is_set)
    stage.hear(wake())
    stage.hear(command("two"))
    stage.pump_to(State.IDLE)
    assert stage.assistant.goals == ["one", "two"]
    assert [said.text for said in stage.speech.said] == ["Done: two."]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PhoneGone("The phone is gone."), "The phone is gone."),
        (RuntimeError("/a/path"), "Something went wrong in Genie itself: RuntimeError."),
    ],
)
def test_a_run_that_fails_is_told_in_words(staged, error, told) -> None:
    def deed(*_):
        raise error

    stage = staged(deed)
    stage.conversation.post(Typed(text="do it"))
    stage.pump_until(lambda: bool(stage.speech.said))
    stage.pump_to(State.IDLE)
    assert [said.text for said in stage.speech.said] == [told]


def test_a_risky_step_waits_for_a_spoken_yes(staged) -> None:
    answers = []

    def deed(goal, cancel, sink, confirm):
        answers.append(confirm("Send hi to Mum?", FiredBy.PHONE))
        sink.emit(Event(kind="waiting_for_finger"))
        sink.emit(Event(kind="approval", data={"answer": True}))
        return "Sent."

    stage = staged(deed)
    stage.conversation.post(Typed(text="send hi to Mum"))
    stage.pump_to(State.CONFIRMING)
    stage.pump_until(lambda: stage.ears.modes[-1] is Mode.ANSWER)
    assert stage.speech.said[0].text == "Send hi to Mum?"
    stage.hear(word(Word.YES))
    stage.pump_to(State.IDLE)
    assert answers == [True]
    assert stage.watched.count(Arm(is_yes=True)) == 1


def test_a_voice_does_not_answer_for_the_keyboard(staged) -> None:
    answers = []
    stage = staged(lambda goal, cancel, sink, confirm: answers.append(confirm("Pay?", FiredBy.KEYBOARD)) or "Over.")
    stage.conversation.post(Typed(text="pay"))
    stage.pump_until(lambda: stage.ears.modes[-1] is Mode.ANSWER)
    stage.hear(word(Word.YES))
    SYSTEM_CLOCK.sleep(0.1)
    assert answers == []
    stage.conversation.post(KeyAnswer(is_yes=False))
    stage.pump_to(State.IDLE)
    assert answers == [False]


def test_stop_ends_a_run_that_waits_for_an_answer(staged) -> None:
    stage = staged(lambda goal, cancel, sink, confirm: str(confirm("Pay?", FiredBy.PHONE)))
    stage.conversation.post(Typed(text="pay"))
    stage.pump_to(State.CONFIRMING)
    stage.hear(word(Word.STOP))
    stage.pump_to(State.IDLE)
    assert stage.speech.said[-1].text == STOPPED


def test_a_microphone_in_trouble_is_told_once_and_found_again(staged) -> None:
    stage = staged()
    stage.source.trouble = "The microphone is gone."
    stage.pump_until(lambda: stage.conversation.state is State.NO_MICROPHONE)
    assert [said.text for said in stage.speech.said] == ["The microphone is gone."]
    stage.source.trouble = ""
    stage.sound(SILENCE)
    assert stage.conversation.state is State.IDLE
    assert "Listening to vmic." in [notice["message"] for notice in stage.told("notice")]


def test_trouble_that_is_over_at_once_is_none(staged) -> None:
    stage = staged()
    stage.sound(SILENCE)
    stage.source.trouble = "Being opened again."
    stage.conversation.pump(0.0)
    stage.source.trouble = ""
    stage.sound(SILENCE)
    assert stage.speech.said == []


def test_ears_that_die_come_back_in_the_same_mode(staged) -> None:
    stage = staged()
    stage.hear(EarsLost(reason="The recogniser died.", comes_back=True))
    assert stage.conversation.state is State.NO_MICROPHONE
    stage.hear(EarsReady(engine="scripted"))
    assert stage.ears.modes[-2:] == [Mode.DEAF, Mode.WAKE]


def test_old_sound_is_left_out_while_the_wake_phrase_is_waited_for(staged) -> None:
    stage = staged()
    stage.source.lag_seconds = 3.0
    stage.sound(SILENCE)
    assert stage.source.skipped == 1
    stage.conversation.take(TalkPressed())
    stage.source.lag_seconds = 3.0
    stage.sound(SILENCE)
    assert stage.source.skipped == 1


def test_after_a_recording_comes_silence(staged) -> None:
    stage = staged()
    stage.source.blocks = [Block(pcm=LOUD, ended_at=1.0), EndOfSound()]
    for _ in range(3):
        stage.conversation.pump(0.001)
    assert [block.pcm for block in stage.ears.fed] == [LOUD, SILENCE, SILENCE]


def test_a_fault_in_a_round_is_told_and_survived(staged) -> None:
    stage = staged()
    stage.source.blocks = [RuntimeError("a bug"), Block(pcm=SILENCE, ended_at=1.0)]
    stage.conversation.run(lambda: not stage.source.blocks and bool(stage.ears.fed))
    assert any("RuntimeError" in notice["message"] for notice in stage.told("notice"))


def test_faults_without_end_end_the_conversation(staged) -> None:
    stage = staged()
    stage.source.blocks = [RuntimeError("a bug") for _ in range(100)]
    with pytest.raises(RuntimeError):
        stage.conversation.run(lambda: False)


def test_audio_is_kept_only_where_it_was_asked_for(staged, tmp_path) -> None:
    stage = staged(kept=KeptAudio(tmp_path / "kept"))
    stage.sound(SILENCE, 3)
    stage.hear(wake())
    stage.sound(LOUD, 5)
    stage.hear(command())
    stage.sound(LOUD, 5)
    stage.pump_to(State.IDLE)
    (kept,) = (tmp_path / "kept").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    with wave.open(str(kept)) as file:
        assert (file.getframerate(), file.getnframes()) == (16_000, 8 * 1_600)


def test_muted_is_deaf(staged) -> None:
    stage = staged()
    stage.conversation.post(Muted(is_muted=True))
    stage.conversation.pump(0.0)
    assert stage.ears.modes[-1] is Mode.DEAF
    assert stage.conversation.state is State.MUTED


def test_a_transcript_is_one_line_of_plain_letters() -> None:
    assert cleaned("turn\x1b[31m on\n\u202eWi-Fi\u2066 ") == "turn [31m on Wi-Fi"
    assert len(cleaned("a" * 9000)) == 500
