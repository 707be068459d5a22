"""A keyboard of ours for fields that take nothing else, used only with the user's consent and given back at once.

It is the one in uiautomator2's package. Which keyboard the user had is on disk before it is changed, so that the next
run gives it back when this one could not.
"""

from __future__ import annotations

import base64
import logging
from functools import cache
from importlib.resources import files

from genie_host.core.clock import Deadline
from genie_host.core.errors import PhoneRejected
from genie_host.phone.journal import Journal
from genie_host.phone.link import DeviceLink
from genie_host.phone.push import push
from genie_host.phone.settings import BorrowedSettings, read_setting
from genie_host.phone.shell import Shell

KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
_PACKAGE_FILE = "/data/local/tmp/genie-keyboard.apk"
_DONE = "result=-1"
_POLL_SECONDS = 0.1
_MOST_AT_ONCE = 500
"""Characters in one broadcast; long command lines are cut on some phones."""
_log = logging.getLogger(__name__)


@cache
def package_file() -> bytes:
    """The keyboard's package as uiautomator2 ships it."""
    return (files("uiautomator2") / "assets" / "app-uiautomator.apk").read_bytes()


class OwnKeyboard:
    """Types into the focused field of one phone."""

    is_allowed = False
    """The user has agreed that a keyboard is installed and used for a moment."""

    def __init__(self, link: DeviceLink, shell: Shell, journal: Journal | None = None) -> None:
        self._link = link
        self._shell = shell
        self._journal = journal or Journal.of_phone(link.serial)

    def type_text(self, text: str) -> None:
        """Replace the content of the focused field; the user's keyboard is back afterwards.

        Raises PhoneRejected without consent, and when the phone does not take the keyboard.
        """
        if not self.is_allowed:
            raise PhoneRejected("Typing this needs a keyboard of Genie's own, which was not agreed to.")
        self._install()
        settings = BorrowedSettings(self._shell, self._journal)
        settings.use_keyboard(KEYBOARD)
        try:
            self._wait_until_used()
            self._send("ADB_KEYBOARD_CLEAR_TEXT")
            for start in range(0, len(text), _MOST_AT_ONCE):
                part = base64.b64encode(text[start : start + _MOST_AT_ONCE].encode()).decode()
                self._send("ADB_KEYBOARD_INPUT_TEXT", "--es", "text", part)
        finally:
            settings.restore(lambda change: change.kind == "keyboard")
            self._shell.do("ime", "disable", KEYBOARD)

    def give_back(self) -> bool:
        """Give back the user's keyboard where an earlier run could not; whether there was one to give back."""
        if not any(change.kind == "keyboard" for change in self._journal.pending):
            return False
        settings = BorrowedSettings(self._shell, self._journal)
        return bool(settings.restore(lambda change: change.kind == "keyboard"))

    def _install(self) -> None:
        if KEYBOARD in self._shell.ask("ime", "list", "-s", "-a").text.split():
            return
        _log.info("installing a keyboard on %s", self._link.serial)
        seconds = self._link.patience.push_seconds
        push(self._link, package_file(), _PACKAGE_FILE, seconds=seconds)
        result = self._shell.do("pm", "install", "-r", "-t", _PACKAGE_FILE, seconds=seconds)
        self._shell.do("rm", "-f", _PACKAGE_FILE)
        if b"Success" not in result.output:
            raise PhoneRejected(
                "The phone does not let a keyboard be installed. Allow installing over USB, or type it."
            )

    def _wait_until_used(self) -> None:
        deadline = Deadline.after(self._link.patience.focus_seconds)
        while read_setting(self._shell, "secure", "default_input_method") != KEYBOARD:
            if deadline.is_over:
                raise PhoneRejected("The phone does not switch to another keyboard.")
            self._link.cancel.wait(_POLL_SECONDS)

    def _send(self, action: str, *extras: str) -> None:
        """The text is in the command, so the command is in no log."""
        result = self._shell.do("am", "broadcast", "-a", action, *extras, is_secret=True)
        if _DONE.encode() not in result.output:
            raise PhoneRejected("The keyboard does not answer. Tap the field, then try again.")
