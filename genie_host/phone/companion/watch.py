"""Whether the companion still has the screen while it asks: the second look, beside its own."""

from __future__ import annotations

from genie_host.core.clock import SYSTEM_CLOCK, Clock
from genie_host.core.errors import PhoneTimeout, ServerDead
from genie_host.core.gap.answers import Reason
from genie_host.phone.companion.names import PACKAGE
from genie_host.phone.foreground import parse_foreground
from genie_host.phone.shell import Shell

_EVERY_SECONDS = 1.0
_SECONDS = 3.0


def is_in_front(shell: Shell) -> bool:
    """Whether the companion still shows something, such as the code of an enrolment."""
    return parse_foreground(shell.ask("dumpsys", "window", seconds=_SECONDS).text).package == PACKAGE


class ScreenWatch:
    """Looks about once a second."""

    def __init__(self, shell: Shell, clock: Clock = SYSTEM_CLOCK) -> None:
        self._shell = shell
        self._clock = clock
        self._next_at = clock.now()

    def look(self) -> Reason | None:
        """Why the request cannot go on; None when it can, or when it is not time to look again.

        The biometric prompt of the system has the focus without being an app; then what counts is whose it is.
        """
        if self._clock.now() < self._next_at:
            return None
        try:
            front = parse_foreground(self._shell.ask("dumpsys", "window", seconds=_SECONDS).text)
        except (PhoneTimeout, ServerDead):
            return None
        finally:
            self._next_at = self._clock.now() + _EVERY_SECONDS
        if front.is_locked:
            return Reason.LOCKED
        return Reason.FOCUS_LOST if front.package and front.package != PACKAGE else None
