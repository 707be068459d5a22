"""Every state and everything that can happen in it: where it leads, and what is done for it."""

from __future__ import annotations

from typing import get_args

import pytest

from genie_host.voice.hearing import EarsLost, EarsReady, WakeWithdrawn
from genie_host.voice.machine.effects import Arm, Chime, Effect, Open
from genie_host.voice.machine.happenings import (
    FiredBy,
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
from genie_host.voice.machine.situation import State
from tests.voice.conversation import READ_BACK, command, every_word, in_state, partial, wake

HAPPENINGS: dict[str, Happening] = {
    "wake": wake(200.0),
    "wake unconfirmed": wake(200.0, is_confirmed=False),
    "wake withdrawn": WakeWithdrawn(phrase="hey gemma"),
    **every_word(),
    "partial": partial(),
    "command": command("go home"),
    "command doubtful": command("go home", 0.3),
    "command empty": command(""),
    "ears lost": EarsLost(reason="The recogniser died.", comes_back=True),
    "ears lost for good": EarsLost(reason="The recogniser died.", comes_back=False),
    "ears ready": EarsReady(engine="vosk"),
    "tick": Tick(),
    "typed": Typed(text="go home"),
    "key yes": KeyAnswer(is_yes=True),
    "key no": KeyAnswer(is_yes=False),
    "talk pressed": TalkPressed(),
    "muted": Muted(is_muted=True),
    "unmuted": Muted(is_muted=False),
    "microphone lost": MicrophoneLost(reason="The microphone is gone."),
    "microphone found": MicrophoneFound(device="vmic"),
    "speech ended": SpeechEnded(id=1),
    "run acted": RunActed(words="Opened Settings."),
    "run asks": RunAsks(words=READ_BACK, fired_by=FiredBy.PHONE),
    "phone asks": PhoneAsks(),
    "run answered": RunAnswered(is_granted=True),
    "run ended": RunEnded(reply="Wi-Fi is on."),
}

LETTERS = {
    "Say": "say",
    "Silence": "hush",
    "StartGoal": "start",
    "CancelRun": "cancel",
    "PauseRun": "pause",
    "ResumeRun": "resume",
    "Show": "",
}


def word_of(effect: Effect) -> str:
    match effect:
        case Open(mode=mode):
            return f"open:{mode}"
        case Chime(sound=sound):
            return f"chime:{sound}"
        case Arm(is_yes=is_yes):
            return "arm" if is_yes else "disarm"
    return LETTERS[type(effect).__name__]


def cell(state: State, happening: Happening) -> str:
    """``next state: effects``; a line shown alone is ``shown``."""
    talk = in_state(state)
    effects = talk.tell(happening, 2.1 if happening == HAPPENINGS["wake"] and state is not State.WAKING else 0.0)
    words = [word for word in map(word_of, effects) if word]
    return f"{talk.state}: {' '.join(words) or ('shown' if effects else '-')}"


TABLE: dict[str, dict[str, str]] = {
    "wake": {
        "idle waking": "listening: chime:wake open:command",
        "listening confirming speaking follow_up muted no_microphone": "same: -",
        "thinking acting": "listening: chime:wake pause open:command",
    },
    "wake unconfirmed": {
        "idle acting": "waking: -",
        "waking listening thinking confirming speaking follow_up muted no_microphone": "same: -",
    },
    "wake withdrawn": {
        "idle listening thinking acting confirming speaking follow_up muted no_microphone": "same: -",
        "waking": "idle: -",
    },
    "word stop": {
        "idle muted no_microphone": "same: shown",
        "waking": "idle: chime:end",
        "listening follow_up": "idle: chime:end open:wake",
        "thinking acting": "same: cancel chime:end",
        "confirming": "acting: cancel chime:end open:busy",
        "speaking": "same: hush chime:end",
    },
    "word cancel": {
        "idle muted no_microphone": "same: shown",
        "waking": "idle: chime:end",
        "listening follow_up": "idle: chime:end open:wake",
        "thinking acting": "same: cancel chime:end",
        "confirming": "acting: cancel chime:end open:busy",
        "speaking": "same: hush chime:end",
    },
    "word wait": {
        "idle confirming muted no_microphone": "same: shown",
        "waking": "idle: chime:unsure",
        "listening follow_up": "idle: chime:unsure open:wake",
        "thinking acting": "same: pause",
        "speaking": "same: hush",
    },
    "word go on": {
        "idle thinking acting confirming speaking muted no_microphone": "same: shown",
        "waking": "idle: chime:unsure",
        "listening follow_up": "idle: chime:unsure open:wake",
    },
    "word yes": {
        "idle thinking acting speaking muted no_microphone": "same: shown",
        "waking": "idle: chime:unsure",
        "listening follow_up": "idle: chime:unsure open:wake",
        "confirming": "same: arm",
    },
    "word no": {
        "idle thinking acting speaking muted no_microphone": "same: shown",
        "waking": "idle: chime:unsure",
        "listening follow_up": "idle: chime:unsure open:wake",
        "confirming": "acting: disarm open:busy",
    },
    "partial": {
        "idle waking listening thinking acting confirming speaking muted no_microphone": "same: -",
        "follow_up": "listening: -",
    },
    "command": {
        "idle waking thinking acting confirming speaking muted no_microphone": "same: shown",
        "listening follow_up": "thinking: chime:end start open:busy",
    },
    "command doubtful": {
        "idle waking thinking acting confirming speaking muted no_microphone": "same: shown",
        "listening": "speaking: say open:stop",
        "follow_up": "idle: chime:unsure open:wake",
    },
    "command empty": {
        "idle waking listening thinking acting confirming speaking follow_up muted no_microphone": "same: -",
    },
    "ears lost": {
        "idle waking listening follow_up": "no_microphone: chime:error open:deaf",
        "thinking acting confirming speaking": "same: chime:error open:deaf",
        "muted": "no_microphone: chime:error",
        "no_microphone": "same: chime:error",
    },
    "ears lost for good": {
        "idle waking listening follow_up": "speaking: chime:error say open:deaf",
        "thinking acting confirming speaking": "same: chime:error say open:deaf",
        "muted no_microphone": "speaking: chime:error say",
    },
    "ears ready": {
        "idle waking listening thinking acting confirming speaking follow_up muted no_microphone": "same: shown",
    },
    "tick": {
        "idle waking listening thinking acting confirming speaking follow_up muted no_microphone": "same: -",
    },
    "typed": {
        "idle waking listening follow_up": "thinking: start open:busy",
        "thinking acting": "same: cancel",
        "confirming": "same: shown",
        "speaking": "thinking: hush start",
        "muted no_microphone": "thinking: start",
    },
    "key yes": {
        "idle waking listening thinking acting speaking follow_up muted no_microphone": "same: shown",
        "confirming": "same: arm",
    },
    "key no": {
        "idle waking listening thinking acting speaking follow_up muted no_microphone": "same: shown",
        "confirming": "acting: disarm open:busy",
    },
    "talk pressed": {
        "idle waking": "listening: open:command",
        "listening confirming": "same: -",
        "thinking acting": "listening: pause open:command",
        "speaking": "listening: hush open:command",
        "follow_up": "listening: -",
        "muted no_microphone": "speaking: say",
    },
    "muted": {
        "idle waking listening follow_up": "muted: open:deaf",
        "thinking acting confirming speaking": "same: open:deaf",
        "muted no_microphone": "same: shown",
    },
    "unmuted": {
        "idle waking listening thinking acting confirming speaking follow_up no_microphone": "same: shown",
        "muted": "idle: open:wake",
    },
    "microphone lost": {
        "idle waking listening follow_up": "speaking: chime:error say open:deaf",
        "thinking acting confirming speaking": "same: chime:error say open:deaf",
        "muted no_microphone": "speaking: chime:error say",
    },
    "microphone found": {
        "idle waking listening thinking acting confirming speaking follow_up muted": "same: shown",
        "no_microphone": "idle: open:wake",
    },
    "speech ended": {
        "idle waking listening thinking acting confirming speaking follow_up muted no_microphone": "same: -",
    },
    "run acted": {
        "idle waking listening acting confirming speaking follow_up muted no_microphone": "same: -",
        "thinking": "acting: -",
    },
    "run asks": {
        "idle waking listening confirming speaking follow_up muted no_microphone": "same: disarm",
        "thinking acting": "confirming: say open:stop",
    },
    "phone asks": {
        "idle waking listening speaking follow_up muted no_microphone": "same: -",
        "thinking acting": "confirming: say open:stop",
        "confirming": "same: say open:stop",
    },
    "run answered": {
        "idle waking listening thinking acting speaking follow_up muted no_microphone": "same: -",
        "confirming": "acting: open:busy",
    },
    "run ended": {
        "idle waking listening speaking follow_up muted no_microphone": "same: -",
        "thinking acting confirming": "speaking: say open:stop",
    },
}
"""What happens: in these states: the next state, and what is done."""


def expected(state: State, name: str) -> str:
    (found,) = [does for states, does in TABLE[name].items() if state in states.split()]
    return found.replace("same:", f"{state}:")


@pytest.mark.parametrize("name", HAPPENINGS)
@pytest.mark.parametrize("state", State)
def test_everything_that_can_happen_in_a_state_leads_where_the_table_says(state: State, name: str) -> None:
    assert cell(state, HAPPENINGS[name]) == expected(state, name)


def test_the_table_has_every_state_and_every_kind_of_happening() -> None:
    for row in TABLE.values():
        assert sorted(state for states in row for state in states.split()) == sorted(State)
    kinds = {type(happening) for happening in HAPPENINGS.values()}
    assert kinds == set(get_args(Happening))
