"""Tries an idempotent call again after a transient failure, waiting longer each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import PhoneTimeout, ServerDead

WAITS_SECONDS = (0.5, 1.0, 2.0)
"""Before the second, third and fourth try."""
LONG_ENOUGH_SECONDS = 10.0
"""After tries that took so long there is no other: what a phone does not do in that time it will not do now."""

T = TypeVar("T")


def call_with_retry(call: Callable[[], T], is_idempotent: bool, cancel: CancelToken, clock: Clock = SYSTEM_CLOCK) -> T:
    """The call's result. What is not idempotent is tried once: its failure may hide a success."""
    started = clock.now()
    for wait in WAITS_SECONDS if is_idempotent else ():
        try:
            return call()
        except (PhoneTimeout, ServerDead):
            if clock.now() - started >= LONG_ENOUGH_SECONDS:
                raise
            cancel.wait(wait)
    return call()
