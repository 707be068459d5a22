"""Tells a phone that is slow from one whose connection froze: adb goes on calling that one ready, and waits for ever.

Whoever waits for bytes of the phone asks for a beat when none came for a while: another stream is opened to the phone's
adbd itself, which answers at once however busy apps and shell are. No thread is needed for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from genie_host.core.errors import PhoneError, PhoneOffline, PhoneTimeout
from genie_host.phone.adb_socket import AdbSocket

FROZEN = "The connection to the phone froze. Plug the cable in again, or bring the phone back into the Wi-Fi."
SERVICE = "sync:"
"""Answered by adbd without starting a program."""
_log = logging.getLogger(__name__)


class Heartbeat:
    """Of one phone."""

    def __init__(self, open_stream: Callable[[str, float], AdbSocket], after_seconds: float, answer_seconds: float):
        self._open_stream = open_stream
        self.after_seconds = after_seconds
        """Silence that is taken without a question."""
        self._answer_seconds = answer_seconds
        self.is_frozen = False
        """The last beat got no answer, and nobody has mended the connection since."""

    def beat(self) -> None:
        """Return when the phone answers; raises PhoneOffline when it does not, or another PhoneUnavailable."""
        try:
            self._open_stream(SERVICE, self._answer_seconds).close()
        except PhoneTimeout as error:
            self.is_frozen = True
            raise PhoneOffline(FROZEN) from error
        except PhoneError as error:
            # Not frozen, but lost or refused: the waiting stream is as dead, and says so itself.
            _log.info("a heartbeat was answered by: %s", error)
