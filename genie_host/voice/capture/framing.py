"""Sound of any rate and any number of channels, cut into the blocks that the voice rooms understand."""

from __future__ import annotations

import importlib
from typing import Any

from genie_host.voice.audio import BLOCK_BYTES, SAMPLE_BYTES, SAMPLE_RATE_HZ, Block

_SECONDS_PER_BYTE = 1 / (SAMPLE_RATE_HZ * SAMPLE_BYTES)


class Framer:
    """Mixes to one channel, resamples when it must, and cuts. For one stream, from its start to its end."""

    def __init__(self, rate_hz: int, channels: int = 1) -> None:
        self._channels = channels
        self._resampler: Any = None
        # Most streams need neither, and every command line would wait for them.
        self._numpy: Any = None if channels == 1 and rate_hz == SAMPLE_RATE_HZ else importlib.import_module("numpy")
        if rate_hz != SAMPLE_RATE_HZ:
            soxr = importlib.import_module("soxr")
            self._resampler = soxr.ResampleStream(rate_hz, SAMPLE_RATE_HZ, 1, dtype="int16", quality="HQ")
        self._rest = b""

    def push(self, pcm: bytes, ended_at: float) -> list[Block]:
        """The whole blocks so far; ``ended_at`` is when the last of these samples was captured."""
        self._rest += self._converted(pcm, is_last=False)
        return self._cut(ended_at)

    def finish(self, ended_at: float) -> list[Block]:
        """What is left, filled up with silence."""
        self._rest += self._converted(b"", is_last=True)
        self._rest += bytes(-len(self._rest) % BLOCK_BYTES)
        return self._cut(ended_at)

    def _cut(self, ended_at: float) -> list[Block]:
        blocks = []
        while len(self._rest) >= BLOCK_BYTES:
            pcm, self._rest = self._rest[:BLOCK_BYTES], self._rest[BLOCK_BYTES:]
            # What is left was captured after this block.
            blocks.append(Block(pcm=pcm, ended_at=ended_at - len(self._rest) * _SECONDS_PER_BYTE))
        return blocks

    def _converted(self, pcm: bytes, *, is_last: bool) -> bytes:
        numpy = self._numpy
        if numpy is None:
            return pcm
        samples = numpy.frombuffer(pcm, dtype="<i2").astype(numpy.int16)
        if self._channels > 1:
            samples = samples.reshape(-1, self._channels).mean(axis=1).astype(numpy.int16)
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples, last=is_last)
        converted: bytes = samples.astype("<i2").tobytes()
        return converted
