"""A wake engine over a stream, as fast as it can: what it took for the phrase, and what that cost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from benchmarks.hearing.corpora import Stream
from benchmarks.hearing.scoring import Hit
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.voice.hearing import WakeDetector, WakeHeard


@dataclass(kw_only=True)
class WakeRun:
    """One engine over one stream."""

    hits: list[Hit] = field(default_factory=list)
    """What acts: confirmed wakes."""
    raised: int = 0
    """Wakes that were shown as heard before they were confirmed, or withdrawn."""
    cpu_seconds: float = 0.0
    slowest_block_seconds: float = 0.0


def run_wake(detector: WakeDetector, stream: Stream) -> WakeRun:
    """The whole stream without a reset, as a microphone that is never closed gives it."""
    run = WakeRun()
    cpu_before = cpu_seconds()
    for block in stream.blocks():
        began = SYSTEM_CLOCK.now()
        events = detector.accept(block)
        spent = SYSTEM_CLOCK.now() - began
        run.slowest_block_seconds = max(run.slowest_block_seconds, spent)
        for event in events:
            if isinstance(event, WakeHeard) and event.is_confirmed:
                run.hits.append(Hit(block.ended_at, spent))
            elif isinstance(event, WakeHeard):
                run.raised += 1
    run.cpu_seconds = cpu_seconds() - cpu_before
    return run


def cpu_seconds() -> float:
    """Processor time of this process so far, native threads included."""
    times = os.times()
    return times.user + times.system
