"""Notices a person's finger: the touch screen itself tells of it, and never of touches from a computer.

``getevent`` prints what the kernel's input devices send. What Genie injects enters above them and is not there.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import Cancelled, PersonPresent, PhoneError
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.link import DeviceLink
from genie_host.phone.shell import Shell

_TOUCHED = re.compile(
    rb"\b(?:BTN_TOUCH|BTN_TOOL_FINGER|KEY_POWER|KEY_BACK|KEY_HOMEPAGE|KEY_APPSELECT)\s+DOWN\b"
    rb"|\bABS_MT_TRACKING_ID\s+(?!ffffffff)[0-9a-f]{8}\b"
)
"""A finger that comes down, or one of the keys that change what is on the screen. Volume keys do not count."""
_REOPEN_SECONDS = 5.0
_LONGEST_LINE = 200
PERSON = "Somebody is touching the phone, so Genie has let go of it. Start again when the phone is free."
_log = logging.getLogger(__name__)


class Bystander:
    """Watches the glass of one phone for somebody else's finger, without ever waiting for it."""

    def __init__(self, link: DeviceLink, shell: Shell) -> None:
        self._link = link
        self._shell = shell
        self._stream: AdbSocket | None = None
        self._opened_at: float | None = None
        self._rest = b""
        self._is_watching = False
        self._is_expected = False

    def watch(self) -> None:
        """Begin; what was touched before does not count. A phone that does not tell is done without."""
        self._is_watching = True
        self._read()

    def _open(self) -> None:
        """Begin, or begin again after the connection was lost; not all the time."""
        now = SYSTEM_CLOCK.now()
        if self._opened_at is not None and now - self._opened_at < _REOPEN_SECONDS:
            return
        self._opened_at = now
        try:
            seconds = self._link.patience.ping_seconds
            self._stream = self._shell.start("getevent", "-lq", environment={}, seconds=seconds)
        except Cancelled:
            raise
        except PhoneError as error:
            _log.info("the touch screen of %s cannot be watched: %s", self._link.serial, error)

    def was_here(self) -> bool:
        """Whether somebody has touched the glass since this was last asked."""
        arrived = self._read()
        return arrived and not self._is_expected

    def check(self) -> None:
        """Raise PersonPresent when somebody has."""
        if self.was_here():
            _log.info("somebody is touching %s", self._link.serial)
            raise PersonPresent(PERSON)

    @contextmanager
    def expected(self) -> Iterator[None]:
        """For as long as the user is asked to do something on the phone: their finger is meant to be there."""
        before, self._is_expected = self._is_expected, True
        try:
            yield
        finally:
            self._read()
            self._is_expected = before

    def close(self) -> None:
        """Watch no longer, unless something is asked again."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _read(self) -> bool:
        if self._stream is None:
            if self._is_watching:
                self._open()
            return False
        arrived = self._stream.read_waiting()
        if arrived is None:
            self.close()
            return False
        text = self._rest + arrived
        self._rest = text.rpartition(b"\n")[2][-_LONGEST_LINE:]
        return _TOUCHED.search(text) is not None
