"""A wake engine over a stream, as fast as it can: what it took for the phrase, and what that cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.hearing.corpora import Stream
from benchmarks.hearing.scoring import Hit
from genie_host.voice.hearing import WakeDetector, WakeHeard, WakeWithdrawn

_TELL_EVERY_SECONDS = 300.0


@dataclass(kw_only=True)
class WakeRun:
    """One engine over one stream."""

    confirmed: list[Hit] = field(default_factory=list)
    """What acts."""
    announced: int = 0
    """How often the phrase was shown as heard, whether or not it was confirmed."""
    cpu_seconds: float = 0.0
    slowest_block_seconds: float = 0.0


def run_wake(detector: WakeDetector, stream: Stream, tell: Callable[[str], None] = lambda _: None) -> WakeRun:
    """The whole stream without a reset, as a microphone that is never closed gives it.

    Work is counted as processor time, so that what else the machine does is not taken for ours.
    """
    run = WakeRun()
    is_announced = False
    told = 0.0
    for block in stream.blocks():
        began = time.process_time()
        events = detector.accept(block)
        spent = time.process_time() - began
        run.cpu_seconds += spent
        run.slowest_block_seconds = max(run.slowest_block_seconds, spent)
        for event in events:
            hit = Hit(block.ended_at, spent)
            match event:
                case WakeHeard(is_confirmed=True):
                    run.confirmed.append(hit)
                    run.announced += not is_announced
                    is_announced = False
                case WakeHeard():
                    run.announced += 1
                    is_announced = True
                case WakeWithdrawn():
                    is_announced = False
        if block.ended_at - told >= _TELL_EVERY_SECONDS:
            told = block.ended_at
            tell(f"{stream.name}: {block.ended_at / 60:.0f} min, {len(run.confirmed)} confirmed of {run.announced}")
    return run
