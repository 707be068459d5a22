"""The way to one phone: opens services on it, waits out short losses, and knows the stop button."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import PhoneOffline, PhoneUnavailable
from genie_host.phone.adb import AdbServer
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.device_state import READY, error_of_state, is_network
from genie_host.phone.heartbeat import Heartbeat, Vigil
from genie_host.phone.patience import Patience
from genie_host.phone.translate import translated

_log = logging.getLogger(__name__)


class DeviceLink:
    """One phone by its serial, or another of its names in ``DeviceEntry.names``. From one thread at a time."""

    def __init__(self, serial: str, adb: AdbServer, *, cancel: CancelToken, patience: Patience) -> None:
        self.serial = serial
        self.patience = patience
        self._adb = adb
        self._client = adb.client(cancel)
        self._heartbeat = Heartbeat(self._open_bare, patience.silent_seconds, patience.beat_seconds)
        self._target: str | None = None
        """As the adb server is told; None when that is to be asked anew."""
        self._recovered_at: deque[float] = deque(maxlen=patience.recoveries_per_minute)

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

    @property
    def is_frozen(self) -> bool:
        """The phone was found not to answer; the next service that is opened makes the connection anew first."""
        return self._heartbeat.is_frozen

    def vigil(self, on_frozen: Callable[[str], None] = _log.warning) -> Vigil:
        """Watches the connection also while nothing is asked of the phone; ``on_frozen`` is called by its thread."""
        return Vigil(self._heartbeat, on_frozen)

    def is_ready(self) -> bool:
        """Whether adb lists the phone as usable now."""
        return self._adb.state_of(self.serial) == READY

    def attach(self) -> None:
        """Make sure adb has the phone; a network phone it does not know is connected. Raises what is wrong with it."""
        state = self._adb.state_of(self.serial)
        if state is None and is_network(self.serial):
            self._adb.connect(self.serial, cancel=self.cancel)
        elif state is None and (error := error_of_state(self.serial, state)) is not None:
            raise error
        # Keys are exchanged while the phone is "authorizing"; a person who has to tap something needs a moment.
        is_new = state == "authorizing"
        self.wait_until_ready(self.patience.authorize_seconds if is_new else self.patience.reconnect_seconds)

    def wait_until_ready(self, seconds: float) -> None:
        """Raises what keeps the phone from being used, when that lasts."""
        self._target = None
        self._adb.wait_until_ready(self.serial, seconds=seconds, cancel=self.cancel)

    def recover(self) -> None:
        """Bring a lost phone back, within the budget for that; raises a PhoneUnavailable when it does not come.

        Nothing that was asked of the phone is repeated here.
        """
        now = SYSTEM_CLOCK.now()
        limit = self.patience.recoveries_per_minute
        if len(self._recovered_at) == limit and now - self._recovered_at[0] < 60.0:
            raise PhoneOffline(
                "The connection to the phone breaks again and again. Try another cable or port, or a better Wi-Fi."
            )
        self._recovered_at.append(now)
        if self._heartbeat.is_frozen:
            _log.info("the connection to %s is frozen and made anew", self.serial)
            self._adb.kick(self.serial, seconds=self.patience.reconnect_seconds, cancel=self.cancel)
            self._heartbeat.is_frozen = False
        self.wait_until_ready(self.patience.reconnect_seconds)

    @contextmanager
    def flood(self, service: str, seconds: float) -> Iterator[AdbSocket]:
        """A stream for so much data to the phone that a heartbeat would have to queue behind it: there is none."""
        with self._heartbeat.hushed():
            stream = self.open(service, seconds)
            stream.pulse = None
            try:
                yield stream
            finally:
                stream.close()

    def open(self, service: str, seconds: float) -> AdbSocket:
        """Open a service such as ``tcp:9008``; the socket's deadline starts here.

        Raises ServerDead when the phone has nobody behind that service, PhoneTimeout, or a PhoneUnavailable. Nothing
        has been asked of the service yet, so a loss of the phone or of the adb server is waited out and tried again.
        A wait on the socket finds out when the connection froze.
        """
        try:
            return self._open(service, seconds)
        except PhoneUnavailable as error:
            _log.info("recovering after: %s", error)
            self.recover()
        return self._open(service, seconds)

    def _open(self, service: str, seconds: float) -> AdbSocket:
        self.cancel.check()
        if self._heartbeat.is_frozen:
            self.recover()
        with translated():
            return self._client.open_service(self._addressed(), service, seconds, self._heartbeat)

    def _open_bare(self, service: str, seconds: float) -> AdbSocket:
        """Without recovery and without a heartbeat of its own."""
        with translated():
            return self._client.open_service(self._addressed(), service, seconds)

    def _addressed(self) -> str:
        if self._target is None:
            self._target = self._adb.target_of(self.serial)
        return self._target
