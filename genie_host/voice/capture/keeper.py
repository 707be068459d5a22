"""Keeps a microphone open: notices that it died or was moved, and opens it again. A thread of its own."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace

from genie_host.core.clock import Clock
from genie_host.voice.capture.changes import Changes
from genie_host.voice.capture.process import Microphone, Tally
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.waiting import WaitingRoom
from genie_host.voice.capture.watch import DEAD_AFTER_SECONDS, Judgement, Reopening, judged

logger = logging.getLogger(__name__)

_LOOK_SECONDS = 0.1
_SETTLE_SECONDS = 0.02
"""The sound server makes several changes out of one."""
_ROUTE_SECONDS = 1.0
_CLOSE_SECONDS = 5.0
_TOLD_ROUTE_SECONDS = 5.0
"""How often the source is looked at without a reason, where the sound server tells of changes."""
_OPEN_SECONDS = 10.0
"""A busy computer takes a second to start a process."""
_MOVE_SECONDS = 0.25
"""A server that knows where a stream belongs has moved it there by then."""
_UNJUDGED_SECONDS = 1.0
"""How long what is heard is held back while the sound server has not said where it comes from."""


@dataclass(frozen=True, slots=True)
class State:
    """What the keeper knows, as one record that is replaced as a whole."""

    device: str = ""
    is_open: bool = False
    is_trusted: bool = False
    """What waits may be handed on."""
    trouble: str = ""
    openings: int = 0


class Keeper:
    """Opens, watches and reopens one microphone until it is closed."""

    def __init__(self, wished: str, room: WaitingRoom, tally: Tally, server: SoundServer, clock: Clock) -> None:
        self._wished, self._room, self._tally, self._server, self._clock = wished, room, tally, server, clock
        self._microphone: Microphone | None = None
        self._reopening = Reopening()
        self._asked_for = wished
        self._last_heard = ""
        self._better_at: float | None = None
        self._is_refused = False
        self._known: list[str] | None = None
        self._route_at = 0.0
        self.state = State()
        self.trusted = threading.Event()
        """Set while what waits may be handed on, and once closed."""
        self._changed = threading.Event()
        self._changes: Changes | None = None
        self._watch_at = 0.0
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="microphone", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the microphone; comes back when it is."""
        self._closed.set()
        self._changed.set()
        self.trusted.set()
        self._thread.join(_CLOSE_SECONDS)

    def _keep(self) -> None:
        while not self._closed.is_set():
            try:
                self._watch(self._clock.now())
                self._step(self._clock.now())
            except Exception as exc:  # whatever the libraries think of: the next step starts anew
                logger.exception("keeping the microphone failed")
                self._lose(f"The microphone cannot be watched ({type(exc).__name__}).")
            if self._changed.wait(_LOOK_SECONDS) and not self._closed.wait(_SETTLE_SECONDS):
                self._changed.clear()
                self._route_at = 0.0
        self._let_go()
        if self._changes is not None:
            self._changes.close()

    def _watch(self, now: float) -> None:
        """Have the sound server tell of changes; one that is dead or new is looked for now and then."""
        if now >= self._watch_at and (self._changes is None or not self._changes.is_alive):
            self._watch_at = now + _ROUTE_SECONDS
            if self._changes is not None:
                self._changes.close()
            self._changes = self._server.watch(self._changed)

    def _step(self, now: float) -> None:
        microphone = self._microphone
        if microphone is None:
            self._look_for_change(now)
            if self._reopening.is_due(now):
                self._open()
        elif not microphone.is_open:
            self._wait_for(microphone, now)
        elif microphone.has_ended:
            self._lose("The sound server ended the recording.")
        elif now - microphone.last_block_at > DEAD_AFTER_SECONDS:
            self._lose("The microphone gives no sound any more.")
        else:
            if not self.state.is_open:
                logger.info("the microphone is open")
                self._route_at = 0.0
                self._say(replace(self.state, is_open=True, openings=self.state.openings + 1))
            if now >= self._route_at:
                self._judge(microphone, now)

    def _open(self) -> None:
        self._room.shut()  # what still waits is from before
        self._room.open()
        self._is_refused = False
        try:
            self._microphone = Microphone(
                self._asked_for, self._room, self._tally, self._clock, is_served=self._server.is_there() is not False
            )
        except (OSError, ValueError):  # ValueError: a name that no program can be given
            self._fail("The computer starts no program for the microphone.")

    def _wait_for(self, microphone: Microphone, now: float) -> None:
        """Until it has opened, or says why not."""
        if microphone.has_ended:
            self._fail(microphone.failure or "The program that listens to the microphone died.")
        elif now - microphone.started_at > _OPEN_SECONDS:
            self._fail("The sound server does not open the microphone.")

    def _fail(self, reason: str) -> None:
        logger.info("the microphone does not open: %s", reason)
        self._let_go()
        self._asked_for = self._wished
        self._reopening.failed(self._clock.now())
        self._say(State(trouble=self._reopening.sentence(reason), openings=self.state.openings))
        self._known = self._names()

    def _judge(self, microphone: Microphone, now: float) -> None:
        """Find out what is really heard; the sound server moves streams without a word."""
        self._route_at = now + (_TOLD_ROUTE_SECONDS if self._changes and self._changes.is_alive else _ROUTE_SECONDS)
        openings = self.state.openings
        judgement = None
        if microphone.through_server and self._server.can_be_asked:
            heard = self._server.source_heard(microphone.process_id)
            sources = None if heard is None else self._server.sources()
            judgement = judged(heard, sources, self._wished, self._last_heard)
            if judgement is None and not self.state.is_trusted and now - microphone.opened_at < _UNJUDGED_SECONDS:
                self._route_at = now  # it has not made the connection yet
                return
        if judgement is None and self._is_refused:
            self._route_at = now + _ROUTE_SECONDS  # what was refused is not trusted because nobody answers
        elif judgement is None:
            device = self.state.device or microphone.name
            self._say(State(device=device, is_open=True, is_trusted=True, openings=openings))
        elif not judgement.refusal:
            self._last_heard, self._better_at, self._is_refused = judgement.heard.name, None, False
            self._room.open()
            self._say(State(device=judgement.heard.description, is_open=True, is_trusted=True, openings=openings))
        else:
            self._refuse(judgement, now)

    def _refuse(self, judgement: Judgement, now: float) -> None:
        """Hand nothing on; and when there is a better source that the server does not move us to, open that."""
        if not judgement.better:
            self._better_at = None
        elif self._better_at is None:
            self._better_at = now
        moves = self._better_at is not None and now - self._better_at >= _MOVE_SECONDS
        device, openings = judgement.heard.description, self.state.openings
        self._say(State(device=device, is_open=not moves, trouble=judgement.refusal, openings=openings))
        self._room.shut()
        self._is_refused = True
        if moves:
            self._let_go()
            self._asked_for, self._better_at = judgement.better, None
            self._reopening.hurry(now)
        elif judgement.better:
            self._route_at = now + _MOVE_SECONDS

    def _lose(self, reason: str) -> None:
        logger.info("the microphone is lost: %s", reason)
        self._asked_for = self._wished
        self._reopening.lost(self._clock.now())
        self._say(State(trouble=self._reopening.sentence(reason), openings=self.state.openings))
        self._let_go()
        self._known = self._names()

    def _let_go(self) -> None:
        if self._microphone is not None:
            self._microphone.close()
            self._microphone = None

    def _look_for_change(self, now: float) -> None:
        """What is plugged in, or a server that is back, is used at once."""
        if now < self._route_at:
            return
        self._route_at = now + _ROUTE_SECONDS
        names = self._names()
        if names is not None and names != self._known:
            self._known = names
            self._reopening.hurry(now)

    def _names(self) -> list[str] | None:
        sources = self._server.sources()
        return None if sources is None else sorted(source.name for source in sources)

    def _say(self, state: State) -> None:
        self.state = state
        if state.is_trusted or self._closed.is_set():
            self.trusted.set()
        else:
            self.trusted.clear()
