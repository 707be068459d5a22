"""``am broadcast``: what listens on this phone, test keyboards above all."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping

from genie_host.simphone.phone import SimPhone
from genie_host.simphone.shell.command import Call, Reply
from genie_host.simphone.shell.intents import BadIntent, IntentLine, parse_intent

U2_KEYBOARD = "com.github.uiautomator/.AdbKeyboard"
"""The keyboard that uiautomator2 installs to type what the shell cannot."""
ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_DEVICE_KIT = "com.mobilenext.devicekit"
_ENTER, _NOTHING_DONE, _RESULT_OK = 66, "0", "-1"

Answer = str | None
"""What the receiver gives back as its data; None when nobody received it."""


def broadcast(call: Call) -> Reply:
    """``am broadcast -a ACTION [-e KEY VALUE]... [-n COMPONENT]``."""
    try:
        line = parse_intent(call.arguments)
    except BadIntent as error:
        return Reply(status=1, errors=f"Error: {error}\n")
    call.phone.world.log.append("broadcast", action=line.action)
    receiver = _RECEIVERS.get(line.action)
    answer = receiver(call.phone, line) if receiver is not None else None
    line.flags = "0x400000"
    code, data = (_NOTHING_DONE, "") if answer is None else (_RESULT_OK, f', data="{answer}"')
    return Reply(f"Broadcasting: {line}\nBroadcast completed: result={code}{data}\n")


def _is_keyboard(phone: SimPhone, name: str) -> bool:
    return phone.world.settings.get(("secure", "default_input_method")) == name


def _decoded(text: str) -> str | None:
    try:
        return base64.b64decode(text, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _u2_text(phone: SimPhone, line: IntentLine) -> Answer:
    text = _decoded(line.extras.get("text", ""))
    if not _is_keyboard(phone, U2_KEYBOARD) or text is None:
        return None
    phone.world.type_text(text)
    return "success"


def _u2_clear(phone: SimPhone, line: IntentLine) -> Answer:
    if not _is_keyboard(phone, U2_KEYBOARD):
        return None
    phone.world.clear_focused()
    return "success"


def _u2_hide(phone: SimPhone, line: IntentLine) -> Answer:
    if not _is_keyboard(phone, U2_KEYBOARD):
        return None
    phone.world.hide_keyboard()
    return "success"


def _u2_enter(phone: SimPhone, line: IntentLine) -> Answer:
    if not _is_keyboard(phone, U2_KEYBOARD):
        return None
    phone.world.press_key(_ENTER)
    return "success"


def _adb_text(phone: SimPhone, line: IntentLine) -> Answer:
    text = line.extras.get("msg", "")
    decoded = _decoded(text) if line.action == "ADB_INPUT_B64" else text
    if not _is_keyboard(phone, ADB_KEYBOARD) or decoded is None:
        return None
    phone.world.type_text(decoded)
    return "success"


def _device_kit_clipboard(phone: SimPhone, line: IntentLine) -> Answer:
    if _DEVICE_KIT not in phone.world.apps:
        return None
    text = line.extras.get("text", "")
    is_encoded = line.extras.get("encoding") == "base64"
    phone.world.copy((_decoded(text) or "") if is_encoded else text)
    return "success"


def _close_dialogs(phone: SimPhone, line: IntentLine) -> Answer:
    phone.world.close_shade()
    return None


def _aeroplane(phone: SimPhone, line: IntentLine) -> Answer:
    phone.world.switch("aeroplane", line.extras.get("state") == "true")
    return None


_RECEIVERS: Mapping[str, Callable[[SimPhone, IntentLine], Answer]] = {
    "ADB_INPUT_B64": _adb_text,
    "ADB_INPUT_TEXT": _adb_text,
    "ADB_KEYBOARD_CLEAR_TEXT": _u2_clear,
    "ADB_KEYBOARD_EDITOR_CODE": _u2_enter,
    "ADB_KEYBOARD_HIDE": _u2_hide,
    "ADB_KEYBOARD_INPUT_TEXT": _u2_text,
    "ADB_KEYBOARD_SMART_ENTER": _u2_enter,
    "android.intent.action.AIRPLANE_MODE": _aeroplane,
    "android.intent.action.CLOSE_SYSTEM_DIALOGS": _close_dialogs,
    "devicekit.clipboard.clear": _device_kit_clipboard,
    "devicekit.clipboard.set": _device_kit_clipboard,
}
