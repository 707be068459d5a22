"""The lock screen: a clock, and a PIN pad that counts wrong answers."""

from __future__ import annotations

from typing import Literal

from genie_host.simphone.world.system.base import System
from genie_host.simphone.world.system.state import LockScreen

_TRIES = 5
_LOCKOUT_SECONDS = 30.0
_LONGEST_PIN = 16


class Keyguard(System):
    """The part of the phone that keeps it locked."""

    @property
    def is_locked(self) -> bool:
        """The lock screen is in front."""
        return self.system.lock.is_up

    def set_lock(self, kind: Literal["none", "swipe", "pin"], pin: str = "") -> None:
        """Choose the lock screen; a PIN is of digits, sixteen at the most."""
        self.system.lock = LockScreen(kind=kind, pin=pin, is_up=self.is_locked and kind != "none")
        self.log.append("lock_changed", lock=kind)
        self._changed()

    def wake(self) -> None:
        """Screen on; what was locked is still locked."""
        self.is_screen_on = True
        self._changed()

    def sleep(self) -> None:
        """Screen off, and locked unless there is no lock."""
        self.is_screen_on = False
        self.lock()

    def lock(self) -> None:
        """Bring up the lock screen, without turning the screen off."""
        lock = self.system.lock
        lock.is_up = lock.kind != "none"
        lock.asks_pin, lock.entered, lock.message = False, "", ""
        if lock.is_up:
            self.system.shade, self.system.shows_recents = "closed", False
            self.focus = ""
        self._changed()

    def dismiss_keyguard(self) -> None:
        """Swipe up: in, or to the PIN pad."""
        lock = self.system.lock
        if lock.kind == "pin":
            lock.asks_pin = lock.is_up
        elif lock.is_up:
            self._let_in()
        self._changed()

    def unlock(self, pin: str = "") -> bool:
        """Answer the PIN pad at once; True when the phone is open then."""
        self.dismiss_keyguard()
        if self.is_locked:
            self.system.lock.entered = pin
            self.enter_pin()
        return not self.is_locked

    def press_pin(self, key: str) -> None:
        """A digit of the pad, or ``delete``."""
        lock = self.system.lock
        if not (lock.is_up and lock.asks_pin) or self.now < lock.locked_until:
            return
        if key == "delete":
            lock.entered = lock.entered[:-1]
        elif len(lock.entered) < _LONGEST_PIN:
            lock.entered += key
        self._changed()

    def enter_pin(self) -> None:
        """The pad's *Enter*."""
        lock = self.system.lock
        if not lock.is_up or not lock.entered or self.now < lock.locked_until:
            return
        is_right, lock.entered = lock.entered == lock.pin, ""
        if is_right:
            self._let_in()
            return
        lock.wrong += 1
        lock.message = "Wrong PIN"
        self.log.append("pin_wrong", times=lock.wrong)
        if lock.wrong % _TRIES == 0:
            lock.locked_until = self.now + _LOCKOUT_SECONDS
            self.count_down()
        self._changed()

    def count_down(self) -> None:
        """One second less to wait."""
        lock = self.system.lock
        if self.now < lock.locked_until:
            lock.message = "Try again in {seconds} seconds"
            self._plan(1.0, command="count_down")
        else:
            lock.message = ""

    def leave_pin_pad(self) -> None:
        """Back to the clock."""
        self.system.lock.asks_pin, self.system.lock.entered = False, ""
        self._changed()

    def _let_in(self) -> None:
        lock = self.system.lock
        lock.is_up = lock.asks_pin = False
        lock.wrong, lock.message, lock.entered = 0, "", ""
        self.log.append("unlocked")
        self._changed()
