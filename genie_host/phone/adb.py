"""The one place that starts or asks the adb server. A server that already runs is used and never stopped."""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

import adbutils

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import PhoneError, PhoneOffline, PhoneUnauthorized, PhoneUnavailable
from genie_host.phone.adb_program import PORT_VARIABLE, choose_adb, choose_port
from genie_host.phone.adb_socket import AdbSocketClient
from genie_host.phone.device_state import (
    READY,
    DeviceEntry,
    error_of_state,
    find_entry,
    is_network,
    is_shared,
    parse_devices,
)
from genie_host.phone.translate import UNAUTHORIZED, translated

HOST = "127.0.0.1"
_ANSWER_SECONDS = 3.0
_START_SECONDS = 20.0
_CONNECT_SECONDS = 12.0
_PAIR_SECONDS = 20.0
_POLL_SECONDS = 0.1
_HELP_AFTER_SECONDS = 1.0
"""adb finds most phones again by itself within half a second."""
_STARTS_PER_MINUTE = 3
_FOR_EVER_SECONDS = 365 * 24 * 3600.0
_log = logging.getLogger(__name__)


class AdbServer:
    """The adb server on one port of this computer."""

    def __init__(self, *, adb: Path, port: int, environment: Mapping[str, str] | None = None) -> None:
        self.adb = adb
        self.port = port
        self._environment = {**(os.environ if environment is None else environment), PORT_VARIABLE: str(port)}
        self._client = self.client(CancelToken())
        self._started_at: deque[float] = deque(maxlen=_STARTS_PER_MINUTE)

    @classmethod
    def bundled(
        cls, port: int | None = None, *, adb: Path | None = None, environment: Mapping[str, str] | None = None
    ) -> AdbServer:
        """The adb of the adbutils wheel, or the one the user named. Nothing is started yet."""
        return cls(adb=choose_adb(adb), port=choose_port() if port is None else port, environment=environment)

    def client(self, cancel: CancelToken) -> AdbSocketClient:
        """A way to talk to this server that stops when the user says so."""
        client = AdbSocketClient(HOST, self.port)
        client.cancel = cancel
        return client

    def start(self) -> None:
        """Make sure a server answers. Raises PhoneUnavailable when something else holds the port."""
        if self._is_answering():
            return
        now = SYSTEM_CLOCK.now()
        if len(self._started_at) == _STARTS_PER_MINUTE and now - self._started_at[0] < 60.0:
            raise PhoneUnavailable(
                "Another program keeps stopping the adb server. Close other Android tools, or give Genie a port of "
                f"its own with {PORT_VARIABLE}."
            )
        self._started_at.append(now)
        self._spawn()
        deadline = Deadline.after(_START_SECONDS)
        while not self._is_answering():
            if deadline.is_over:
                raise self._no_start()
            SYSTEM_CLOCK.sleep(_POLL_SECONDS)

    def devices(self) -> tuple[DeviceEntry, ...]:
        """Every phone the server knows, whatever its state."""
        self.start()
        with translated(), self._client.make_connection(_ANSWER_SECONDS) as connection:
            connection.send_command("host:devices-l")
            connection.check_okay()
            listing = connection.read_string_block()
        return parse_devices(listing)

    def track(self, cancel: CancelToken) -> Iterator[tuple[DeviceEntry, ...]]:
        """Every phone, at once and again whenever one comes, goes or changes its state. Ends by raising Cancelled, or a
        PhoneUnavailable when the server goes away.
        """
        self.start()
        with translated(), self.client(cancel).make_connection(_FOR_EVER_SECONDS) as connection:
            connection.send_command("host:track-devices-l")
            connection.check_okay()
            while True:
                yield parse_devices(connection.read_string_block())

    def version(self) -> int | None:
        """The protocol version of the server that runs, 41 for all since 2018; None when none runs. Starts nothing.

        Raises PhoneUnavailable when another program holds the port.
        """
        return self._version()

    def connect(self, address: str, *, seconds: float = _CONNECT_SECONDS, cancel: CancelToken | None = None) -> str:
        """Attach a phone over the network, ``127.0.0.1:5601``; the answer is its serial."""
        # adb calls a dead entry "already connected": take it off first.
        if (state := self.state_of(address)) == READY:
            return address
        if state is not None:
            self.disconnect(address)
        with translated():
            answer = self.client(cancel or CancelToken()).connect(address, timeout=seconds)
        if "authenticate" in answer:
            raise PhoneUnauthorized(UNAUTHORIZED)
        if "connected to" not in answer:
            raise PhoneOffline(f"Nothing that is a phone answers at {address}. Check the address and the port.")
        return address

    def pair(self, address: str, code: str, *, cancel: CancelToken) -> str:
        """Make the phone that waits at an address trust this computer; the answer is the name it goes by from then on.

        Raises PhoneUnauthorized for a wrong code, PhoneOffline when nobody waits there.
        """
        self.start()
        with translated(), self.client(cancel).make_connection(_PAIR_SECONDS) as connection:
            connection.send_command(f"host:pair:{code}:{address}")
            connection.check_okay()
            # A success comes as its length and words; a failure with FAIL before both.
            start = connection.read_string(4)
            size = int(connection.read_string(4) if start == "FAIL" else start or "0", 16)
            answer = connection.read_string(size)
        if start != "FAIL" and "paired" in answer:
            return answer.rpartition("guid=")[2].strip(" ]\n") if "guid=" in answer else ""
        if "assword" in answer:
            raise PhoneUnauthorized(
                "The phone did not take the pairing code. A code is good for one try: let the phone show a new one."
            )
        raise PhoneOffline(
            f"No phone waits to be paired at {address}. The page with the code must stay open on the phone, and its "
            "address is not the one under 'IP address & Port'."
        )

    def disconnect(self, address: str) -> None:
        """Take a network phone off the list; nothing happens when it is not on it."""
        with translated():
            self._client.disconnect(address)

    def state_of(self, serial: str) -> str | None:
        """How a phone is listed now; None when it is not. Raises PhoneUnavailable for a serial that two phones have."""
        entry = find_entry(serial, self.devices())
        return entry.state if entry is not None else None

    def target_of(self, name: str) -> str:
        """How the server is told which phone is meant: by its serial, or by its connection's number when the name is no
        serial, or two phones have that serial. Numbers change with each reconnect, so this is asked anew after one.
        """
        devices = self.devices()
        entry = find_entry(name, devices)
        if entry is None or not entry.transport_id or (name == entry.serial and not is_shared(entry, devices)):
            return f"serial:{name}"
        return f"transport-id:{entry.transport_id}"

    def kick(self, name: str, *, seconds: float, cancel: CancelToken) -> None:
        """Cut and make anew the connection to a phone that adb calls ready though nothing comes through."""
        if is_network(name):
            self.disconnect(name)
            self._help_back(name, seconds, cancel)
            return
        with translated(), self.client(cancel).make_connection(_ANSWER_SECONDS) as connection:
            connection.send_command(f"host-{self.target_of(name)}:reconnect")
            connection.check_okay()

    def wait_until_ready(self, serial: str, *, seconds: float, cancel: CancelToken) -> None:
        """Wait for a phone that is coming up; raises what keeps it from being used when it does not."""
        deadline = Deadline.after(seconds)
        helps_at = SYSTEM_CLOCK.now() + _HELP_AFTER_SECONDS
        while (state := self.state_of(serial)) not in (READY, "unauthorized") and not deadline.is_over:
            if state in (None, "offline") and SYSTEM_CLOCK.now() >= helps_at:
                self._help_back(serial, max(1.0, deadline.remaining_seconds), cancel)
                # A network phone may need several tries; a USB phone is asked to reconnect once.
                helps_at = SYSTEM_CLOCK.now() + _HELP_AFTER_SECONDS if is_network(serial) else deadline.at
            cancel.wait(_POLL_SECONDS)
        if (error := error_of_state(serial, state)) is not None:
            raise error

    def stop_if_own(self) -> None:
        """Stop the server when this object started it; for private servers of tests and benchmarks."""
        if self._started_at:
            with translated():
                self._client.server_kill()
            self._started_at.clear()
            deadline = Deadline.after(_ANSWER_SECONDS)
            while self._is_answering() and not deadline.is_over:
                SYSTEM_CLOCK.sleep(_POLL_SECONDS)

    def _help_back(self, serial: str, seconds: float, cancel: CancelToken) -> None:
        """adb gives some phones up that would answer if asked anew: network phones, and USB phones gone offline."""
        try:
            if is_network(serial):
                self.connect(serial, seconds=seconds, cancel=cancel)
            else:
                with translated(), self._client.make_connection(_ANSWER_SECONDS) as connection:
                    connection.send_command("host:reconnect-offline")
                    connection.check_okay()
        except PhoneError as error:
            _log.info("phone %s is not back yet: %s", serial, error)

    def _is_answering(self) -> bool:
        """True for an adb server, False for a free port; raises when another program listens there."""
        return self._version() is not None

    def _version(self) -> int | None:
        try:
            probe = self._client.make_connection(_ANSWER_SECONDS)
        except OSError:
            return None
        try:
            with probe:
                probe.send_command("host:version")
                probe.check_okay()
                return int(probe.read_string_block(), 16)
        except ConnectionResetError:
            # A server that is just going away.
            return None
        except (OSError, EOFError, ValueError, adbutils.AdbError) as error:
            raise PhoneUnavailable(
                f"Port {self.port} is held by a program that does not answer as an adb server. Close it, or choose "
                f"another port with {PORT_VARIABLE}."
            ) from error

    def _spawn(self) -> None:
        command = [str(self.adb), "-P", str(self.port), "start-server"]
        _log.info("starting the adb server on port %s", self.port)
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        with translated():
            # No pipes: the server would inherit them and keep them open.
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_START_SECONDS,
                check=False,
                env=self._environment,
                creationflags=flags,
                start_new_session=sys.platform != "win32",
            )
        if done.returncode != 0:
            raise self._no_start()

    def _no_start(self) -> PhoneUnavailable:
        # It writes its key into the home folder and gives up when it cannot.
        return PhoneUnavailable(
            f"adb could not start its server on port {self.port}. Check that your home folder can be written to, or "
            f"choose another port with {PORT_VARIABLE}."
        )


def free_port() -> int:
    """A port nobody listens on, for a private server."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
