"""A conversation whose edges are scripted: what the ears hear, what the microphone gives, what a run does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.events import EventList, EventSink
from genie_host.voice.audio import BLOCK_BYTES, Block, SourceHealth
from genie_host.voice.hearing import EarsReady, Heard, Mode
from genie_host.voice.machine.effects import Effect
from genie_host.voice.machine.happenings import Happening
from genie_host.voice.machine.situation import Patience, State
from genie_host.voice.session.assistant import Confirm
from genie_host.voice.session.conversation import Conversation
from genie_host.voice.session.kept_audio import KeptAudio
from genie_host.voice.session.mouth import OnEnded
from genie_host.voice.speak.earcons import Earcon
from genie_host.voice.speaking import Utterance

SILENCE = bytes(BLOCK_BYTES)
LOUD = b"\x00\x30\x00\xd0" * (BLOCK_BYTES // 4)
Deed = Callable[[str, CancelToken, EventSink, Confirm], str]


@dataclass
class ScriptedSource:
    """Gives what it is told to give."""

    blocks: list[Block | Exception] = field(default_factory=list)
    trouble: str = ""
    lag_seconds: float = 0.0
    skipped: int = 0
    is_closed: bool = False

    def read(self, timeout_seconds: float) -> Block | None:
        if not self.blocks:
            SYSTEM_CLOCK.sleep(min(timeout_seconds, 0.002))
            return None
        block = self.blocks.pop(0)
        if isinstance(block, Exception):
            raise block
        return block

    @property
    def health(self) -> SourceHealth:
        return SourceHealth(device="vmic", is_open=not self.trouble, trouble=self.trouble, lag_seconds=self.lag_seconds)

    def skip_to_newest(self, seconds: float = 1.0) -> None:
        self.skipped += 1
        self.lag_seconds = 0.0

    def close(self) -> None:
        self.is_closed = True


@dataclass
class ScriptedEars:
    """Hears what it is told to have heard."""

    heard: list[Heard] = field(default_factory=list)
    modes: list[Mode] = field(default_factory=list)
    fed: list[Block] = field(default_factory=list)

    def listen(self, mode: Mode) -> None:
        self.modes.append(mode)
        self.fed.clear()

    def feed(self, block: Block) -> None:
        self.fed.append(block)

    def poll(self) -> list[Heard]:
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        pass


class ScriptedSpeech:
    """Says everything at once, and is done when it is told to be; or at once."""

    def __init__(self, on_ended: OnEnded, *, is_instant: bool = True) -> None:
        self.on_ended = on_ended
        self.is_instant = is_instant
        self.said: list[Utterance] = []
        self.played: list[Earcon] = []
        self.open: list[int] = []

    def say(self, utterance: Utterance) -> int:
        self.said.append(utterance)
        id = 100 + len(self.said)
        if self.is_instant:
            self.on_ended(id, "")
        else:
            self.open.append(id)
        return id

    def play(self, earcon: Earcon) -> None:
        self.played.append(earcon)

    def stop(self) -> None:
        open, self.open = self.open, []
        for id in open:
            self.on_ended(id, "")

    def close(self) -> None:
        self.stop()


@dataclass
class ScriptedAssistant:
    """Does the deed that it is given."""

    deed: Deed = lambda goal, cancel, sink, confirm: f"Done: {goal}."
    goals: list[str] = field(default_factory=list)

    def run(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        self.goals.append(goal)
        return self.deed(goal, cancel, sink, confirm)


class Stage:
    """A conversation and its edges. Nothing runs but by ``pump``, and the runs that it starts."""

    def __init__(
        self, deed: Deed | None = None, *, patience: Patience | None = None, kept: KeptAudio | None = None
    ) -> None:
        self.source, self.ears, self.sink = ScriptedSource(), ScriptedEars(), EventList()
        self.assistant = ScriptedAssistant() if deed is None else ScriptedAssistant(deed)
        self.watched: list[Happening | Effect] = []
        self.conversation = Conversation(
            source=self.source,
            ears=self.ears,
            open_speech=self._opened,
            assistant=self.assistant,
            sink=self.sink,
            steer=lambda text: None,
            patience=patience or Patience(tail_seconds=0.01),
            watch=lambda each, now: self.watched.append(each),
            kept=kept,
        )
        self.hear(EarsReady(engine="scripted"))

    def _opened(self, on_ended: OnEnded) -> ScriptedSpeech:
        self.speech = ScriptedSpeech(on_ended)
        return self.speech

    def hear(self, *heard: Heard) -> None:
        self.ears.heard += heard
        self.conversation.pump(0.0)

    def sound(self, pcm: bytes, count: int = 1, ended_at: float | None = None) -> None:
        for _ in range(count):
            self.source.blocks.append(Block(pcm=pcm, ended_at=ended_at or SYSTEM_CLOCK.now()))
            self.conversation.pump(0.0)

    def pump_until(self, is_so: Callable[[], bool]) -> None:
        deadline = Deadline.after(60.0)
        while not is_so():
            assert not deadline.is_over, (self.conversation.situation, self.sink.events[-5:])
            self.conversation.pump(0.002)

    def pump_to(self, state: State) -> None:
        self.pump_until(lambda: self.conversation.state is state)

    def told(self, kind: str) -> list[dict]:
        return [dict(event.data) for event in self.sink.events if event.kind == kind]

    def close(self) -> None:
        self.conversation.close()


class Held:
    """A deed that goes on until it is let go, heeding stop and wait as a run does."""

    def __init__(self) -> None:
        self.is_under_way = threading.Event()
        self.may_end = threading.Event()
        self.steps = 0

    def __call__(self, goal: str, cancel: CancelToken, sink: EventSink, confirm: Confirm) -> str:
        self.is_under_way.set()
        while not self.may_end.is_set():
            cancel.hold()
            self.steps += 1
            cancel.wait(0.005)
        return "Done."
