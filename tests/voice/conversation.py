"""A conversation with the real machine on a clock of its own: what is told to it, and what it wants done."""

from __future__ import annotations

from dataclasses import dataclass, field

from genie_host.voice.hearing import CommandHeard, EarsReady, PartialHeard, WakeHeard, Word, WordHeard
from genie_host.voice.machine.effects import Effect, Say
from genie_host.voice.machine.happenings import (
    FiredBy,
    Happening,
    MicrophoneLost,
    Muted,
    RunActed,
    RunAsks,
    RunEnded,
    SpeechEnded,
    Tick,
)
from genie_host.voice.machine.situation import Patience, Situation, State
from genie_host.voice.machine.step import begin, step

PATIENCE = Patience(follow_up_seconds=5.0)
READ_BACK = "Send 'hi' to Mum?"


def wake(now: float, *, is_confirmed: bool = True) -> WakeHeard:
    return WakeHeard(phrase="hey gemma", ended_at=now - 0.3, is_confirmed=is_confirmed)


def command(text: str = "turn on Wi-Fi", confidence: float = 0.9) -> CommandHeard:
    return CommandHeard(text=text, confidence=confidence, ended_at=0.0)


@dataclass
class Conversation:
    """Remembers everything."""

    at: Situation = field(default_factory=lambda: begin(Situation(patience=PATIENCE)))
    now: float = 100.0
    effects: list[Effect] = field(default_factory=list)

    def tell(self, happening: Happening, after: float = 0.0) -> tuple[Effect, ...]:
        self.now += after
        self.at, effects = step(self.at, happening, self.now)
        self.effects += effects
        return effects

    def wait(self, seconds: float) -> tuple[Effect, ...]:
        return self.tell(Tick(), seconds)

    @property
    def state(self) -> State:
        return self.at.state

    def said(self) -> list[str]:
        return [effect.text for effect in self.effects if isinstance(effect, Say)]

    def speech_over(self) -> None:
        """Everything that is spoken comes to its end, and the room is quiet again."""
        for each in self.at.sounding:
            self.tell(SpeechEnded(id=each), 1.0)
        self.wait(PATIENCE.tail_seconds + 0.01)

    def wake(self) -> tuple[Effect, ...]:
        return self.tell(wake(self.now + 3.0), 3.0)


def in_state(state: State) -> Conversation:
    """A conversation that came to a state by what leads to it."""
    talk = Conversation()
    if state is State.NO_MICROPHONE:
        talk.tell(EarsReady(engine="vosk"))
        talk.tell(MicrophoneLost(reason="There is no microphone."))
        talk.speech_over()
        return talk
    talk.tell(EarsReady(engine="vosk"))
    match state:
        case State.IDLE:
            pass
        case State.MUTED:
            talk.tell(Muted(is_muted=True))
        case State.WAKING:
            talk.tell(wake(talk.now, is_confirmed=False))
        case State.LISTENING:
            talk.wake()
        case _:
            talk.wake()
            talk.tell(command(), 1.0)
    if state is State.ACTING:
        talk.tell(RunActed(words="Opened Settings."), 1.0)
    if state is State.CONFIRMING:
        talk.tell(RunAsks(words=READ_BACK, fired_by=FiredBy.PHONE), 1.0)
        talk.speech_over()
    if state in (State.SPEAKING, State.FOLLOW_UP):
        talk.tell(RunEnded(reply="Wi-Fi is on."), 1.0)
    if state is State.FOLLOW_UP:
        talk.speech_over()
    assert talk.state is state, talk.at
    talk.effects.clear()
    return talk


def every_word() -> dict[str, Happening]:
    return {f"word {word}": WordHeard(word=word, ended_at=0.0) for word in Word}


def partial(text: str = "turn on") -> PartialHeard:
    return PartialHeard(text=text)
