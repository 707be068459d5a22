"""Tells a phone that is slow from one whose connection froze: adb goes on calling that one ready, and waits for ever.

Whoever waits for bytes of the phone asks for a beat when none came for a while: another stream is opened to the phone's
adbd itself, which answers at once however busy apps and shell are. While nobody waits, as when the model thinks, a
``Vigil`` asks.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genie_host.core.clock import SYSTEM_CLOCK
from genie_host.core.errors import Cancelled, PhoneError, PhoneOffline, PhoneTimeout
from genie_host.phone.adb_socket import AdbSocket

FROZEN = "The connection to the phone froze. Plug the cable in again, or bring the phone back into the Wi-Fi."
SERVICE = "sync:"
"""Answered by adbd without starting a program."""
_POLL_SECONDS = 0.1
_log = logging.getLogger(__name__)


class Heartbeat:
    """Of one phone. For several threads."""

    def __init__(self, open_stream: Callable[[str, float], AdbSocket], after_seconds: float, answer_seconds: float):
        self._open_stream = open_stream
        self.after_seconds = after_seconds
        """Silence that is taken without a question."""
        self._answer_seconds = answer_seconds
        self._heard_at = SYSTEM_CLOCK.now()
        self._answered_at = 0.0
        self._hushed = 0
        self._lock = threading.Lock()
        self.is_frozen = False
        """The last beat got no answer, and nobody has mended the connection since."""

    def heard(self) -> None:
        """The phone has sent something."""
        self._heard_at = SYSTEM_CLOCK.now()

    @property
    def due_in_seconds(self) -> float:
        """Until the phone has been silent for so long that a beat is wanted; negative or 0 when it has been."""
        if self._hushed:
            return self.after_seconds or _POLL_SECONDS
        return self.after_seconds - (SYSTEM_CLOCK.now() - self._heard_at)

    @contextmanager
    def hushed(self) -> Iterator[None]:
        """While the phone is flooded with data: a beat would queue behind them, and be late for no fault of its own."""
        self._hushed += 1
        try:
            yield
        finally:
            self._hushed -= 1
            self.heard()

    def beat(self) -> None:
        """Return when the phone answers; raises PhoneOffline when it does not, or another PhoneUnavailable.

        Who asks while another thread's beat is under way gets the answer of that one.
        """
        asked_at = SYSTEM_CLOCK.now()
        with self._lock:
            if self._answered_at < asked_at:
                self._beat()
            if self.is_frozen:
                raise PhoneOffline(FROZEN)

    def _beat(self) -> None:
        try:
            self._open_stream(SERVICE, self._answer_seconds).close()
            self.is_frozen = False
            self.heard()
        except PhoneTimeout:
            # One that was caught by a flood proves nothing.
            self.is_frozen = not self._hushed
        except PhoneError as error:
            # Not frozen, but lost or refused: the waiting stream is as dead, and says so itself.
            _log.info("a heartbeat was answered by: %s", error)
        finally:
            self._answered_at = SYSTEM_CLOCK.now()


class Vigil:
    """Feels the pulse for as long as nobody talks to the phone, in a thread of its own.

    What it finds is told at once and mended by whoever wants the phone next.
    """

    def __init__(self, heartbeat: Heartbeat, on_frozen: Callable[[str], None]) -> None:
        self._heartbeat = heartbeat
        self._on_frozen = on_frozen
        self._is_over = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Once; a second time changes nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._watch, name="genie-heartbeat", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """A beat under way is not waited for: it may last, and harms nobody."""
        self._is_over.set()

    def _watch(self) -> None:
        heartbeat = self._heartbeat
        pause = heartbeat.after_seconds
        while not self._is_over.wait(pause):
            if (pause := heartbeat.due_in_seconds) > 0:
                continue
            pause = heartbeat.after_seconds or _POLL_SECONDS
            was_frozen = heartbeat.is_frozen
            try:
                heartbeat.beat()
            except PhoneError as error:
                if not (was_frozen or self._is_over.is_set()):
                    self._on_frozen(str(error))
            except Cancelled:
                # Stopped by the user: what is still to be put right on the phone is watched as well.
                continue
