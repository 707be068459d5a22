"""Where a conversation stands: one record, from which its state and what the ears are open for follow."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from genie_host.voice.hearing import Mode
from genie_host.voice.machine.happenings import FiredBy


class State(StrEnum):
    """What a person watching is told."""

    IDLE = "idle"
    WAKING = "waking"
    """The wake phrase may have been said; nothing acts on it yet."""
    LISTENING = "listening"
    THINKING = "thinking"
    ACTING = "acting"
    CONFIRMING = "confirming"
    SPEAKING = "speaking"
    FOLLOW_UP = "follow_up"
    """Listening on after an answer, without a wake phrase."""
    MUTED = "muted"
    NO_MICROPHONE = "no_microphone"
    """Nothing can be heard; what is typed goes on."""


class Attention(StrEnum):
    """What the ears are turned to, apart from runs."""

    NONE = "none"
    WAKING = "waking"
    LISTENING = "listening"
    FOLLOW_UP = "follow_up"


class Run(StrEnum):
    """How far a run is."""

    NONE = "none"
    THINKING = "thinking"
    ACTING = "acting"


class Pause(StrEnum):
    """Why a run waits."""

    NONE = "none"
    ASKED = "asked"
    """The user said wait: it goes on when the user says so."""
    BARGED_IN = "barged_in"
    """The user is saying something: it goes on when that was nothing."""


class Stage(StrEnum):
    """How far a question is."""

    NEW = "new"
    READ = "read"
    """It is being read, or was, and an answer is awaited."""
    FIRING = "firing"
    """The phone asks for a finger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long the machine waits for what, and how sure it wants to be."""

    no_speech_seconds: float = 5.0
    longest_command_seconds: float = 15.0
    confirm_seconds: float = 45.0
    waking_seconds: float = 2.5
    """For the final result to confirm a wake phrase."""
    follow_up_seconds: float = 0.0
    """0: no follow-up."""
    tail_seconds: float = 0.7
    """The room still rings with our own voice so long after it."""
    refractory_seconds: float = 2.0
    """After a wake phrase there is no other for so long."""
    echo_seconds: float = 1.5
    """What is heard so soon after the wake phrase, and is no word, is its own end."""
    least_confidence: float = 0.6
    seconds_per_character: float = 0.15
    """No voice is slower: a text that is not over by then never will be."""
    speech_start_seconds: float = 10.0
    narrates: bool = False
    """Tell what a run is doing while it does it."""
    has_wake: bool = True
    """Without: only a key makes it listen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question that a run waits for."""

    words: str
    fired_by: FiredBy
    stage: Stage = Stage.NEW


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """All that the machine remembers. Times are monotonic seconds."""

    patience: Patience = field(default_factory=Patience)
    attention: Attention = Attention.NONE
    attention_until: float = 0.0
    listening_cap: float = 0.0
    """However much is said, listening is over then."""
    heard_since: float | None = None
    partial: str = ""
    is_second_try: bool = False
    listens_again: bool = False
    """When what is being said is over: the user was asked to say it again."""
    follows_up: bool = False
    """When what is being said is over: it was an answer."""
    run: Run = Run.NONE
    pause: Pause = Pause.NONE
    next_goal: str = ""
    """Said while a run was under way, which is ending for it."""
    ask: Ask | None = None
    ask_until: float = 0.0
    sounding: tuple[int, ...] = ()
    """What is being spoken, or waits to be."""
    sounding_until: float = 0.0
    tail_until: float = 0.0
    next_id: int = 1
    microphone_trouble: str = ""
    ears_trouble: str = ""
    ears_are_gone: bool = False
    """And do not come back by themselves."""
    is_muted: bool = False
    refractory_until: float = 0.0
    mode: Mode = Mode.DEAF
    """What the ears were last told."""

    @property
    def can_hear(self) -> bool:
        return not (self.microphone_trouble or self.ears_trouble or self.is_muted)

    @property
    def is_speaking(self) -> bool:
        """Is our own voice in the room?"""
        return bool(self.sounding) or self.tail_until > 0.0

    @property
    def state(self) -> State:
        """What a person watching is told."""
        if self.attention is not Attention.NONE:
            return State(self.attention.value)
        if self.ask is not None:
            return State.CONFIRMING
        if self.run is not Run.NONE:
            return State(self.run.value)
        if self.is_speaking:
            return State.SPEAKING
        if self.microphone_trouble or self.ears_trouble:
            return State.NO_MICROPHONE
        return State.MUTED if self.is_muted else State.IDLE

    @property
    def wished_mode(self) -> Mode:
        """What the ears should be open for. One answer, so never two open microphones."""
        if not self.can_hear:
            return Mode.DEAF
        if self.attention in (Attention.LISTENING, Attention.FOLLOW_UP):
            return Mode.COMMAND
        if self.is_speaking:
            return Mode.STOP
        if self.ask is not None:
            return Mode.ANSWER
        if self.patience.has_wake:
            return Mode.WAKE if self.run is Run.NONE else Mode.BUSY
        return Mode.DEAF if self.run is Run.NONE else Mode.STOP
