"""How long the driver waits for what, in seconds; one record, so that tests and slow phones can change it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Patience:
    """Upper bounds for everything the driver waits for."""

    call_seconds: float = 8.0
    """One RPC: tap, key, device info. The time a gesture itself takes is added."""
    dump_seconds: float = 15.0
    """One hierarchy dump; busy screens really take this long."""
    shell_seconds: float = 10.0
    """One shell command."""
    foreground_seconds: float = 3.0
    """The window manager telling what is in front; a look does without when it does not."""
    ping_seconds: float = 2.0
    """The automation server's sign of life."""
    start_seconds: float = 25.0
    """From starting the automation server to its first answer."""
    push_seconds: float = 60.0
    """Copying the automation server to the phone (3.7 MB)."""
    reconnect_seconds: float = 5.0
    """A phone that vanished for a moment coming back."""
    recoveries_per_minute: int = 6
    """Losses of the connection that are made good, before the phone is given up."""
    authorize_seconds: float = 30.0
    """A phone and this computer exchanging keys, at the start."""
    silent_seconds: float = 1.0
    """Waiting for the phone without a sign that the connection still lives."""
    beat_seconds: float = 1.6
    """That sign; with ``silent_seconds`` the time to find a frozen connection, under three seconds together."""
    settle_seconds: float = 1.5
    """The screen coming to rest, before an observation is taken as it is."""
    settle_interval_seconds: float = 0.1
    """Between the two dumps that are compared."""
    after_action_seconds: float = 0.15
    """From an action to the first look: until then phones still show the old tree."""
    app_start_seconds: float = 8.0
    """A started app coming to the front."""
    unlock_seconds: float = 60.0
    """The user unlocking a phone before a run."""
    focus_seconds: float = 2.0
    """A tapped field taking the focus."""


DEFAULT_PATIENCE = Patience()

SIMULATED_PATIENCE = Patience(settle_interval_seconds=0.01, after_action_seconds=0.0)
"""A simulated phone shows at once what was done to it."""
