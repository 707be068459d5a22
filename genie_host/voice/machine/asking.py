"""Confirmation: a risky step is read back, a voice may say no or arm it, and a finger or a key lets it happen."""

from __future__ import annotations

from dataclasses import replace

from genie_host.voice.machine.effects import Arm, CancelRun
from genie_host.voice.machine.happenings import FiredBy, RunAsks
from genie_host.voice.machine.situation import Ask, Run, Stage
from genie_host.voice.machine.turn import Turn
from genie_host.voice.speaking import Channel

TOUCH_SENSOR = "Touch the sensor of the phone."
TYPE_YES = "A voice is not enough for this. Type yes at the computer."
NOT_DONE = "It was not done."
NO_ANSWER = "There was no answer, so it was not done."


def asked(turn: Turn, question: RunAsks) -> None:
    """The run waits for a word; it is read back as soon as nobody else speaks."""
    if turn.at.run is Run.NONE or turn.at.ask is not None or turn.at.next_goal:
        turn.do(Arm(is_yes=False))
        return
    longest = turn.at.patience.longest_command_seconds + turn.at.patience.confirm_seconds
    turn.change(
        run=Run.ACTING,
        ask=Ask(words=question.words, fired_by=question.fired_by),
        ask_until=turn.now + longest,
    )


def phone_asks(turn: Turn) -> None:
    """The question is on the phone: say where to touch."""
    if turn.at.run is Run.NONE or turn.at.next_goal:
        return
    ask = turn.at.ask or Ask(words="", fired_by=FiredBy.PHONE)
    turn.change(ask=replace(ask, stage=Stage.FIRING), run=Run.ACTING)
    turn.say(TOUCH_SENSOR, Channel.URGENT)
    turn.change(ask_until=turn.now + 2 * turn.at.patience.confirm_seconds)


def answered(turn: Turn, *, is_granted: bool) -> None:
    """Whoever may decide has decided."""
    if turn.at.ask is None:
        return
    turn.change(ask=None)
    turn.show("Allowed." if is_granted else NOT_DONE)


def yes(turn: Turn) -> None:
    """A spoken or typed yes to what was read back."""
    ask = turn.at.ask
    if ask is None or turn.at.sounding:
        return
    if ask.stage is Stage.FIRING:
        turn.show(TOUCH_SENSOR)
    elif ask.fired_by is FiredBy.KEYBOARD:
        turn.say(TYPE_YES, Channel.URGENT)
    else:
        _arm(turn, ask)


def _arm(turn: Turn, ask: Ask) -> None:
    turn.change(ask=replace(ask, stage=Stage.FIRING), ask_until=turn.now + 2 * turn.at.patience.confirm_seconds)
    turn.do(Arm(is_yes=True))


def key_answer(turn: Turn, *, is_yes: bool) -> None:
    """The same at the keyboard, where a yes also lets happen what no phone is asked about."""
    ask = turn.at.ask
    if ask is None or ask.stage is Stage.NEW:
        turn.show("Nothing was asked.", is_trouble=True)
    elif not is_yes:
        no(turn)
    elif ask.stage is Stage.FIRING:
        turn.show(TOUCH_SENSOR)
    else:
        turn.silence()
        _arm(turn, ask)


def no(turn: Turn) -> None:
    """A no counts at any time, also while the question is still being read."""
    ask = turn.at.ask
    if ask is None:
        return
    turn.silence()
    turn.change(ask=None)
    # A question that is on the phone already is taken back by ending the run that asks it.
    turn.do(CancelRun() if ask.stage is Stage.FIRING else Arm(is_yes=False))
    turn.show(NOT_DONE)


def no_answer(turn: Turn) -> None:
    """Silence is a no."""
    ask = turn.at.ask
    if ask is None:
        return
    turn.change(ask=None)
    turn.do(CancelRun() if ask.stage is Stage.FIRING else Arm(is_yes=False))
    turn.say(NO_ANSWER, Channel.URGENT)
