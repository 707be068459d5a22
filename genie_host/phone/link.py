"""The way to one phone: opens services on it, waits out short losses, and knows the stop button."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from genie_host.core.cancel import CancelToken
from genie_host.core.errors import PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.device_state import READY, error_of_state
from genie_host.phone.patience import Patience
from genie_host.phone.translate import translated


class DeviceLink:
    """One phone by its serial. Not for use from two threads at once."""

    def __init__(self, serial: str, adb: AdbServer, *, cancel: CancelToken, patience: Patience) -> None:
        self.serial = serial
        self.patience = patience
        self._adb = adb
        self._client = adb.client(cancel)

    @property
    def cancel(self) -> CancelToken:
        """The stop button of whoever is using the phone now."""
        return self._client.cancel

    @contextmanager
    def obeying(self, cancel: CancelToken | None) -> Iterator[CancelToken]:
        """For the time of a block, obey another stop button instead, when one is given."""
        before = self._client.cancel
        self._client.cancel = cancel or before
        try:
            yield self._client.cancel
        finally:
            self._client.cancel = before

    def is_ready(self) -> bool:
        """Whether adb lists the phone as usable now."""
        return self._adb.state_of(self.serial) == READY

    def attach(self) -> None:
        """Make sure adb has the phone; a network phone it does not know is connected. Raises what is wrong with it."""
        state = self._adb.state_of(self.serial)
        if state is None and ":" in self.serial:
            self._adb.connect(self.serial, cancel=self.cancel)
        elif state is None and (error := error_of_state(self.serial, state)) is not None:
            raise error
        self.wait_until_ready(self.patience.reconnect_seconds)

    def wait_until_ready(self, seconds: float) -> None:
        """Raises what keeps the phone from being used, when that lasts."""
        self._adb.wait_until_ready(self.serial, seconds=seconds, cancel=self.cancel)

    def open(self, service: str, seconds: float) -> AdbSocket:
        """Open a service such as ``tcp:9008``; the socket's deadline starts here.

        Raises ServerDead when the phone has nobody behind that service, PhoneTimeout, or a PhoneUnavailable. Nothing
        has been asked of the service yet, so a loss of the phone or of the adb server is waited out and tried again.
        """
        try:
            return self._open(service, seconds)
        except PhoneUnavailable:
            self.wait_until_ready(self.patience.reconnect_seconds)
        return self._open(service, seconds)

    def _open(self, service: str, seconds: float) -> AdbSocket:
        self.cancel.check()
        with translated():
            return self._client.open_service(self.serial, service, seconds)
