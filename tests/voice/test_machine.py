"""Conversations with the machine, told as stories; then as many as chance can think of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from genie_host.voice.hearing import CommandHeard, EarsLost, EarsReady, Mode, Word, WordHeard
from genie_host.voice.machine.asking import NO_ANSWER, TOUCH_SENSOR, TYPE_YES
from genie_host.voice.machine.effects import (
    Arm,
    CancelRun,
    Chime,
    Open,
    PauseRun,
    ResumeRun,
    Say,
    Show,
    Silence,
    Sound,
    StartGoal,
)
from genie_host.voice.machine.happenings import (
    FiredBy,
    KeyAnswer,
    MicrophoneFound,
    Muted,
    PhoneAsks,
    RunActed,
    RunAnswered,
    RunAsks,
    RunEnded,
    SpeechEnded,
    TalkPressed,
    Typed,
)
from genie_host.voice.machine.situation import Patience, Situation, State
from genie_host.voice.machine.step import begin
from genie_host.voice.machine.timing import NOTHING_SAID
from genie_host.voice.machine.turn import NOT_UNDERSTOOD, SAY_AGAIN
from tests.voice.conversation import PATIENCE, READ_BACK, Conversation, command, in_state, partial, wake
from tests.voice.test_machine_table import HAPPENINGS


def word(which: Word) -> WordHeard:
    return WordHeard(word=which, ended_at=0.0)


def kinds(effects) -> list[type]:
    return [type(effect) for effect in effects if not isinstance(effect, Show)]


def shown(talk: Conversation) -> list[str]:
    return [effect.words for effect in talk.effects if isinstance(effect, Show)]


def test_a_whole_conversation_from_wake_to_answer_to_idle() -> None:
    talk = Conversation()
    assert talk.state is State.NO_MICROPHONE
    talk.tell(EarsReady(engine="vosk"))
    assert talk.state is State.IDLE
    talk.wake()
    opened = talk.effects[-1]
    assert opened == Open(mode=Mode.COMMAND, since=talk.now - 0.3)
    assert StartGoal(goal="turn on Wi-Fi") in talk.tell(command(), 2.0)
    talk.tell(RunActed(words="Opened Settings."), 1.0)
    assert talk.state is State.ACTING
    talk.tell(RunEnded(reply="Wi-Fi is on."), 1.0)
    assert talk.state is State.SPEAKING
    assert talk.said() == ["Wi-Fi is on."]
    assert talk.at.mode is Mode.STOP
    talk.speech_over()
    assert talk.state is State.FOLLOW_UP
    talk.wait(PATIENCE.follow_up_seconds)
    assert talk.state is State.IDLE
    assert talk.at.mode is Mode.WAKE


def test_nothing_follows_an_answer_unless_it_is_wanted() -> None:
    talk = Conversation(at=begin(Situation()))
    talk.tell(EarsReady(engine="vosk"))
    talk.tell(Typed(text="go home"))
    talk.tell(RunEnded(reply="Done."))
    talk.speech_over()
    assert talk.state is State.IDLE


def test_nobody_speaking_ends_the_listening_after_five_seconds() -> None:
    talk = in_state(State.LISTENING)
    talk.wait(4.9)
    assert talk.state is State.LISTENING
    talk.wait(0.2)
    assert talk.state is State.IDLE
    assert shown(talk) == [NOTHING_SAID]
    assert Chime(sound=Sound.END) in talk.effects


def test_a_command_may_take_fifteen_seconds_and_not_more() -> None:
    talk = in_state(State.LISTENING)
    for _ in range(14):
        talk.tell(partial("and then and then"), 1.0)
    assert talk.state is State.LISTENING
    talk.tell(partial("and then and then"), 1.1)
    assert talk.said() == [SAY_AGAIN]


def test_doubtful_speech_is_asked_about_once_and_then_left() -> None:
    talk = in_state(State.LISTENING)
    talk.tell(command("turn of Wi-Fi", 0.4), 1.0)
    assert talk.said() == [SAY_AGAIN]
    talk.speech_over()
    assert talk.state is State.LISTENING
    talk.tell(command(""), 2.0)
    assert talk.state is State.IDLE
    assert NOT_UNDERSTOOD in shown(talk)
    assert Chime(sound=Sound.UNSURE) in talk.effects
    assert not any(isinstance(effect, StartGoal) for effect in talk.effects)


def test_the_end_of_the_wake_phrase_is_no_empty_command() -> None:
    talk = in_state(State.LISTENING)
    assert talk.tell(command(""), 0.4) == ()
    assert talk.state is State.LISTENING
    talk.tell(command(""), 2.0)
    assert talk.said() == [SAY_AGAIN]


def test_a_wake_that_is_not_confirmed_acts_on_nothing() -> None:
    talk = in_state(State.WAKING)
    assert talk.effects == []
    talk.wait(PATIENCE.waking_seconds)
    assert talk.state is State.IDLE
    assert talk.effects == []


def test_a_second_wake_within_the_refractory_time_is_none() -> None:
    talk = in_state(State.LISTENING)
    talk.tell(word(Word.CANCEL), 0.5)
    assert talk.state is State.IDLE
    talk.tell(wake(talk.now), 1.0)
    assert talk.state is State.IDLE
    talk.tell(wake(talk.now), 1.0)
    assert talk.state is State.LISTENING


def test_stop_cancels_the_run_before_the_voice_is_silenced() -> None:
    talk = Conversation(at=begin(Situation(patience=Patience(narrates=True))))
    talk.tell(EarsReady(engine="vosk"))
    talk.tell(Typed(text="go home"))
    talk.tell(RunActed(words="Opened Settings."))
    assert talk.said() == ["Opened Settings."]
    assert talk.at.mode is Mode.STOP
    assert kinds(talk.tell(word(Word.STOP)))[:2] == [CancelRun, Silence]


def test_wait_pauses_and_go_on_resumes() -> None:
    talk = in_state(State.ACTING)
    assert kinds(talk.tell(word(Word.WAIT))) == [PauseRun]
    assert kinds(talk.tell(word(Word.WAIT))) == []
    assert kinds(talk.tell(word(Word.GO_ON))) == [ResumeRun]
    assert shown(talk)[-1] == "Going on."


def test_a_run_interrupted_for_nothing_goes_on() -> None:
    talk = in_state(State.ACTING)
    assert kinds(talk.wake()) == [Chime, PauseRun, Open]
    talk.wait(5.1)
    assert ResumeRun() in talk.effects
    assert talk.state is State.ACTING


def test_a_run_interrupted_with_a_new_goal_makes_room_for_it() -> None:
    talk = in_state(State.ACTING)
    talk.wake()
    assert CancelRun() in talk.tell(command("go home"), 1.0)
    assert not any(isinstance(effect, StartGoal) for effect in talk.effects)
    assert StartGoal(goal="go home") in talk.tell(RunEnded(reply="Stopped."), 0.3)
    assert talk.state is State.THINKING
    assert talk.said() == []


def test_a_run_that_waits_by_request_still_waits_after_an_interruption() -> None:
    talk = in_state(State.ACTING)
    talk.tell(word(Word.WAIT))
    talk.wake()
    talk.wait(5.1)
    assert ResumeRun() not in talk.effects
    talk.wake()
    talk.tell(word(Word.GO_ON), 0.5)
    assert ResumeRun() in talk.effects


def test_what_is_risky_is_read_back_before_a_yes_counts() -> None:
    talk = in_state(State.ACTING)
    talk.tell(RunAsks(words=READ_BACK, fired_by=FiredBy.PHONE))
    assert talk.said() == [READ_BACK]
    assert talk.at.mode is Mode.STOP
    talk.tell(word(Word.YES))
    assert Arm(is_yes=True) not in talk.effects
    talk.speech_over()
    assert talk.at.mode is Mode.ANSWER
    talk.tell(word(Word.YES))
    assert talk.effects[-1] == Arm(is_yes=True)
    talk.tell(PhoneAsks())
    assert talk.said()[-1] == TOUCH_SENSOR
    talk.speech_over()
    talk.tell(word(Word.YES))
    assert talk.effects.count(Arm(is_yes=True)) == 1
    talk.tell(RunAnswered(is_granted=True))
    assert talk.state is State.ACTING


def test_a_voice_does_not_press_the_key() -> None:
    talk = in_state(State.ACTING)
    talk.tell(RunAsks(words=READ_BACK, fired_by=FiredBy.KEYBOARD))
    talk.speech_over()
    talk.tell(word(Word.YES))
    assert talk.said() == [READ_BACK, TYPE_YES]
    assert Arm(is_yes=True) not in talk.effects
    assert Arm(is_yes=True) in talk.tell(KeyAnswer(is_yes=True))


def test_no_answer_within_45_seconds_of_the_question_is_a_no() -> None:
    talk = in_state(State.CONFIRMING)
    talk.wait(44.9)
    assert talk.state is State.CONFIRMING
    talk.wait(0.2)
    assert Arm(is_yes=False) in talk.effects
    assert talk.said() == [NO_ANSWER]


def test_a_no_while_the_phone_asks_ends_the_run() -> None:
    talk = in_state(State.CONFIRMING)
    talk.tell(word(Word.YES))
    talk.tell(PhoneAsks())
    talk.speech_over()
    talk.tell(word(Word.NO))
    assert CancelRun() in talk.effects


def test_a_question_that_comes_while_the_user_speaks_waits_for_its_turn() -> None:
    talk = in_state(State.ACTING)
    talk.wake()
    talk.tell(RunAsks(words=READ_BACK, fired_by=FiredBy.PHONE))
    assert talk.said() == []
    talk.tell(word(Word.YES))
    assert Arm(is_yes=True) not in talk.effects
    assert talk.said() == [READ_BACK]
    assert talk.state is State.CONFIRMING


def test_an_answer_that_comes_while_the_user_speaks_is_shown() -> None:
    talk = in_state(State.ACTING)
    talk.wake()
    talk.tell(RunEnded(reply="Wi-Fi is on."))
    assert talk.state is State.LISTENING
    assert "Wi-Fi is on." in shown(talk)
    assert talk.said() == []


def test_a_voice_that_never_ends_does_not_keep_the_microphone_shut() -> None:
    talk = in_state(State.SPEAKING)
    talk.wait(60.0)
    assert Silence() in talk.effects
    assert talk.at.mode is Mode.COMMAND


def test_speech_that_fails_is_shown_and_leaves_no_tail() -> None:
    talk = in_state(State.SPEAKING)
    talk.tell(SpeechEnded(id=talk.at.sounding[0], trouble="There is no voice."))
    talk.wait(0.01)
    assert shown(talk) == ["There is no voice."]
    assert not talk.at.is_speaking


def test_a_microphone_that_comes_back_is_opened_again_for_what_is_under_way() -> None:
    talk = in_state(State.ACTING)
    talk.tell(HAPPENINGS["microphone lost"])
    talk.speech_over()
    assert talk.state is State.ACTING
    assert talk.at.mode is Mode.DEAF
    assert Open(mode=Mode.BUSY) in talk.tell(MicrophoneFound(device="vmic"))


def test_ears_lost_while_listening_say_so_and_come_back() -> None:
    talk = in_state(State.LISTENING)
    talk.tell(EarsLost(reason="The recogniser died.", comes_back=True))
    assert any("nothing was done" in words for words in shown(talk))
    talk.tell(EarsReady(engine="vosk"), 2.0)
    assert talk.state is State.IDLE


# What chance thinks of. ``moves`` are told one after the other, with time in between.
MOVES = st.lists(
    st.tuples(st.sampled_from(sorted(HAPPENINGS)), st.sampled_from([0.0, 0.3, 0.8, 2.1, 6.0, 16.0, 50.0])), max_size=30
)


def tell(talk: Conversation, name: str, after: float):
    """One move; ids are those of what is being spoken, so that speech also ends by itself."""
    happening = HAPPENINGS[name]
    if isinstance(happening, SpeechEnded) and talk.at.sounding:
        happening = SpeechEnded(id=talk.at.sounding[0])
    return happening, talk.tell(happening, after)


@settings(max_examples=400, deadline=None)
@given(MOVES)
def test_the_ears_are_open_for_one_thing_and_never_for_our_own_voice(moves) -> None:
    talk = Conversation()
    last, is_running, owed = Mode.DEAF, False, set()
    for name, after in moves:
        happening, effects = tell(talk, name, after)
        opened = [effect.mode for effect in effects if isinstance(effect, Open)]
        assert len(opened) <= 1
        assert opened == ([talk.at.mode] if talk.at.mode is not last else [])
        assert talk.at.mode is talk.at.wished_mode
        last = talk.at.mode
        if talk.at.is_speaking:
            assert last in (Mode.STOP, Mode.DEAF)
        if not talk.at.can_hear:
            assert last is Mode.DEAF
            assert talk.at.attention == "none"
        # One run at a time, one end for each, and a yes only ever comes from a yes.
        if isinstance(happening, RunEnded):
            is_running = False
        for effect in effects:
            if isinstance(effect, StartGoal):
                assert not is_running
                is_running = True
            if isinstance(effect, Say):
                assert effect.id not in owed
                owed.add(effect.id)
            if effect == Arm(is_yes=True):
                assert happening in (HAPPENINGS["word yes"], HAPPENINGS["key yes"])
        assert is_running == (talk.state in (State.THINKING, State.ACTING, State.CONFIRMING) or talk.at.run != "none")


@settings(max_examples=400, deadline=None)
@given(MOVES)
def test_no_speech_is_lost_in_silence(moves) -> None:
    talk = Conversation()
    for name, after in moves:
        was_listening = talk.state in (State.LISTENING, State.FOLLOW_UP)
        happening, effects = tell(talk, name, after)
        if isinstance(happening, CommandHeard) and (happening.text or was_listening):
            # Or it still listens, and says so when its time is over.
            is_told = any(isinstance(effect, StartGoal | Say | Show) for effect in effects)
            assert is_told or (not happening.text and talk.state in (State.LISTENING, State.FOLLOW_UP))
            if any(isinstance(effect, CancelRun) for effect in effects) and talk.at.next_goal:
                assert StartGoal(goal=happening.text) in talk.tell(RunEnded(reply="Stopped."))


@settings(max_examples=400, deadline=None)
@given(MOVES)
def test_every_path_leads_back_to_rest(moves) -> None:
    talk = Conversation()
    for name, after in moves:
        tell(talk, name, after)
    talk.tell(Muted(is_muted=False))
    talk.tell(MicrophoneFound())
    talk.tell(EarsReady(engine="vosk"))
    # A voice that hangs, a person who says nothing more; only runs end, as the session sees to.
    for _ in range(8):
        talk.wait(200.0)
        talk.tell(RunEnded(reply="Stopped."))
    talk.wait(200.0)
    talk.wait(200.0)
    assert talk.state is State.IDLE, talk.at
    assert talk.at.mode is Mode.WAKE
    assert talk.at.pause == "none"
    talk.wake()
    assert talk.state is State.LISTENING


@settings(max_examples=200, deadline=None)
@given(MOVES)
def test_a_run_is_never_left_waiting_without_a_reason(moves) -> None:
    talk = Conversation()
    is_paused = False
    for name, after in moves:
        _, effects = tell(talk, name, after)
        for effect in effects:
            if isinstance(effect, PauseRun):
                is_paused = True
            elif isinstance(effect, ResumeRun | CancelRun | StartGoal):
                is_paused = False
        if talk.at.run == "none":
            is_paused = False
        assert is_paused == (talk.at.pause != "none")


def test_talking_by_key_silences_the_voice_at_once() -> None:
    talk = in_state(State.SPEAKING)
    assert kinds(talk.tell(TalkPressed())) == [Silence, Open]
    assert talk.at.mode is Mode.COMMAND
