"""A port on this computer, loopback alone, that leads to an abstract socket on the phone."""

from __future__ import annotations

import logging

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneError
from genie_host.phone.adb import AdbServer
from genie_host.phone.translate import translated

_SECONDS = 5.0
_log = logging.getLogger(__name__)


class Forward:
    """One such port. ``remove`` it: adb keeps it for as long as the phone is attached."""

    def __init__(self, adb: AdbServer, serial: str, port: int) -> None:
        self._adb = adb
        self._serial = serial
        self.port = port

    @classmethod
    def make(cls, adb: AdbServer, serial: str, name: str, cancel: CancelToken) -> Forward:
        """adb accepts connections at once, before anybody listens on the phone. Raises PhoneError."""
        with translated(), adb.client(cancel).make_connection(_SECONDS) as connection:
            connection.send_command(f"host-{adb.target_of(serial)}:forward:tcp:0;localabstract:{name}")
            # Once for the phone, once for the port.
            connection.check_okay()
            connection.check_okay()
            return cls(adb, serial, int(connection.read_string_block()))

    def remove(self) -> None:
        """Best effort: a port whose phone is gone is gone too."""
        try:
            with translated(), self._adb.client(CancelToken()).make_connection(_SECONDS) as connection:
                connection.send_command(f"host-{self._adb.target_of(self._serial)}:killforward:tcp:{self.port}")
                connection.check_okay()
        except (PhoneError, OSError) as error:
            _log.info("a forward was not removed: %s", error)
