"""GAP/1's channel to one phone: the confirm activity, its abstract socket, and the content provider behind that."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from genie_host.core.cancel import CancelToken
from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import Cancelled, MessageMalformed, PhoneError, PhoneOffline, PhoneRejected
from genie_host.core.gap import forms
from genie_host.core.gap.answers import Denial, Progress, read_answer, withdrawal
from genie_host.phone.adb import AdbServer
from genie_host.phone.companion import provider
from genie_host.phone.companion.forward import Forward
from genie_host.phone.companion.lines import Lines, PortClosed, TooLong
from genie_host.phone.companion.names import CONFIRM
from genie_host.phone.companion.start import start_activity
from genie_host.phone.companion.watch import ScreenWatch
from genie_host.phone.link import DeviceLink
from genie_host.phone.shell import Shell

_CONNECT_SECONDS = 5.0
"""For the phone to listen after its activity was started."""
_RECONNECT_SECONDS = 1.0
_RETRY_SECONDS = 0.1
_POLL_SECONDS = 0.5
_SILENT_SECONDS = 10.0
"""Without a single line after the start, nobody is going to be asked."""
_LAST_WORD_SECONDS = 0.5
"""For an answer that was on its way when the companion's window went."""
_log = logging.getLogger(__name__)


class CompanionOpener:
    """Makes channels to the companion of one phone."""

    def __init__(self, link: DeviceLink, adb: AdbServer) -> None:
        self._link = link
        self._adb = adb

    def open(self, envelope: bytes, req_id: str) -> CompanionChannel:
        """Hand a request to the companion. Raises PhoneError."""
        channel = CompanionChannel(self._link, self._adb, req_id)
        try:
            channel.start(CONFIRM, envelope)
        except BaseException:
            # It may be on the screen already, where nobody would wait for its answer.
            channel.withdraw()
            raise
        return channel


class CompanionChannel:
    """One request. From the first line on the phone's screen is watched as well."""

    def __init__(self, link: DeviceLink, adb: AdbServer, req_id: str, *, is_watched: bool = True) -> None:
        self._link = link
        self._adb = adb
        self._shell = Shell(link)
        self._req_id = req_id
        self._watch = ScreenWatch(self._shell) if is_watched else None
        self._forward: Forward | None = None
        self._lines: Lines | None = None
        self._speaks_until = Deadline(0.0)
        self._given_up_at: Deadline | None = Deadline(0.0)
        """When a socket that cannot be read is left for the provider; None while it can."""
        self._last = b""
        self._is_shown = False

    def start(self, component: str, request: bytes, flags: Mapping[str, bool] | None = None) -> None:
        """Start the activity and make the way to its socket. Raises PhoneError."""
        name = f"genie.{secrets.token_hex(16)}"
        start_activity(self._shell, component, {"request": forms.b64(request), "socket": name}, flags or {})
        self._given_up_at = Deadline.after(_CONNECT_SECONDS)
        self._speaks_until = Deadline.after(_SILENT_SECONDS)
        try:
            self._forward = Forward.make(self._adb, self._link.serial, name, self._link.cancel)
            self._lines = Lines(self._forward.port)
        except PhoneError as error:
            _log.info("no forward, so the provider is asked: %s", error)

    def next_line(self, timeout_seconds: float, cancel: CancelToken) -> bytes | None:
        """The next line; see ``Channel``. A phone that locks, or shows something else, makes a denial of its own."""
        deadline = Deadline.after(timeout_seconds)
        with self._link.obeying(cancel):
            while True:
                line = self._hear(deadline, cancel)
                if line is not None:
                    self._note(line)
                    return line
                if not self._last and self._speaks_until.is_over:
                    raise PhoneRejected("The companion app was started and showed nothing. Look at the phone.")
                if (ruling := self._looked(cancel)) is not None:
                    return ruling
                if deadline.is_over:
                    return None

    def withdraw(self) -> None:
        """Have the phone close what it shows, by whichever way is open."""
        try:
            if self._lines is not None and self._lines.send(withdrawal(self._req_id)):
                return
            with self._link.obeying(CancelToken()):
                provider.call(self._shell, "cancel", self._req_id)
        except (PhoneError, OSError, Cancelled) as error:
            _log.info("a request could not be withdrawn: %s", error)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        if self._lines is not None:
            self._lines.close()
        if self._forward is not None:
            self._forward.remove()

    def _hear(self, deadline: Deadline, cancel: CancelToken) -> bytes | None:
        """A line by the socket or, where that does not work, from the provider; None when there is none for now."""
        lines = self._lines
        if lines is None:
            return self._poll(deadline, cancel)
        until = Deadline(min(deadline.at, SYSTEM_CLOCK.now() + _POLL_SECONDS))
        try:
            if not lines.is_connected:
                lines.connect()
            line = lines.read(until, cancel)
        except PortClosed as error:
            raise PhoneOffline(
                "The connection to the phone was lost while it was asked, so it counts as no."
            ) from error
        except TooLong as error:
            raise PhoneRejected("The companion app sent what is no answer.") from error
        if line is not None:
            self._given_up_at = None
        elif not lines.is_connected:
            self._lost(cancel)
        return line

    def _lost(self, cancel: CancelToken) -> None:
        """The connection ended: too early, or in the middle. It is tried again for a while."""
        if self._given_up_at is None:
            self._given_up_at = Deadline.after(_RECONNECT_SECONDS)
        if self._given_up_at.is_over:
            self._lines = None
        else:
            cancel.wait(_RETRY_SECONDS)

    def _poll(self, deadline: Deadline, cancel: CancelToken) -> bytes | None:
        line = provider.call(self._shell, "poll", self._req_id)
        if line and line != self._last:
            return line
        if not line and self._last:
            raise PhoneRejected("The companion app ended before there was an answer.")
        cancel.wait(min(_POLL_SECONDS, deadline.remaining_seconds))
        return None

    def _looked(self, cancel: CancelToken) -> bytes | None:
        """A denial in the phone's stead when its screen says so; an answer that was under way comes first."""
        if self._watch is None or not self._is_shown:
            return None
        reason = self._watch.look()
        if reason is None:
            return None
        line = self._hear(Deadline.after(_LAST_WORD_SECONDS), cancel)
        if line is not None:
            self._note(line)
            return line
        self.withdraw()
        return Denial(req_id=self._req_id, reason=reason).line()

    def _note(self, line: bytes) -> None:
        self._last = line
        try:
            self._is_shown = isinstance(read_answer(line), Progress) or self._is_shown
        except MessageMalformed:
            return
