"""Puts text into a field: setText first, the clipboard second, a keyboard of ours third and only with consent.

Whatever way, the field is read back, and what it shows is the answer. Never ``input text``: it cannot write beyond
ASCII and goes wherever the focus happens to be. The text itself is in no log.
"""

from __future__ import annotations

import logging
from typing import Any

from genie_host.core.errors import DeniedByPhone, PhoneRejected
from genie_host.core.geometry import Point
from genie_host.core.screen import AccessibilityNode
from genie_host.phone.clipboard import Clipboard
from genie_host.phone.focus import Focus
from genie_host.phone.gestures import Gestures
from genie_host.phone.link import DeviceLink
from genie_host.phone.lock_pad import FIELD_IDS, USERS_OWN, is_lock_field
from genie_host.phone.own_keyboard import OwnKeyboard
from genie_host.phone.phone import EditorAction
from genie_host.phone.rpc import RpcClient
from genie_host.phone.selector import never_touched, selector
from genie_host.phone.typed import FIELD_RULES, Typed, compared
from genie_host.phone.windows import SYSTEM_UI

UNREAD = "The field did not take the text, and it cannot be read back."
SECRETS_OWN = "The field takes no secret from a computer without others on the phone seeing it. Enter it on the phone."
_EDITABLE = r".*(EditText|AutoCompleteTextView|SearchAutoComplete)"
_log = logging.getLogger(__name__)


class TextInput:
    """The keyboard of one phone, without keys."""

    def __init__(
        self, link: DeviceLink, rpc: RpcClient, gestures: Gestures, clipboard: Clipboard, keyboard: OwnKeyboard
    ) -> None:
        self._rpc = rpc
        self._gestures = gestures
        self._clipboard = clipboard
        self._keyboard = keyboard
        self._focus = Focus(link, rpc, gestures)

    def type_text(self, text: str, field: AccessibilityNode | None, at: Point | None = None) -> str:
        """Replace the content of a field, of the focused one when None, and answer with what it shows then.

        Fields may format what they get (a telephone number): the answer can differ in blanks and punctuation. Raises
        PhoneRejected when there is no field or it does not take the text; the message says what it took.
        """
        target = self._target(field, at)
        _log.info("type %s characters", len(text))
        return self._put(target, text, field)

    def append_text(self, text: str, field: AccessibilityNode | None, at: Point | None = None) -> str:
        """Write after what is in a field already."""
        target = self._target(field, at)
        if field is not None and field.is_password:
            raise PhoneRejected("What is in this field cannot be read, so nothing can be added to it. Replace it.")
        _log.info("append %s characters", len(text))
        return self._put(target, self._content(target, field) + text, field)

    def submit(self, action: EditorAction) -> None:
        """What the keyboard's action key does: search, send, go, done, or on to the next field.

        Raises PhoneRejected where Enter only starts a new line; the line is taken back then.
        """
        target = selector(focused=True, classNameMatches=_EDITABLE)
        if not self._rpc.call("exist", [target]):
            raise PhoneRejected("No text field is active. Tap the field first.")
        if action == "next":
            self._gestures.press_key("tab")
            return
        before = self._content(target, None)
        self._gestures.press_key("enter")
        try:
            after = self._rpc.call("getText", [target]) if self._rpc.call("exist", [target]) else None
        except PhoneRejected:
            # The field went away with what was in it: it was sent.
            return
        if isinstance(after, str) and after.count("\n") > before.count("\n"):
            self._gestures.press_key("delete")
            raise PhoneRejected("Enter starts a new line in this field. Tap the button beside it instead.")

    def _put(self, target: dict[str, Any], text: str, field: AccessibilityNode | None) -> str:
        is_secret = field is not None and field.is_password
        typed = self._set(target, text, field)
        if typed is None or not (typed.is_taken or typed.fate in FIELD_RULES):
            _log.info("the field did not take the text as it is; pasting")
            typed = self._paste(target, text, field) or typed
        # What a keyboard of ours is to type goes to it in a command line, which others on the phone can read.
        may_bring = self._keyboard.is_allowed and not is_secret
        if may_bring and (typed is None or not (typed.is_taken or typed.fate in FIELD_RULES)):
            _log.info("the field did not take the clipboard either; using a keyboard of ours")
            self._keyboard.type_text(text)
            typed = self._read(target, text, field) or typed
        if typed is None:
            raise PhoneRejected(SECRETS_OWN if is_secret else UNREAD)
        if not typed.is_taken:
            raise PhoneRejected(typed.complaint(is_secret=is_secret))
        return typed.shown

    def _target(self, field: AccessibilityNode | None, at: Point | None) -> dict[str, Any]:
        """A selector for the field, which has the focus when this returns."""
        if field is None:
            editable = selector(focused=True, classNameMatches=_EDITABLE)
            if self._rpc.call("exist", [editable]):
                self._refuse_lock_screen()
                return editable
            raise PhoneRejected("No text field is active. Tap the field first.")
        if is_lock_field(field):
            raise PhoneRejected(USERS_OWN)
        return self._focus.give(field, at)

    def _refuse_lock_screen(self) -> None:
        """The field that has the focus must not be the lock screen's."""
        if not self._rpc.call("exist", [selector(focused=True, packageName=SYSTEM_UI)]):
            return
        for name in FIELD_IDS:
            if self._rpc.call("exist", [selector(focused=True, resourceId=f"{SYSTEM_UI}:id/{name}")]):
                raise PhoneRejected(USERS_OWN)

    def _set(self, target: dict[str, Any], text: str, field: AccessibilityNode | None) -> Typed | None:
        """First rung; None when the field cannot be read back or refuses."""
        try:
            if text:
                self._rpc.call("setText", [never_touched(target), text])
            else:
                self._rpc.call("clearTextField", [target])
        except (PhoneRejected, DeniedByPhone) as error:
            _log.info("setText: %s", error)
            return None
        return self._read(target, text, field)

    def _paste(self, target: dict[str, Any], text: str, field: AccessibilityNode | None) -> Typed | None:
        """Second rung. The user's clipboard is put back, whatever happens."""
        try:
            with self._clipboard.holding(text):
                self._rpc.call("clearTextField", [target])
                self._rpc.call("pasteClipboard")
                return self._read(target, text, field)
        except PhoneRejected as error:
            if self._keyboard.is_allowed or (field is not None and field.is_password):
                _log.info("pasting: %s", error)
                return None
            raise PhoneRejected(f"The field does not take text. {error}") from error

    def _content(self, target: dict[str, Any], field: AccessibilityNode | None) -> str:
        """What is in a field, its hint not counted."""
        shown = self._rpc.call("getText", [target])
        content = shown if isinstance(shown, str) else ""
        return "" if field is not None and content == field.hint else content

    def _read(self, target: dict[str, Any], text: str, field: AccessibilityNode | None) -> Typed | None:
        try:
            shown = self._rpc.call("getText", [target])
        except PhoneRejected:
            return None
        if not text and isinstance(shown, str) and (field is None or shown == (field.hint or shown)):
            # An empty field answers with its hint, which not every phone tells beforehand.
            shown = ""
        return compared(shown, text, field.hint if field is not None else "") if isinstance(shown, str) else None
