"""Methods about the phone as a whole: information, keys, power, rotation, clipboard, toasts."""

from __future__ import annotations

from typing import Any

from genie_host.simphone.keycodes import U2_KEYS
from genie_host.simphone.u2.automation import Automation
from genie_host.simphone.u2.method import MethodTable, denied

_DENSITY = 2.625
_ROTATIONS = {"n": 0, "l": 1, "r": 3}
_CLIPBOARD_MESSAGE = "Package android does not belong to 2000"
_CONFIGURATION = {
    "actionAcknowledgmentTimeout": 500,
    "keyInjectionDelay": 0,
    "scrollAcknowledgmentTimeout": 200,
    "waitForIdleTimeout": 0,
    "waitForSelectorTimeout": 0,
}


def ping(automation: Automation) -> str:
    """Is anybody there."""
    return "pong"


def device_info(automation: Automation) -> dict[str, Any]:
    """Size, rotation and foreground package."""
    phone, world = automation.phone, automation.phone.world
    size = world.size
    return {
        "currentPackageName": world.foreground.package,
        "displayHeight": size.height,
        "displayRotation": world.rotation,
        "displaySizeDpX": round(size.width / _DENSITY),
        "displaySizeDpY": round(size.height / _DENSITY),
        "displayWidth": size.width,
        "productName": phone.properties["ro.product.name"],
        "screenOn": world.is_screen_on,
        "sdkInt": int(phone.properties["ro.build.version.sdk"]),
        "naturalOrientation": world.rotation % 2 == 0,
    }


def press_key(automation: Automation, name: str) -> bool:
    """A key by uiautomator2's name; false for others."""
    code = U2_KEYS.get(name.lower())
    return False if code is None else automation.phone.hand.press_key(code)


def press_key_code(automation: Automation, code: int, meta: int = 0) -> bool:
    """A key by code."""
    return automation.phone.hand.press_key(code)


def wake_up(automation: Automation) -> None:
    """Turn the screen on."""
    automation.phone.world.wake()


def sleep(automation: Automation) -> None:
    """Turn the screen off."""
    automation.phone.world.sleep()


def is_screen_on(automation: Automation) -> bool:
    """Whether the screen is on."""
    return automation.phone.world.is_screen_on


def set_orientation(automation: Automation, orientation: str) -> None:
    """``natural``, ``left`` or ``right``; the jar ignores ``upsidedown``."""
    turns = _ROTATIONS.get(orientation[:1].lower())
    if turns is not None:
        automation.phone.world.set_rotation(turns)


def freeze_rotation(automation: Automation, is_frozen: bool) -> None:
    """The simulated phone never turns by itself, so there is nothing to do but remember."""
    automation.phone.world.settings["system", "accelerometer_rotation"] = str(int(not is_frozen))


def get_clipboard(automation: Automation) -> str | None:
    """Text on the clipboard."""
    if automation.phone.faults.clipboard_denied:
        raise denied(automation, "clipboard_denied", _CLIPBOARD_MESSAGE)
    return automation.phone.world.clipboard


def set_clipboard(automation: Automation, label: str | None, text: str) -> None:
    """Put text on the clipboard."""
    if automation.phone.faults.clipboard_denied:
        raise denied(automation, "clipboard_denied", _CLIPBOARD_MESSAGE)
    automation.phone.world.clipboard = text


def paste_clipboard(automation: Automation) -> None:
    """Ctrl+V into the focused field."""
    automation.phone.hand.type_text(automation.phone.world.clipboard or "")


def clear_input_text(automation: Automation) -> None:
    """Empty the focused field."""
    automation.phone.world.clear_focused()


def get_last_toast(automation: Automation) -> str | None:
    """Text of the last toast."""
    return automation.phone.world.toast


def clear_last_toast(automation: Automation) -> None:
    """Forget the last toast."""
    automation.phone.world.toast = None


def nothing_traversed(automation: Automation) -> None:
    """``getLastTraversedText`` and ``clearLastTraversedText``: there is no such text."""


def launch_app(automation: Automation, package: str) -> bool:
    """Open an app."""
    return automation.phone.world.start_app(package)


def open_panel(automation: Automation) -> bool:
    """``openNotification`` and ``openQuickSettings``: the simulated phone has no shade to pull down."""
    return False


def wait_for_idle(automation: Automation, timeout_ms: int = 0) -> None:
    """The simulated phone is always idle."""


def get_configurator(automation: Automation) -> dict[str, int]:
    """Time-outs as the jar sets them at its start."""
    return dict(_CONFIGURATION)


METHODS: MethodTable = {
    "clearInputText": clear_input_text,
    "clearLastToast": clear_last_toast,
    "clearLastTraversedText": nothing_traversed,
    "deviceInfo": device_info,
    "freezeRotation": freeze_rotation,
    "getClipboard": get_clipboard,
    "getConfigurator": get_configurator,
    "getLastToast": get_last_toast,
    "getLastTraversedText": nothing_traversed,
    "isScreenOn": is_screen_on,
    "launchApp": launch_app,
    "openNotification": open_panel,
    "openQuickSettings": open_panel,
    "pasteClipboard": paste_clipboard,
    "ping": ping,
    "pressKey": press_key,
    "pressKeyCode": press_key_code,
    "setClipboard": set_clipboard,
    "setOrientation": set_orientation,
    "sleep": sleep,
    "waitForIdle": wait_for_idle,
    "wakeUp": wake_up,
}
