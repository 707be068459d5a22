"""A whole conversation in a room without air: real sound server, microphone, ears, machine and voice, and no phone."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.hearing.plans import korean_model
from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.events import EventList, EventSink
from genie_host.voice.audio import Block, SourceHealth
from genie_host.voice.capture.live import SoundDeviceSource
from genie_host.voice.level import level_of
from genie_host.voice.machine.effects import Effect
from genie_host.voice.machine.happenings import Happening
from genie_host.voice.machine.situation import State
from genie_host.voice.recognise.child_ears import ChildEars, EarsHealth
from genie_host.voice.recognise.spec import EarsSpec
from genie_host.voice.session.assistant import Confirm
from genie_host.voice.session.conversation import Conversation
from genie_host.voice.session.mouth import OnEnded, SpeechOut
from genie_host.voice.settings import VoiceSettings
from genie_host.voice.speak.choosing import choose_speaker
from genie_host.voice.speak.played import Played
from genie_host.voice.speak.player import Player
from genie_host.voice.speak.queue import SpeechQueue
from tests.voice.rig import SoundRig

WAKE = "하모니카"
COMMAND, GOAL = "라디오", "turn on Wi-Fi"
STOP = "멈춰"
VOICE = "ko+f1"
"""Of espeak-ng: the one that the Korean model understands best."""
SPEECH_DB = -40.0
_LOAD_SECONDS = 300.0


@dataclass
class Echo:
    """An assistant that does nothing and answers what it was told to."""

    reply: str = ""
    goals: list[str] = field(default_factory=list)

    def run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        self.goals.append(goal)
        return self.reply


class Room:
    """A conversation on a thread of its own, and everything that came to pass in it, with times."""

    def __init__(self, rig: SoundRig, cache: Path, settings: VoiceSettings | None = None) -> None:
        self.rig = rig
        self.echo = Echo()
        self.log: list[tuple[float, Happening | Effect]] = []
        self.last_loud_at = 0.0
        """When the last block with speech in it ended."""
        self.blocks = 0
        self.last_block_at = 0.0
        self._settings = settings or VoiceSettings(language="ko")
        self._source = SoundDeviceSource()
        self._ears = ChildEars(
            EarsSpec(
                model_folder=str(korean_model()),
                cache_folder=str(cache),
                language="ko",
                wake_phrases=(WAKE,),
                shortcuts={COMMAND: GOAL},
            )
        )
        self._played = Played()
        self.conversation = Conversation(
            source=self._source,
            ears=self._ears,
            open_speech=self._speech,
            assistant=self.echo,
            sink=EventList(),
            watch=lambda each, now: self.log.append((now, each)),
            on_block=self._hear,
            played=self._played,
        )
        self._is_over = threading.Event()
        self._thread = threading.Thread(
            target=lambda: self.conversation.run(self._is_over.is_set), name="conversation", daemon=True
        )
        self._thread.start()

    def _speech(self, on_ended: OnEnded) -> SpeechOut:
        out = Player(played=self._played)
        speaker = choose_speaker(self._settings, out=out)
        return SpeechQueue(speaker, redact=lambda text: text, out=out, on_ended=on_ended, default_language="ko")

    def _hear(self, block: Block) -> None:
        self.blocks += 1
        self.last_block_at = block.ended_at
        if level_of(block.pcm).rms_dbfs > SPEECH_DB:
            self.last_loud_at = block.ended_at

    @property
    def ears(self) -> EarsHealth:
        return self._ears.health

    @property
    def microphone(self) -> SourceHealth:
        return self._source.health

    def wait_until_ready(self) -> None:
        """The model is loaded and the microphone gives sound. Raises RecogniserUnavailable, TimeoutError."""
        self._ears.wait_until_ready(Deadline.after(_LOAD_SECONDS), CancelToken())
        self.wait_for(lambda: self.blocks > 0, _LOAD_SECONDS)
        self.wait_for_state(State.IDLE, _LOAD_SECONDS)

    def wait_for_state(self, state: State, seconds: float = 60.0) -> None:
        """Raises TimeoutError."""
        self.wait_for(lambda: self.conversation.state is state, seconds)

    def wait_for(self, is_so: Callable[[], bool], seconds: float = 60.0) -> None:
        """Raises TimeoutError."""
        deadline = Deadline.after(seconds)
        while not is_so():
            if deadline.is_over:
                raise TimeoutError(f"not in {seconds:.0f} s; {self.conversation.state}, {self.microphone}, {self.ears}")
            SYSTEM_CLOCK.sleep(0.01)

    def times_of(self, kind: type, since: int = 0) -> list[float]:
        """When things of a kind came to pass, from a place in the log on."""
        return [at for at, each in self.log[since:] if isinstance(each, kind)]

    def close(self) -> None:
        self._is_over.set()
        self._thread.join(30)
        self.conversation.close()
        self._ears.close()


@contextmanager
def room_with_sound(cache: Path) -> Iterator[Room]:
    """A room with a sound server of its own, ready to be spoken in."""
    with ExitStack() as stack:
        # A short path of its own: the names of sockets have 108 characters at most.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="genie-rig-"))
        rig = SoundRig(Path(folder))
        stack.callback(rig.close)
        rig.start()
        stack.enter_context(rig.as_own_surroundings())
        room = Room(rig, cache)
        stack.callback(room.close)
        room.wait_until_ready()
        yield room
