"""The user's *wait*: the run stands still where nothing is half done, and looks at the phone anew afterwards."""

from __future__ import annotations

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import Clock
from genie_host.phone.phone import Phone


def wait_if_asked(phone: Phone, cancel: CancelToken, clock: Clock) -> float:
    """How many seconds the run was held; 0 when nobody asked for it. Raises Cancelled."""
    cancel.check()
    if not cancel.is_paused:
        return 0.0
    # Whoever says wait may well want to do something on the phone: that finger is no stranger's.
    with phone.expecting_person():
        return cancel.hold(clock)
