"""Ears in a process of their own, which may die: Vosk can abort, and nothing in Python can catch that.

A child that died or is stuck is replaced, a few times in a few minutes; what happens is told like anything heard.
"""

from __future__ import annotations

import collections
import logging
import queue
import threading
from dataclasses import dataclass

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock, Deadline
from genie_host.core.errors import RecogniserUnavailable
from genie_host.voice.audio import BLOCK_SECONDS, Block
from genie_host.voice.hearing import EarsLost, EarsReady, Heard, Mode
from genie_host.voice.recognise.ears_process import EarsDied, EarsProcess
from genie_host.voice.recognise.messages import Alive, Failed, Ready, Said
from genie_host.voice.recognise.outbox import Outbox
from genie_host.voice.recognise.spec import EarsSpec

logger = logging.getLogger(__name__)

BACK_OFF_SECONDS = (0.0, 1.0, 2.0)
"""Before each replacement; there are as many as this."""
BUDGET_SECONDS = 300.0
"""A child that lasted this long costs nothing of the budget."""
_LOAD_SECONDS = 120.0
_STUCK_SECONDS = 30.0
"""Generous, since a machine under load may give the child a twentieth of a core."""
_LOOK_SECONDS = 0.1
_JOIN_SECONDS = 5.0
_UNHEARD = Alive(epoch=-1, heard_blocks=0, dropped_blocks=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class EarsHealth:
    """How the child fares."""

    process_id: int
    """0 when there is none."""
    is_ready: bool
    restarts: int
    lag_seconds: float
    """Sound that waits, here or in the child."""
    dropped_blocks: int


class ChildEars:
    """Ears on a child process. Loading goes on in the background; sound is welcome meanwhile."""

    def __init__(self, spec: EarsSpec, *, clock: Clock = SYSTEM_CLOCK, stuck_seconds: float = _STUCK_SECONDS) -> None:
        self._spec = spec
        self._clock = clock
        self._stuck_seconds = stuck_seconds
        self._outbox = Outbox()
        self._heard: queue.SimpleQueue[tuple[int, Heard]] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._first_word = threading.Event()
        """Set when it is known how the first loading went."""
        self._given_up = ""
        self._process: EarsProcess | None = None
        self._is_ready = False
        self._restarts = 0
        self._alive = _UNHEARD
        self._keeper = threading.Thread(target=self._keep, name="ears-keeper", daemon=True)
        self._keeper.start()

    @property
    def health(self) -> EarsHealth:
        process = self._process
        return EarsHealth(
            process_id=process.process_id if process else 0,
            is_ready=self._is_ready,
            restarts=self._restarts,
            lag_seconds=self._unheard_blocks() * BLOCK_SECONDS,
            dropped_blocks=self._alive.dropped_blocks + self._outbox.dropped_blocks,
        )

    @property
    def has_heard_everything(self) -> bool:
        """All that was fed in this mode, and what came of it is there to be polled."""
        return self._is_ready and self._alive.epoch == self._outbox.epoch and self._unheard_blocks() == 0

    def wait_until_ready(self, deadline: Deadline, cancel: CancelToken) -> None:
        """Raises RecogniserUnavailable with the reason when the ears will not hear, or not in time."""
        while not self._first_word.is_set():
            cancel.wait(_LOOK_SECONDS)
            if deadline.is_over:
                raise RecogniserUnavailable("The speech recogniser was not ready in time.")
        if self._given_up:
            raise RecogniserUnavailable(self._given_up)

    def listen(self, mode: Mode) -> None:
        self._outbox.listen(mode)

    def feed(self, block: Block) -> None:
        self._outbox.put(block)

    def poll(self) -> list[Heard]:
        heard: list[Heard] = []
        while True:
            try:
                epoch, event = self._heard.get_nowait()
            except queue.Empty:
                return heard
            # What an earlier mode heard is about nothing any more.
            if epoch == self._outbox.epoch or isinstance(event, EarsLost | EarsReady):
                heard.append(event)

    def close(self) -> None:
        """End the child and both threads."""
        self._closing.set()
        self._keeper.join(_JOIN_SECONDS)
        if self._keeper.is_alive() and (process := self._process):
            process.kill()
            self._keeper.join(_JOIN_SECONDS)

    def _unheard_blocks(self) -> int:
        """Here, on the way and in the child."""
        alive, outbox = self._alive, self._outbox
        heard = alive.heard_blocks if alive.epoch == outbox.epoch else 0
        return outbox.waiting_blocks + max(0, outbox.sent_blocks - heard)

    def _keep(self) -> None:
        """One child after the other, until closed or the budget is spent."""
        deaths: collections.deque[float] = collections.deque()
        while not self._closing.is_set():
            reason, is_final = self._live_once()
            self._is_ready = False
            if self._closing.is_set():
                return
            now = self._clock.now()
            while deaths and now - deaths[0] >= BUDGET_SECONDS:
                deaths.popleft()
            if is_final or len(deaths) == len(BACK_OFF_SECONDS):
                self._given_up = reason if is_final else f"{reason} That happened too often; it is not started again."
                self._say(EarsLost(reason=self._given_up, comes_back=False))
                self._first_word.set()
                return
            self._say(EarsLost(reason=reason, comes_back=True))
            self._closing.wait(BACK_OFF_SECONDS[len(deaths)])
            deaths.append(now)
            self._restarts += 1

    def _live_once(self) -> tuple[str, bool]:
        """One child from start to end: why it ended, and whether another would fare no better."""
        try:
            process = EarsProcess(self._spec)
        except OSError:
            return "The speech recogniser's process cannot be started.", False
        self._process = process
        feeder = threading.Thread(target=self._feed_child, args=(process,), name="ears-feeder", daemon=True)
        try:
            return self._hear_child(process, feeder)
        except EarsDied:
            return "The speech recogniser's process died.", False
        finally:
            self._process = None
            self._is_ready = False
            if feeder.ident is not None:
                if not self._closing.is_set():
                    process.kill()  # the feeder may wait for it
                feeder.join(_JOIN_SECONDS)
            process.close()

    def _hear_child(self, process: EarsProcess, feeder: threading.Thread) -> tuple[str, bool]:
        patience = Deadline.after(_LOAD_SECONDS, self._clock)
        while not self._closing.is_set():
            record = process.next(_LOOK_SECONDS)
            if record is None:
                if patience.is_over:
                    process.kill()
                    return "The speech recogniser did not answer any more.", False
                continue
            patience = Deadline.after(self._stuck_seconds if self._is_ready else _LOAD_SECONDS, self._clock)
            match record:
                case Ready(engine=engine):
                    self._alive = _UNHEARD
                    self._is_ready = True
                    patience = Deadline.after(self._stuck_seconds, self._clock)
                    self._outbox.begin_again()
                    feeder.start()
                    self._say(EarsReady(engine=engine))
                    self._first_word.set()
                case Failed(reason=reason):
                    return reason, True
                case Said(epoch=epoch, heard=heard):
                    self._heard.put((epoch, heard))
                case Alive():
                    self._alive = record
        return "", True

    def _feed_child(self, process: EarsProcess) -> None:
        try:
            while self._process is process and not self._closing.is_set():
                if (record := self._outbox.take(_LOOK_SECONDS)) is not None:
                    process.send(record)
        except EarsDied:
            logger.debug("the ears' process takes no more sound")

    def _say(self, event: EarsLost | EarsReady) -> None:
        self._heard.put((0, event))
