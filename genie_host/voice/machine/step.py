"""The machine: what happens next, given where the conversation stands, what happened, and the time."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from genie_host.voice.hearing import (
    CommandHeard,
    EarsLost,
    EarsReady,
    Mode,
    PartialHeard,
    WakeHeard,
    WakeWithdrawn,
    WordHeard,
)
from genie_host.voice.machine.asking import answered, asked, key_answer, phone_asks
from genie_host.voice.machine.effects import CancelRun, Chime, Effect, PauseRun, Sound
from genie_host.voice.machine.happenings import (
    Happening,
    KeyAnswer,
    MicrophoneFound,
    MicrophoneLost,
    Muted,
    PhoneAsks,
    RunActed,
    RunAnswered,
    RunAsks,
    RunEnded,
    SpeechEnded,
    TalkPressed,
    Tick,
    Typed,
)
from genie_host.voice.machine.situation import Attention, Pause, Run, Situation
from genie_host.voice.machine.timing import time_passed
from genie_host.voice.machine.turn import Turn
from genie_host.voice.machine.words import word_heard
from genie_host.voice.speaking import Channel


def step(situation: Situation, happening: Happening, now: float) -> tuple[Situation, tuple[Effect, ...]]:
    """The situation after something happened, and what is to be done, in order. Pure."""
    turn = Turn(situation, now)
    time_passed(turn)
    _take(turn, happening)
    turn.settle()
    return turn.at, tuple(turn.effects)


def _take(turn: Turn, happening: Happening) -> None:
    match happening:
        case WakeHeard() | WakeWithdrawn() | WordHeard() | PartialHeard() | CommandHeard():
            _hear(turn, happening)
        case EarsLost() | EarsReady() | MicrophoneLost() | MicrophoneFound() | Muted():
            _sense(turn, happening)
        case Tick():
            pass
        case Typed(text=text):
            _typed(turn, text)
        case KeyAnswer(is_yes=is_yes):
            key_answer(turn, is_yes=is_yes)
        case TalkPressed():
            _talk(turn)
        case SpeechEnded():
            _spoken(turn, happening)
        case RunActed() | RunAsks() | PhoneAsks() | RunAnswered() | RunEnded():
            _run(turn, happening)
        case _:
            assert_never(happening)


def _hear(turn: Turn, heard: WakeHeard | WakeWithdrawn | WordHeard | PartialHeard | CommandHeard) -> None:
    match heard:
        case WakeHeard():
            _wake(turn, heard)
        case WakeWithdrawn():
            if turn.at.attention is Attention.WAKING:
                turn.change(attention=Attention.NONE)
        case WordHeard(word=word):
            word_heard(turn, word)
        case PartialHeard(text=text):
            if text and turn.at.attention in (Attention.LISTENING, Attention.FOLLOW_UP):
                if turn.at.attention is Attention.FOLLOW_UP:
                    turn.listen(None)
                turn.change(partial=text, attention_until=turn.at.listening_cap)
        case CommandHeard():
            _command(turn, heard)
        case _:
            assert_never(heard)


def _wake(turn: Turn, wake: WakeHeard) -> None:
    at = turn.at
    is_open = at.mode in (Mode.WAKE, Mode.BUSY) and at.attention in (Attention.NONE, Attention.WAKING)
    if not is_open or at.is_speaking or at.ask is not None or turn.now < at.refractory_until:
        return
    if not wake.is_confirmed:
        turn.change(attention=Attention.WAKING, attention_until=turn.now + at.patience.waking_seconds)
        return
    turn.do(Chime(sound=Sound.WAKE))
    _attend(turn, wake.ended_at)


def _attend(turn: Turn, since: float | None) -> None:
    """Listen; a run under way waits meanwhile."""
    if turn.at.run is not Run.NONE and turn.at.pause is Pause.NONE and turn.at.ask is None:
        turn.change(pause=Pause.BARGED_IN)
        turn.do(PauseRun())
    turn.listen(since)


def _command(turn: Turn, heard: CommandHeard) -> None:
    text = heard.text.strip()
    if turn.at.attention not in (Attention.LISTENING, Attention.FOLLOW_UP):
        turn.show(f"Heard when nobody was listening any more: {text}" if text else "", is_trouble=True)
    elif not text and turn.is_echo_of_wake:
        pass  # the end of the wake phrase itself, or our tone: the command is still to come
    elif not text or heard.confidence < turn.at.patience.least_confidence:
        turn.ask_again()
    else:
        turn.do(Chime(sound=Sound.END))
        _goal(turn, text)


def _typed(turn: Turn, text: str) -> None:
    goal = text.strip()
    if not goal:
        return
    if turn.at.ask is not None:
        turn.show("Something waits for your answer first: yes or no.", is_trouble=True)
        return
    turn.silence()
    _goal(turn, goal)


def _goal(turn: Turn, goal: str) -> None:
    """A new goal: at once, or when the run under way has ended for it."""
    turn.change(attention=Attention.NONE, partial="")
    if turn.at.run is Run.NONE:
        turn.start(goal)
        return
    waiting = turn.at.next_goal
    turn.show(f"Left undone for this: {waiting}" if waiting else "What was under way is stopped for this.")
    turn.change(next_goal=goal, pause=Pause.NONE, ask=None)
    turn.do(CancelRun())


def _talk(turn: Turn) -> None:
    at = turn.at
    if not at.can_hear:
        why = at.microphone_trouble or at.ears_trouble or "The microphone is muted."
        turn.say(why, Channel.URGENT)
    elif at.ask is not None and at.attention is Attention.NONE:
        turn.silence(has_tail=False)
    elif at.attention is not Attention.LISTENING:
        turn.silence(has_tail=False)
        _attend(turn, None)


def _sense(turn: Turn, happening: EarsLost | EarsReady | MicrophoneLost | MicrophoneFound | Muted) -> None:
    match happening:
        case EarsLost(reason=reason, comes_back=comes_back):
            turn.change(ears_trouble=reason or "Nothing can be recognised.", ears_are_gone=not comes_back)
            _deafened(turn, turn.at.ears_trouble, is_final=not comes_back)
        case EarsReady(engine=engine):
            turn.change(ears_trouble="", ears_are_gone=False)
            turn.show(f"Ready to hear, with {engine}.")
        case MicrophoneLost(reason=reason):
            turn.change(microphone_trouble=reason or "Nothing can be heard.")
            _deafened(turn, turn.at.microphone_trouble, is_final=True)
        case MicrophoneFound(device=device):
            turn.change(microphone_trouble="")
            turn.show(f"Listening to {device}." if device else "")
        case Muted(is_muted=is_muted):
            turn.change(is_muted=is_muted)
            turn.show("The microphone is muted." if is_muted else "The microphone is open.")
        case _:
            assert_never(happening)
    if not turn.at.can_hear:
        _stop_listening(turn)


def _deafened(turn: Turn, reason: str, *, is_final: bool) -> None:
    """Tell it to eyes and ears; what comes back by itself is told by a tone."""
    _stop_listening(turn)
    turn.do(Chime(sound=Sound.ERROR))
    if is_final:
        turn.say(reason, Channel.URGENT)
    else:
        turn.show(reason, is_trouble=True)


def _stop_listening(turn: Turn) -> None:
    if turn.at.attention is not Attention.NONE:
        turn.show("I can no longer listen, so nothing was done.", is_trouble=True)
        turn.turn_away()
    turn.change(listens_again=False, follows_up=False)


def _spoken(turn: Turn, ended: SpeechEnded) -> None:
    turn.show(ended.trouble, is_trouble=True)
    if ended.id not in turn.at.sounding:
        return
    left = tuple(each for each in turn.at.sounding if each != ended.id)
    turn.change(sounding=left)
    if not left:
        # Nothing was heard of what failed, so nothing rings.
        tail = 0.0 if ended.trouble else turn.at.patience.tail_seconds
        turn.change(tail_until=turn.now + max(tail, 1e-3))


def _run(turn: Turn, happening: RunActed | RunAsks | PhoneAsks | RunAnswered | RunEnded) -> None:
    match happening:
        case RunActed(words=words):
            if turn.at.run is not Run.NONE:
                turn.change(run=Run.ACTING)
                if turn.at.patience.narrates and turn.at.attention is Attention.NONE and turn.at.ask is None:
                    turn.say(words, Channel.NARRATION)
        case RunAsks():
            asked(turn, happening)
        case PhoneAsks():
            phone_asks(turn)
        case RunAnswered(is_granted=is_granted):
            answered(turn, is_granted=is_granted)
        case RunEnded(reply=reply):
            _ended(turn, reply)
        case _:
            assert_never(happening)


def _ended(turn: Turn, reply: str) -> None:
    if turn.at.run is Run.NONE:
        return
    goal = turn.at.next_goal
    turn.change(run=Run.NONE, pause=Pause.NONE, ask=None, next_goal="")
    if goal:
        turn.show(reply)
        turn.start(goal)
        return
    if not reply:
        turn.do(Chime(sound=Sound.END))
        return
    turn.say(reply, Channel.ANSWER)
    turn.change(follows_up=turn.at.patience.follow_up_seconds > 0 and turn.at.attention is Attention.NONE)


def begin(situation: Situation) -> Situation:
    """A machine that hears nothing yet: the ears are being made ready."""
    return replace(situation, ears_trouble="The speech model is being loaded.", mode=Mode.DEAF)
