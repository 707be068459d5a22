"""Puts text into a field: setText first, the clipboard second, and always a look at what the field then shows.

Never an input method of our own: installing one leaves the user's keyboard switched. Never ``input text``: it cannot
write beyond ASCII and goes wherever the focus happens to be.
"""

from __future__ import annotations

import logging
import unicodedata
from typing import Any

from genie_host.core.errors import DeniedByPhone, PhoneError, PhoneRejected
from genie_host.core.screen import AccessibilityNode
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.rpc import RpcClient
from genie_host.phone.selector import selector

_EDITABLE = r".*(EditText|AutoCompleteTextView|SearchAutoComplete)"
_PASSWORD_DOTS = frozenset("•●*")
_log = logging.getLogger(__name__)


class TextInput:
    """The keyboard of one phone, without keys."""

    def __init__(self, link: DeviceLink, rpc: RpcClient, gestures: Gestures) -> None:
        self._link = link
        self._rpc = rpc
        self._gestures = gestures

    def type_text(self, text: str, field: AccessibilityNode | None) -> str:
        """Replace the content of a field, of the focused one when None, and answer with what it shows then.

        Fields may format what they get (a telephone number): the answer can differ in blanks and punctuation. Raises
        PhoneRejected when there is no field or it does not take the text.
        """
        target = self._focus(field)
        _log.info("type %s characters", len(text))
        shown = self._set(target, text)
        if shown is not None and agree(shown, text):
            return shown
        _log.info("the field did not take the text as it is; pasting")
        shown = self._paste(target, text)
        if shown is not None and agree(shown, text):
            return shown
        raise PhoneRejected("The field did not take the text: it may be too short or want another kind of text.")

    def _focus(self, field: AccessibilityNode | None) -> dict[str, Any]:
        """A selector for the field, which has the focus when this returns."""
        if field is None:
            editable = selector(focused=True, classNameMatches=_EDITABLE)
            if self._rpc.call("exist", [editable]):
                return editable
            raise PhoneRejected("No text field is active. Tap the field first.")
        wanted = selector(
            focused=True,
            packageName=field.package_name,
            className=field.class_name,
            resourceId=field.resource_id,
        )
        if not field.is_focused:
            self._gestures.tap(field.bounds.center)
        wait_seconds = self._link.patience.focus_seconds
        limit = self._link.patience.call_seconds + wait_seconds
        if self._rpc.call("waitForExists", [wanted, round(wait_seconds * 1000)], seconds=limit):
            return wanted
        raise PhoneRejected("That is not a text field that can be written into, or it is not there any more.")

    def _set(self, target: dict[str, Any], text: str) -> str | None:
        """First rung; None when the field cannot be read back or refuses."""
        try:
            if not text:
                self._rpc.call("clearTextField", [target])
                # An empty field may answer with its hint.
                return ""
            self._rpc.call("setText", [target, text])
        except (PhoneRejected, DeniedByPhone) as error:
            _log.info("setText: %s", error)
            return None
        return self._read(target)

    def _paste(self, target: dict[str, Any], text: str) -> str | None:
        """Second rung. The user's clipboard is put back, whatever happens."""
        try:
            before = self._rpc.call("getClipboard")
            self._rpc.call("setClipboard", [None, text])
            if self._rpc.call("getClipboard") != text:
                raise PhoneRejected("The phone does not let this computer use its clipboard.")
        except DeniedByPhone as error:
            raise PhoneRejected("The field does not take text, and the phone keeps its clipboard closed.") from error
        try:
            self._rpc.call("clearTextField", [target])
            self._rpc.call("pasteClipboard")
            return self._read(target)
        finally:
            self._put_back(before if isinstance(before, str) else "")

    def _put_back(self, content: str) -> None:
        try:
            self._rpc.call("setClipboard", [None, content])
        except PhoneError as error:
            # Whatever made the paste fail is the better thing to report.
            _log.warning("the clipboard could not be put back: %s", error)

    def _read(self, target: dict[str, Any]) -> str | None:
        try:
            shown = self._rpc.call("getText", [target])
        except PhoneRejected:
            return None
        return shown if isinstance(shown, str) else None


def agree(shown: str, text: str) -> bool:
    """Is this the text? Passwords show dots; formatted fields add or drop blanks and punctuation."""
    if shown == text or _bare(shown) == _bare(text) != "":
        return True
    return len(shown) == len(text) and set(shown) <= _PASSWORD_DOTS


def _bare(text: str) -> str:
    return "".join(character for character in unicodedata.normalize("NFKC", text).casefold() if character.isalnum())
