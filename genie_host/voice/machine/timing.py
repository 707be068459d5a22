"""What is over because its time is over. Looked at before anything else that happens."""

from __future__ import annotations

from genie_host.voice.machine.asking import no_answer
from genie_host.voice.machine.effects import Chime, Silence, Sound
from genie_host.voice.machine.situation import Attention, Run, Stage
from genie_host.voice.machine.turn import Turn

NOTHING_SAID = "Nothing was said."


def time_passed(turn: Turn) -> None:
    """End what has run out."""
    if turn.at.sounding and turn.now >= turn.at.sounding_until:
        # A voice that never says that it is done must not keep the microphone shut for ever.
        turn.do(Silence())
        turn.change(sounding=(), tail_until=turn.now)
    if not turn.at.sounding and 0.0 < turn.at.tail_until <= turn.now:
        _room_is_quiet(turn)
    if turn.at.attention is not Attention.NONE and turn.now >= turn.at.attention_until:
        _attention_over(turn)
    if turn.at.ask is not None and turn.now >= turn.at.ask_until:
        no_answer(turn)


def _room_is_quiet(turn: Turn) -> None:
    """What was to follow our own voice."""
    at = turn.at
    listens_again, follows_up = at.listens_again, at.follows_up
    turn.change(tail_until=0.0, listens_again=False, follows_up=False)
    if at.ask is not None and at.ask.stage is Stage.READ:
        turn.change(ask_until=turn.now + at.patience.confirm_seconds)
    if not at.can_hear or at.ask is not None:
        return
    if listens_again:
        turn.listen(None, is_second_try=True)
    elif follows_up and at.run is Run.NONE and at.attention is Attention.NONE:
        turn.listen(None)
        turn.change(
            attention=Attention.FOLLOW_UP,
            attention_until=turn.now + at.patience.follow_up_seconds,
            refractory_until=0.0,
        )


def _attention_over(turn: Turn) -> None:
    match turn.at.attention:
        case Attention.LISTENING if turn.at.partial:
            # Too long to be a command, and a guess at half of it is not acted on.
            turn.ask_again()
        case Attention.LISTENING:
            turn.do(Chime(sound=Sound.END))
            turn.show(NOTHING_SAID)
            turn.turn_away()
        case _:
            turn.turn_away()
