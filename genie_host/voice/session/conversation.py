"""A spoken conversation: whatever happens goes through the machine, and what the machine wants is done."""

from __future__ import annotations

import logging
import queue
import unicodedata
from collections.abc import Callable, Iterable
from typing import assert_never

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import GenieError
from genie_host.core.events import Event, EventSink
from genie_host.voice.audio import AudioSource, Block
from genie_host.voice.hearing import CommandHeard, Ears, PartialHeard, WakeHeard, Word, WordHeard
from genie_host.voice.machine.effects import (
    Arm,
    CancelRun,
    Chime,
    Effect,
    Open,
    PauseRun,
    ResumeRun,
    Say,
    Show,
    Silence,
    Sound,
    StartGoal,
)
from genie_host.voice.machine.happenings import Happening, RunEnded, Tick
from genie_host.voice.machine.situation import Attention, Patience, Situation, State
from genie_host.voice.machine.step import begin, step
from genie_host.voice.session.assistant import Assistant
from genie_host.voice.session.hearing import Hearing
from genie_host.voice.session.kept_audio import KeptAudio
from genie_host.voice.session.mouth import Mouth, OnEnded, SpeechOut
from genie_host.voice.session.own_voice import OwnVoice
from genie_host.voice.session.runner import Runner
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speak.played import Played

logger = logging.getLogger(__name__)

PUMP_SECONDS = 0.1
"""Nothing waits longer than this for its turn."""
MOST_FAULTS = 20
_LONGEST_TRANSCRIPT = 500

Watch = Callable[[Happening | Effect, float], None]
"""Sees everything that happens and everything that is done, with the time."""


