"""Sound as it travels through the voice rooms: 16 kHz, mono, 16-bit little endian, in blocks of 100 ms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

SAMPLE_RATE_HZ = 16_000
SAMPLE_BYTES = 2
BLOCK_SAMPLES = 1_600
BLOCK_BYTES = BLOCK_SAMPLES * SAMPLE_BYTES
BLOCK_SECONDS = BLOCK_SAMPLES / SAMPLE_RATE_HZ


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """100 ms of sound."""

    pcm: bytes
    """``BLOCK_BYTES`` bytes."""
    ended_at: float
    """Monotonic seconds at which its last sample was captured, as well as that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceHealth:
    """How a microphone has fared since it was opened."""

    device: str
    """The source really heard, in the words of the sound server; empty when there is none."""
    is_open: bool
    trouble: str = ""
    """Why nothing is heard, or what is odd, in a sentence for the user; empty when all is well."""
    dropped_blocks: int = 0
    overflows: int = 0
    lag_seconds: float = 0.0
    """Age of the oldest block that waits."""
    reopened: int = 0
    faults: int = 0
    """How often taking in sound went wrong on our side; the stream went on."""


class AudioSource(Protocol):
    """Where sound comes from. Reads on one thread; may be closed from any."""

    def read(self, timeout_seconds: float) -> Block | None:
        """The next block; None when there was none in time.

        A live source that fails is reopened behind this call, and ``health`` says so meanwhile. A recording raises
        EndOfSound when it is over.
        """
        ...

    @property
    def health(self) -> SourceHealth: ...

    def close(self) -> None: ...


class EndOfSound(Exception):
    """A recording is over."""
