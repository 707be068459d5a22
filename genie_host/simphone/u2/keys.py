"""Methods that press keys and move text: key names and codes, the clipboard, the focused field."""

from __future__ import annotations

from genie_host.simphone.keycodes import U2_KEYS
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.java import INT, STRING, null_pointer
from genie_host.simphone.u2.method import MethodTable, denied, only, overload

_CLIPBOARD_MESSAGE = "Package android does not belong to 2000"
_CONTROL, _SHIFT = 0x7000, 0xC1
"""The bits of META_CTRL_ON and META_SHIFT_ON, with their left and right."""
_KEY_A, _KEY_Z = 29, 54
_CUT, _COPY, _PASTE = 277, 278, 279
_WITH_CONTROL = {52: _CUT, 31: _COPY, 50: _PASTE}
"""What X, C and V do with Control. With other letters, Control does nothing here."""


def press_key(automation: Automation, name: str | None) -> bool:
    """A key by uiautomator2's name; false for others."""
    if name is None:
        raise null_pointer("Attempt to invoke virtual method 'java.lang.String.toLowerCase()' on a null reference")
    code = U2_KEYS.get(name.lower())
    return False if code is None else automation.phone.hand.press_key(code)


def press_key_code(automation: Automation, code: int, meta: int = 0) -> bool:
    """A key by code; Control makes letters cut, copy and paste, Shift makes them capitals."""
    is_letter = _KEY_A <= code <= _KEY_Z
    if is_letter and meta & _CONTROL:
        return automation.phone.hand.press_key(_WITH_CONTROL[code]) if code in _WITH_CONTROL else True
    if is_letter and meta & _SHIFT:
        automation.phone.hand.type_text(chr(ord("A") + code - _KEY_A))
        return True
    return automation.phone.hand.press_key(code)


def get_clipboard(automation: Automation) -> str | None:
    """Text on the clipboard."""
    if automation.phone.faults.clipboard_denied:
        raise denied(automation, "clipboard_denied", _CLIPBOARD_MESSAGE)
    return automation.phone.world.clipboard


def set_clipboard(automation: Automation, label: str | None, text: str | None) -> None:
    """Put text on the clipboard."""
    if automation.phone.faults.clipboard_denied:
        raise denied(automation, "clipboard_denied", _CLIPBOARD_MESSAGE)
    automation.phone.world.clipboard = text


def paste_clipboard(automation: Automation) -> None:
    """Control and V into the focused field."""
    automation.phone.hand.type_text(automation.phone.world.clipboard or "")


def clear_input_text(automation: Automation) -> None:
    """Control and A, then Delete, into the focused field."""
    automation.phone.hand.check("text")
    automation.phone.world.clear_focused()


METHODS: MethodTable = {
    "clearInputText": only(clear_input_text),
    "getClipboard": only(get_clipboard),
    "pasteClipboard": only(paste_clipboard),
    "pressKey": only(press_key, STRING),
    "pressKeyCode": (overload(press_key_code, INT), overload(press_key_code, INT, INT)),
    "setClipboard": only(set_clipboard, STRING, STRING),
}