class Conversation:
    """Microphone, ears, machine, voice and runs. ``pump`` is for one thread, ``post`` for any."""

    def __init__(
        self,
        *,
        source: AudioSource,
        ears: Ears,
        open_speech: Callable[[OnEnded], SpeechOut],
        assistant: Assistant,
        sink: EventSink,
        steer: Callable[[str], Word | None] = lambda text: None,
        patience: Patience | None = None,
        clock: Clock = SYSTEM_CLOCK,
        watch: Watch | None = None,
        on_block: Callable[[Block], None] | None = None,
        kept: KeptAudio | None = None,
        played: Played | None = None,
        is_text_only: bool = False,
    ) -> None:
        """``steer`` finds the word that steers in a command that is nothing else.

        ``played`` is what the voice sounds like, so that its words are not taken for the user's. ``is_text_only``:
        no microphone is wanted, so that there is none is no trouble.
        """
        self._inbox: queue.SimpleQueue[Happening] = queue.SimpleQueue()
        self._clock = clock
        self._sink = sink
        self._steer = steer
        self._watch = watch
        situation = Situation(patience=patience or Patience(), is_muted=is_text_only)
        self._at = situation if is_text_only else begin(situation)
        self._told: tuple[object, ...] = ()
        self.runs_ended = 0
        self.hearing = Hearing(
            source,
            ears,
            clock,
            on_block=on_block,
            kept=kept,
            own_voice=OwnVoice(played) if played is not None else None,
        )
        self._mouth = Mouth(open_speech, self.post)
        self._runner = Runner(assistant, sink, self.post)

    @property
    def state(self) -> State:
        return self._at.state

    @property
    def is_idle(self) -> bool:
        """Nothing waits to be looked at."""
        return self._inbox.empty()

    @property
    def situation(self) -> Situation:
        return self._at

    def post(self, happening: Happening) -> None:
        """Something happened; it is looked at within ``PUMP_SECONDS``."""
        self._inbox.put(happening)

    def run(self, is_over: Callable[[], bool]) -> None:
        """Go on until it is over. A fault of ours is told and survived, unless it comes again and again."""
        faults = 0
        self._tell_state()
        while not is_over():
            try:
                self.pump()
            except Exception as error:
                faults += 1
                logger.exception("a round of the conversation failed")
                if faults >= MOST_FAULTS:
                    raise
                self._show(f"Something went wrong in Genie itself ({type(error).__name__}); it goes on.")
                self._clock.sleep(PUMP_SECONDS)

    def poll_ears(self) -> None:
        """Only what the ears have to say; no sound is taken in."""
        for happening in self.hearing.poll():
            self.take(happening)

    def pump(self, timeout_seconds: float = PUMP_SECONDS) -> None:
        """One round: sound in, what happened through the machine, what it wants done."""
        for happening in self._arrived():
            self.take(happening)
        for happening in self.hearing.take(timeout_seconds):
            self.take(happening)
        for happening in self._arrived():
            self.take(happening)
        self.take(Tick())

    def take(self, happening: Happening) -> None:
        """Tell the machine one thing, and do what it wants."""
        happening = self._understood(happening)
        now = self._clock.now()
        if self._watch is not None and not isinstance(happening, Tick):
            self._watch(happening, now)
        self._tell_heard(happening)
        self.runs_ended += isinstance(happening, RunEnded)
        self._at, effects = step(self._at, happening, now)
        self._do_all(effects)
        self._tell_state()

    def close(self) -> None:
        """End the run under way, fall silent, let go of the microphone."""
        self._runner.close()
        self._mouth.close()
        self.hearing.close()

    def _arrived(self) -> Iterable[Happening]:
        while True:
            try:
                yield self._inbox.get_nowait()
            except queue.Empty:
                return

    def _understood(self, happening: Happening) -> Happening:
        """A command as it may be shown and acted on; one that is nothing but a word that steers is that word."""
        if isinstance(happening, CommandHeard):
            text = cleaned(happening.text)
            word = self._steer(text) if text else None
            if word is not None and happening.confidence >= self._at.patience.least_confidence:
                return WordHeard(word=word, ended_at=happening.ended_at)
            return CommandHeard(text=text, confidence=happening.confidence, ended_at=happening.ended_at)
        return PartialHeard(text=cleaned(happening.text)) if isinstance(happening, PartialHeard) else happening

    def _do_all(self, effects: tuple[Effect, ...]) -> None:
        since = next((effect.since for effect in effects if isinstance(effect, Open)), None)
        for effect in effects:
            if self._watch is not None:
                self._watch(effect, self._clock.now())
            if effect == Chime(sound=Sound.WAKE) and since is not None and self.hearing.is_being_spoken(since):
                # The command is being said already, in the same breath: a tone would only be heard as part of it.
                continue
            try:
                self._do(effect)
            except GenieError as error:
                self._show(str(error))
            except Exception as error:
                # What comes after it, such as stopping a run, must not be lost with it.
                logger.exception("an effect failed")
                self._show(f"Something went wrong in Genie itself ({type(error).__name__}); it goes on.")

    def _do(self, effect: Effect) -> None:
        match effect:
            case Open(mode=mode, since=since):
                self.hearing.open(mode, since)
            case Say():
                self._mouth.say(effect)
            case Silence():
                self._mouth.silence()
            case Chime(sound=sound):
                earcon = Earcon(sound.value)
                self.hearing.expect_tone(earcon.seconds)
                self._mouth.play(earcon)
            case StartGoal(goal=goal):
                self._runner.start(goal)
            case CancelRun():
                self._runner.cancel()
            case PauseRun():
                self._runner.pause()
            case ResumeRun():
                self._runner.resume()
            case Arm(is_yes=is_yes):
                self._runner.answer(is_yes=is_yes)
            case Show(words=words, is_trouble=is_trouble, is_reply=is_reply):
                self._show(words, is_trouble=is_trouble, is_reply=is_reply)
            case _:
                assert_never(effect)

    def _show(self, words: str, *, is_trouble: bool = True, is_reply: bool = False) -> None:
        more = {"is_trouble": True} if is_trouble else {"is_reply": True} if is_reply else {}
        self._sink.emit(Event(kind="notice", data={"message": words, **more}))

    def _tell_state(self) -> None:
        at = self._at
        is_trying_again = at.is_second_try and at.attention is Attention.LISTENING
        told = (at.state, at.mode, at.pause, is_trying_again)
        if told == self._told:
            return
        self._told = told
        data = {"state": at.state.value, "hears": at.mode.value, "is_waiting": at.pause.value != "none"}
        self._sink.emit(Event(kind="voice_state", data=data))

    def _tell_heard(self, happening: Happening) -> None:
        match happening:
            case WakeHeard(phrase=phrase, is_confirmed=is_confirmed, confidence=confidence):
                told = {"what": "wake", "text": phrase, "confidence": confidence, "is_final": is_confirmed}
            case WordHeard(word=word):
                told = {"what": "word", "text": word.value, "confidence": 1.0, "is_final": True}
            case PartialHeard(text=text):
                told = {"what": "command", "text": text, "confidence": 0.0, "is_final": False}
            case CommandHeard(text=text, confidence=confidence):
                told = {"what": "command", "text": text, "confidence": round(confidence, 3), "is_final": True}
            case _:
                return
        self._sink.emit(Event(kind="heard", data=told))


def cleaned(transcript: str) -> str:
    """What an engine heard, as one line of plain letters: some engines write whatever they like."""
    kept = (" " if unicodedata.category(letter)[0] in "CZ" else letter for letter in transcript)
    return " ".join("".join(kept).split())[:_LONGEST_TRANSCRIPT]
