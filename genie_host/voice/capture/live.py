"""The microphone of this machine, as an AudioSource."""

from __future__ import annotations

from collections import deque

from genie_host.core.clock import SYSTEM_CLOCK, Clock, Deadline
from genie_host.voice.audio import BLOCK_SECONDS, Block, SourceHealth
from genie_host.voice.capture.framing import Framer
from genie_host.voice.capture.keeper import Keeper
from genie_host.voice.capture.process import Tally
from genie_host.voice.capture.routes import SoundServer
from genie_host.voice.capture.waiting import QUEUE_BLOCKS, WaitingRoom


class SoundDeviceSource:
    """Hears the wished microphone, by a name from ``devices()``, or the system's choice; opened in the background.

    It never follows the sound server to a speaker's monitor, and never from a wished microphone to another one: then
    there are no blocks, and ``health`` says so until the right one is back.
    """

    def __init__(
        self,
        wished: str = "",
        *,
        clock: Clock = SYSTEM_CLOCK,
        server: SoundServer | None = None,
        queue_blocks: int = QUEUE_BLOCKS,
    ) -> None:
        self._clock = clock
        self._room = WaitingRoom(queue_blocks)
        self._tally = Tally()
        self._ready: deque[Block] = deque()
        self._framer: Framer | None = None
        self._stream = 0
        self._keeper = Keeper(wished, self._room, self._tally, SoundServer() if server is None else server, clock)

    def read(self, timeout_seconds: float) -> Block | None:
        """The next block; None when there was none in time."""
        deadline = Deadline.after(timeout_seconds, self._clock)
        while not self._ready:
            if not self._keeper.trusted.wait(deadline.remaining_seconds):
                return None
            captured = self._room.get(deadline.remaining_seconds)
            if captured is None:
                return None
            if self._framer is None or captured.stream != self._stream:
                self._framer, self._stream = Framer(captured.rate_hz, captured.channels), captured.stream
            self._ready.extend(self._framer.push(captured.pcm, captured.ended_at))
        return self._ready.popleft()

    def skip_to_newest(self, seconds: float = 1.0) -> None:
        """Leave out what has waited too long to be of use, and count it as dropped."""
        self._room.keep_newest(round(seconds / BLOCK_SECONDS))

    @property
    def health(self) -> SourceHealth:
        state, oldest_at = self._keeper.state, self._room.oldest_at()
        return SourceHealth(
            device=state.device,
            is_open=state.is_open,
            trouble=state.trouble,
            dropped_blocks=self._room.dropped,
            overflows=self._tally.overflows,
            lag_seconds=0.0 if oldest_at is None else max(0.0, self._clock.now() - oldest_at),
            reopened=max(0, state.openings - 1),
            faults=self._tally.faults,
        )

    def close(self) -> None:
        """Let go of the microphone; a ``read`` that waits comes back."""
        self._room.close()
        self._keeper.close()
