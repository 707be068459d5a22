"""Tries an idempotent call again after a transient failure, waiting longer each time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneTimeout, ServerDead

WAITS_SECONDS = (0.5, 1.0, 2.0)
"""Before the second, third and fourth try."""

T = TypeVar("T")


def call_with_retry(call: Callable[[], T], is_idempotent: bool, cancel: CancelToken) -> T:
    """The call's result. What is not idempotent is tried once: its failure may hide a success."""
    for wait in WAITS_SECONDS if is_idempotent else ():
        try:
            return call()
        except (PhoneTimeout, ServerDead):
            cancel.wait(wait)
    return call()
