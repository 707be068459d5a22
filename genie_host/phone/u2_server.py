"""The automation server on the phone: uiautomator2's u2.jar, started by the shell, answering on tcp:9008.

It holds the phone's only UiAutomation slot: other accessibility services pause while it runs, and a second tool that
wants the slot is refused. So it serves one run after the other for as long as the phone is held, and is ended with that
when Genie started it, also in an earlier run that crashed: the journal knows. A server that somebody else started is
used and left alone.
"""

from __future__ import annotations

import hashlib
import logging
from collections import deque
from functools import cache
from importlib.resources import files

from genie_host.core.clock import SYSTEM_CLOCK, Deadline
from genie_host.core.errors import AutomationBusy, PhoneError, PhoneTimeout, PhoneUnavailable, ServerDead
from genie_host.phone.adb_socket import AdbSocket
from genie_host.phone.http_exchange import exchange
from genie_host.phone.journal import Change, Journal
from genie_host.phone.link import DeviceLink
from genie_host.phone.push import push
from genie_host.phone.shell import Shell
from genie_host.phone.slot import OWN_PROGRAM, holders
from genie_host.phone.translate import BUSY, translated

SERVICE = "tcp:9008"
_PORT = "9008"
_JAR = "/data/local/tmp/u2.jar"
STARTED = Change(kind="automation", name="u2", before=None, ours="started")
"""The journal's line for a server that Genie started."""
_POLL_SECONDS = 0.05
_RESTARTS_PER_MINUTE = 4
_OUTPUT_KEPT = 4096
_log = logging.getLogger(__name__)


@cache
def jar() -> bytes:
    """The server as uiautomator2 ships it."""
    return (files("uiautomator2") / "assets" / "u2.jar").read_bytes()


