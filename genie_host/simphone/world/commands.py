"""Commands of the phone's own, by the names that its surfaces and timers use for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from genie_host.simphone.world.keys import Keys

COMMANDS: dict[str, Callable[[Any], object]] = {
    "answer_call": Keys.answer_call,
    "cancel_chooser": Keys.cancel_chooser,
    "cancel_confirmation": Keys.cancel_confirmation,
    "cancel_finger": Keys.cancel_finger,
    "clear_notifications": Keys.clear_notifications,
    "clear_recents": Keys.clear_recents,
    "close_popup": Keys.close_popup,
    "close_recents": Keys.close_recents,
    "close_shade": Keys.close_shade,
    "connect_call": Keys.connect_call,
    "continue_confirmation": Keys.continue_confirmation,
    "count_down": Keys.count_down,
    "dismiss_keyguard": Keys.dismiss_keyguard,
    "emergency_call": Keys.emergency_call,
    "end_call": Keys.end_call,
    "end_heads_up": Keys.end_heads_up,
    "end_toast": Keys.end_toast,
    "enter_pin": Keys.enter_pin,
    "flip_mute": Keys.flip_mute,
    "flip_speaker": Keys.flip_speaker,
    "hide_call": Keys.hide_call,
    "hide_keyboard": Keys.hide_keyboard,
    "leave_pin_pad": Keys.leave_pin_pad,
    "miss_call": Keys.miss_call,
    "open_quick_settings": Keys.open_quick_settings,
    "open_settings": Keys.open_settings,
    "open_storage_settings": Keys.open_storage_settings,
    "settled": Keys.settled,
    "show_call": Keys.show_call,
}
"""Those that need nothing more."""


def _set_lock(phone: Any, argument: str) -> None:
    """``none``, ``swipe`` or ``pin/1234``."""
    kind, _, pin = argument.partition("/")
    phone.set_lock(kind, pin)


def _set_permission(phone: Any, argument: str) -> None:
    """``package/name/granted``, ``denied``, or ``ask`` for asking again."""
    package, name, state = argument.split("/")
    if state == "granted":
        phone.grant_permission(package, name)
    else:
        phone.revoke_permission(package, name)
    if state == "ask":
        phone.forget_permission(package, name)


COMMANDS_WITH_ARGUMENT: dict[str, Callable[[Any, str], object]] = {
    "answer_failure": Keys.answer_failure,
    "answer_permission": Keys.answer_permission,
    "choose_app": Keys.choose_app,
    "dismiss_notification": Keys.dismiss_notification,
    "dismiss_recent": Keys.dismiss_recent,
    "finger_timeout": Keys.finger_timeout,
    "flip": Keys.flip,
    "open_notification": Keys.open_notification,
    "open_recent": Keys.open_recent,
    "press_keycode": lambda phone, code: phone.press_key(int(code)),
    "press_notification_button": Keys.press_notification_button,
    "press_pin": Keys.press_pin,
    "set_locale": Keys.set_locale,
    "set_lock": _set_lock,
    "set_permission": _set_permission,
    "shift_keyboard": Keys.shift_keyboard,
    "stop_app": lambda phone, package: phone.stop_app(package),
    "type_key": Keys.type_key,
}
"""Those of the form ``name:argument``."""
