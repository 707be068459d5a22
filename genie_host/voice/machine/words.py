"""The words that steer: stop, cancel, wait, go on, yes, no. Obeyed at any time, in whatever state they come."""

from __future__ import annotations

from typing import assert_never

from genie_host.voice.hearing import Word
from genie_host.voice.machine.asking import no, yes
from genie_host.voice.machine.effects import CancelRun, Chime, PauseRun, ResumeRun, Sound
from genie_host.voice.machine.situation import Attention, Pause, Run
from genie_host.voice.machine.turn import Turn


def word_heard(turn: Turn, word: Word) -> None:
    """Obey."""
    match word:
        case Word.STOP | Word.CANCEL:
            _stop(turn)
        case Word.WAIT:
            _wait(turn)
        case Word.GO_ON:
            _go_on(turn)
        case Word.YES | Word.NO:
            _answer(turn, is_yes=word is Word.YES)
        case _:
            assert_never(word)


def _stop(turn: Turn) -> None:
    """Nothing is said, heard or done any more."""
    at = turn.at
    is_anything = bool(at.sounding) or at.run is not Run.NONE or at.attention is not Attention.NONE
    # The run first: the phone must not be touched while a voice fades.
    if at.run is not Run.NONE:
        turn.do(CancelRun())
        turn.change(ask=None, next_goal="", pause=Pause.NONE)
    turn.silence()
    turn.change(attention=Attention.NONE, partial="")
    if is_anything:
        turn.do(Chime(sound=Sound.END))
    turn.show("Stopped." if is_anything else "There is nothing to stop.")


def _wait(turn: Turn) -> None:
    at = turn.at
    turn.silence()
    if at.ask is not None:
        turn.change(attention=Attention.NONE, ask_until=turn.now + at.patience.confirm_seconds)
        turn.show("It waits for your answer.")
    elif at.run is Run.NONE:
        _nothing(turn, "Nothing is under way that could wait.")
    else:
        turn.do(*([] if at.pause is not Pause.NONE else [PauseRun()]))
        turn.change(pause=Pause.ASKED, attention=Attention.NONE, partial="")
        turn.show("Waiting. Say go on, or stop.")


def _go_on(turn: Turn) -> None:
    if turn.at.pause is Pause.NONE:
        _nothing(turn, "Nothing waits.")
        return
    turn.change(pause=Pause.NONE, attention=Attention.NONE, partial="")
    turn.do(ResumeRun())
    turn.show("Going on.")


def _answer(turn: Turn, *, is_yes: bool) -> None:
    if turn.at.ask is None or turn.at.attention is not Attention.NONE:
        _nothing(turn, "Nothing was asked.")
    elif is_yes:
        yes(turn)
    else:
        no(turn)


def _nothing(turn: Turn, words: str) -> None:
    """A word that means nothing here is not lost in silence."""
    turn.show(words, is_trouble=True)
    if turn.at.attention is not Attention.NONE:
        turn.do(Chime(sound=Sound.UNSURE))
        turn.turn_away()
