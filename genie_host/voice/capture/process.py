"""Our hold on the microphone's process: start it, take in what it hears, kill it."""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import subprocess
import sys
import threading
import weakref

from genie_host.core.clock import Clock
from genie_host.voice.audio import BLOCK_SECONDS
from genie_host.voice.capture.stamps import Stamps
from genie_host.voice.capture.waiting import Captured, WaitingRoom
from genie_host.voice.capture.wire import Kind, block_in, content_in, next_message

logger = logging.getLogger(__name__)

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from genie_host.voice.capture.program import main; "
    "main(sys.argv[2], is_served=sys.argv[3] == 'served')"
)
_MOST_DELAY_SECONDS = 1.0
_END_SECONDS = 2.0
_numbers = itertools.count(1)


class Tally:
    """What went wrong on the way; counts only ever grow."""

    def __init__(self) -> None:
        self.overflows = 0
        self.faults = 0


class Microphone:
    """One process and its stream, from its start to its end; puts what it hears into a waiting room."""

    def __init__(self, wished: str, room: WaitingRoom, tally: Tally, clock: Clock, *, is_served: bool) -> None:
        """Returns at once; ``is_open`` or ``failure`` follow. Raises OSError when no process can be started."""
        self._room, self._tally, self._clock = room, tally, clock
        self._number, self._stamps = next(_numbers), Stamps(BLOCK_SECONDS)
        self.started_at = self.opened_at = self.last_block_at = clock.now()
        self.is_open = False
        self.failure = ""
        """Why it did not open, for the user."""
        self.name = ""
        """PortAudio's, once it is open."""
        self.through_server = False
        self._rate_hz, self._channels = 0, 1
        command = [sys.executable, "-c", _START, json.dumps(sys.path), wished, "served" if is_served else "alone"]
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # ALSA and PortAudio write there whatever they think
            env=_surroundings(wished),
        )
        self._end = weakref.finalize(self, _end, self._process)
        self._reader = threading.Thread(target=self._take_in, name="microphone-reader", daemon=True)
        self._reader.start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Nothing comes any more."""
        return not self._reader.is_alive()

    def close(self) -> None:
        self._process.kill()
        self._reader.join(_END_SECONDS)
        self._end()

    def _take_in(self) -> None:
        assert self._process.stdout is not None  # noqa: S101  # for mypy
        with contextlib.suppress(OSError, ValueError):
            while message := next_message(self._process.stdout):
                try:
                    self._understand(*message)
                except Exception as exc:
                    # What goes wrong with one block must not end the stream.
                    logger.debug("a block was not taken in: %s", type(exc).__name__)
                    self._tally.faults += 1

    def _understand(self, kind: Kind, body: bytes) -> None:
        if kind is Kind.BLOCK:
            pcm, age_seconds, is_after_loss = block_in(body)
            self._tally.overflows += is_after_loss
            now = self._clock.now()
            delay = min(max(age_seconds - BLOCK_SECONDS, 0.0), _MOST_DELAY_SECONDS)
            self._room.put(Captured(pcm, self._stamps.stamp(now - delay), self._rate_hz, self._channels, self._number))
            self.last_block_at = now
        elif kind is Kind.OPEN:
            about = content_in(body)
            self._rate_hz, self._channels = int(about["rate_hz"]), int(about["channels"])
            self.name, self.through_server = str(about["name"]), bool(about["through_server"])
            self.opened_at = self.last_block_at = self._clock.now()
            self.is_open = True
        elif kind is Kind.FAILED:
            self.failure = str(content_in(body).get("reason", "")) or "The microphone does not open."
        else:
            self._tally.faults += 1


def _surroundings(wished: str) -> dict[str, str]:
    """The sound server's library reads the wished source from the environment, and nowhere else."""
    return {**os.environ, **({"PULSE_SOURCE": wished} if wished else {})}


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_END_SECONDS)
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError, ValueError):
                pipe.close()
