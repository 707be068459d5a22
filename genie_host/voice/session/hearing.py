"""The microphone of a conversation: sound on its way to the ears, and what is wrong with either in words."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from genie_host.core.clock import Clock
from genie_host.voice.audio import BLOCK_BYTES, BLOCK_SECONDS, AudioSource, Block, EndOfSound, SourceHealth
from genie_host.voice.capture.ring import RingBuffer
from genie_host.voice.hearing import Ears, Heard, Mode, WordHeard
from genie_host.voice.level import level_of
from genie_host.voice.machine.happenings import Happening, MicrophoneFound, MicrophoneLost
from genie_host.voice.session.kept_audio import KeptAudio
from genie_host.voice.session.own_voice import OwnVoice

logger = logging.getLogger(__name__)

TROUBLE_SECONDS = 1.0
"""A microphone that is back by then was never gone."""
LAG_SECONDS = 2.0
"""Older sound is left out while the wake phrase is waited for: an answer so late would be to something else."""
_AS_LOUD_DB = 12.0
_QUIETEST_DBFS = -55.0
_RINGS_SECONDS = 0.2
_SILENCE = bytes(BLOCK_BYTES)


@runtime_checkable
class Skipping(Protocol):
    """A source that can leave out what has waited too long."""

    def skip_to_newest(self, seconds: float = 1.0) -> None: ...


class Hearing:
    """Feeds the ears. For one thread."""

    def __init__(
        self,
        source: AudioSource,
        ears: Ears,
        clock: Clock,
        *,
        on_block: Callable[[Block], None] | None = None,
        kept: KeptAudio | None = None,
        own_voice: OwnVoice | None = None,
    ) -> None:
        self._source = source
        self._ears = ears
        self._clock = clock
        self._on_block = on_block
        self._kept = kept
        self._own_voice = own_voice
        self._ring = RingBuffer()
        self._mode = Mode.DEAF
        self._is_over = False
        self._trouble_since: float | None = None
        self._is_lost = False
        self._was_found = False
        self._deaf = (0.0, 0.0)

    @property
    def health(self) -> SourceHealth:
        return self._source.health

    def take(self, timeout_seconds: float) -> list[Happening]:
        """Wait for sound that long at most; what the ears made of it, and what befell the microphone."""
        block = self._read(timeout_seconds)
        happenings = self._microphone(block)
        if block is not None:
            self._ring.add(block)
            if self._own_voice is not None:
                self._own_voice.add(block)
            if self._kept is not None:
                self._kept.add(block)
            if self._on_block is not None:
                self._on_block(block)
            self._ears.feed(self._without_our_tone(block))
        if self._mode is Mode.WAKE and self._source.health.lag_seconds > LAG_SECONDS:
            self.skip()
        return [*happenings, *self.poll()]

    def poll(self) -> list[Happening]:
        """What the ears have to say, without any more sound."""
        return [heard for heard in self._ears.poll() if not self._is_own(heard)]

    def open(self, mode: Mode, since: float | None) -> None:
        """Hear something else from now on, or from a moment that is just over."""
        self._ears.listen(mode)
        self._mode = mode
        if since is not None:
            for block in self._ring.since(since):
                self._ears.feed(block)
        if self._kept is not None:
            if mode is Mode.COMMAND:
                self._kept.begin(self._ring.since(0.0))
            else:
                self._kept.end()

    def is_being_spoken(self, since: float) -> bool:
        """Has somebody gone on speaking since then? By the loudness of what came before."""
        loudest = max((level_of(block.pcm).rms_dbfs for block in self._ring.since(since - 1.0)), default=-90.0)
        threshold = max(loudest - _AS_LOUD_DB, _QUIETEST_DBFS)
        after = self._ring.since(since + BLOCK_SECONDS)
        return sum(level_of(block.pcm).rms_dbfs > threshold for block in after) >= 2

    def expect_tone(self, seconds: float) -> None:
        """We sound a tone: it is no part of a command."""
        now = self._clock.now()
        self._deaf = (now, now + seconds + _RINGS_SECONDS)

    def skip(self) -> None:
        """Leave out what has waited."""
        if isinstance(self._source, Skipping):
            self._source.skip_to_newest()

    def close(self) -> None:
        self._source.close()
        self._ears.close()
        if self._kept is not None:
            self._kept.end()

    def _is_own(self, heard: Heard) -> bool:
        """A word of the voice that speaks for us, by way of the room."""
        if self._own_voice is None or not isinstance(heard, WordHeard):
            return False
        is_own = self._own_voice.said(heard.ended_at)
        logger.debug("%s was said by %s", heard.word, "our own voice" if is_own else "somebody")
        return is_own

    def _read(self, timeout_seconds: float) -> Block | None:
        if not self._is_over:
            try:
                return self._source.read(timeout_seconds)
            except EndOfSound:
                self._is_over = True
        # After a recording comes silence, so that the end of its last sentence is heard.
        self._clock.sleep(min(timeout_seconds, BLOCK_SECONDS))
        return Block(pcm=_SILENCE, ended_at=self._clock.now())

    def _without_our_tone(self, block: Block) -> Block:
        begins, ends = self._deaf
        if self._mode is Mode.COMMAND and begins <= block.ended_at <= ends + BLOCK_SECONDS:
            return Block(pcm=_SILENCE, ended_at=block.ended_at)
        return block

    def _microphone(self, block: Block | None) -> list[Happening]:
        health = self._source.health
        if block is not None and not health.trouble:
            self._trouble_since = None
            if self._is_lost or not self._was_found:
                self._is_lost, self._was_found = False, True
                return [MicrophoneFound(device=health.device)]
        elif health.trouble and not self._is_lost:
            now = self._clock.now()
            if self._trouble_since is None:
                self._trouble_since = now
            if now - self._trouble_since >= TROUBLE_SECONDS:
                self._is_lost = True
                return [MicrophoneLost(reason=health.trouble)]
        return []