class AutomationServer:
    """Starts, stops and feels the pulse of the server on one phone."""

    def __init__(self, link: DeviceLink, shell: Shell, journal: Journal | None = None) -> None:
        """``journal``: where it is noted that Genie started the server; without one an earlier run is not known."""
        self._link = link
        self._journal = journal
        self._is_leftover = False
        self._shell = shell
        self._process: AdbSocket | None = None
        self._output = bytearray()
        self._restarted_at: deque[float] = deque(maxlen=_RESTARTS_PER_MINUTE)

    @property
    def is_ours(self) -> bool:
        """This object started it and its process has not ended, or an earlier run of Genie's left it behind."""
        return self._process is not None or self._is_leftover

    def ensure_running(self) -> None:
        """Start it unless it answers. Raises AutomationBusy, ServerDead, PhoneTimeout or a PhoneUnavailable."""
        if self.is_answering():
            self._is_leftover = self._process is None and self._journal is not None and STARTED in self._journal.pending
        else:
            self._copy_jar()
            self._start()

    def restart(self) -> None:
        """Stop and start it; gives up when it dies again and again."""
        now = SYSTEM_CLOCK.now()
        if len(self._restarted_at) == _RESTARTS_PER_MINUTE and now - self._restarted_at[0] < 60.0:
            raise ServerDead("The automation server on the phone keeps dying. Restart the phone, then try again.")
        self._restarted_at.append(now)
        _log.info("restarting the automation server on %s", self._link.serial)
        self.stop()
        self._copy_jar()
        self._start()

    def is_answering(self) -> bool:
        """True when it says pong in time. Raises PhoneTimeout when not even the way to it answers."""
        return self._get("/ping") == b"pong"

    def stop(self) -> bool:
        """End it, also when it hangs and when it outlived the shell that started it. True when it is gone for sure."""
        try:
            is_hanging = self._get("/stop") == b""
            deadline = Deadline.after(self._link.patience.ping_seconds)
            while not is_hanging and self._get("/ping") is not None:
                is_hanging = deadline.is_over
                self._link.cancel.wait(_POLL_SECONDS)
        finally:
            self._let_go()
        if is_hanging:
            self._kill()
            deadline = Deadline.after(self._link.patience.ping_seconds)
            while (is_there := self._get("/ping") is not None) and not deadline.is_over:
                self._link.cancel.wait(_POLL_SECONDS)
            if is_there:
                _log.warning("the automation server on %s does not end", self._link.serial)
                return False
        if self._journal is not None:
            self._journal.forget(STARTED)
        self._is_leftover = False
        return True

    def close(self) -> bool:
        """Leave the phone as it was: end the server if Genie started it and the phone is still there.

        False when it may still run.
        """
        is_ours = self.is_ours
        try:
            if is_ours and self._link.is_ready():
                return self.stop()
            return not is_ours
        except PhoneError as error:
            # Nothing is left to be done about a phone that is away or frozen.
            _log.info("the automation server on %s could not be ended: %s", self._link.serial, error)
            return False
        finally:
            self._let_go()

    def drain(self) -> None:
        """Take what the process printed, so that it never blocks on a full pipe; notices its end."""
        if self._process is None:
            return
        arrived = self._process.read_waiting()
        if arrived is None:
            self._let_go()
        elif arrived:
            self._output = (self._output + arrived)[-_OUTPUT_KEPT:]

    def _let_go(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _get(self, path: str) -> bytes | None:
        """The body of an answer: empty when it does not come or is none, None when nobody listens on the port."""
        try:
            stream = self._link.open(SERVICE, self._link.patience.ping_seconds)
        except ServerDead:
            return None
        try:
            with translated():
                answer = exchange(stream, "GET", path)
        except PhoneUnavailable:
            raise
        except PhoneError as error:
            _log.info("GET %s: %s", path, error)
            return b""
        finally:
            stream.close()
        return answer.body if answer.status == 200 else b""

    def _copy_jar(self) -> None:
        printed = self._shell.ask("toybox", "md5sum", _JAR).text
        # S324: this is the phone's own tool to see whether a file is the same; it guards against nothing.
        if hashlib.md5(jar(), usedforsecurity=False).hexdigest() not in printed:
            _log.info("copying the automation server to %s", self._link.serial)
            push(self._link, jar(), _JAR, seconds=self._link.patience.push_seconds)

    def _kill(self) -> None:
        """End the process on this phone that is the server on our port, whatever it is busy with."""
        # The brackets keep the pattern from matching the shell that runs this.
        pattern = f"[{OWN_PROGRAM[0]}]{OWN_PROGRAM[1:]} -p {_PORT}"
        self._shell.ask("pkill", "-f", pattern, seconds=self._link.patience.ping_seconds)

    def _start(self) -> None:
        try:
            self._start_once()
        except AutomationBusy:
            # Our own kind without an answer is a leftover that hangs; another tool's server is never touched.
            if not any(holder.is_own_kind for holder in holders(self._shell)):
                raise
            _log.info("ending a leftover automation server on %s", self._link.serial)
            self._kill()
            deadline = Deadline.after(self._link.patience.ping_seconds)
            while any(holder.is_own_kind for holder in holders(self._shell)) and not deadline.is_over:
                self._link.cancel.wait(_POLL_SECONDS)
            self._start_once()

    def _start_once(self) -> None:
        deadline = Deadline.after(self._link.patience.start_seconds)
        self._let_go()
        self._output.clear()
        if self._journal is not None:
            self._journal.note(STARTED)
        self._process = self._shell.start(
            *("app_process", "/", OWN_PROGRAM, "-p", _PORT),
            environment={"CLASSPATH": _JAR},
            seconds=self._link.patience.shell_seconds,
        )
        try:
            self._wait_for_sign_of_life(deadline)
        except BaseException:
            self._let_go()
            if self._journal is not None:
                self._journal.forget(STARTED)
            raise

    def _wait_for_sign_of_life(self, deadline: Deadline) -> None:
        while not self.is_answering():
            self.drain()
            if b"already registered" in self._output:
                raise self._busy()
            if self._process is None:
                raise ServerDead("The automation server on the phone does not start. Restart the phone and try again.")
            if deadline.is_over:
                raise PhoneTimeout("The automation server on the phone does not come up. Restart the phone.")
            self._link.cancel.wait(_POLL_SECONDS)

    def _busy(self) -> AutomationBusy:
        """With the names of those who may hold the slot."""
        named = ", ".join(dict.fromkeys(str(holder) for holder in holders(self._shell)))
        return AutomationBusy(f"The phone is automated by {named}. Close it, then try again." if named else BUSY)
