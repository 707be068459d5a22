"""What a tool does, told by its name: ours, and those that other agents and old recordings use.

A name that is not listed is told by the words in it, the grave ones first; a name that says nothing is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache

from genie_host.core.verdicts import Stake


class Deed(StrEnum):
    """What calling a tool does, and so how it is judged."""

    TOUCH = "touch"
    TYPE = "type"
    CLEAR = "clear"
    """Empties a field: nothing is handed over, and yet something is done there."""
    GLIDE = "glide"
    PRESS = "press"
    SHELL = "shell"
    INTENT = "intent"
    LINK = "link"
    OPEN_APP = "open_app"
    LOOK = "look"
    """Looks at the phone; its arguments may say that what is seen leaves the machine."""
    NOTIFICATIONS = "notifications"
    NAVIGATE = "navigate"
    TALK = "talk"
    ASK = "ask"
    """Does something grave by itself, whatever the screen shows."""


HOLDING = frozenset({"long_press", "long_click", "long_press_at", "press_and_hold", "touch_and_hold", "hold"})
TOUCHING = HOLDING | frozenset(
    {"tap", "click", "tap_at", "click_at", "double_tap", "double_click", "press", "touch", "select", "activate"}
    | {"activate_focused", "click_element_by_id", "tap_element", "toggle", "answer_permission", "switch_on"}
    | {"switch_off", "check", "uncheck", "choose"}
)
TYPING = frozenset(
    {"type_text", "append_text", "input_text", "set_text", "type", "enter_text", "fill", "paste", "write", "input"}
    | {"set_value", "send_keys", "paste_text"}
)
PRESSING = frozenset({"press_key", "key", "keyevent", "press_keys", "send_key", "input_key", "key_event", "hotkey"})
GLIDING = frozenset({"swipe", "scroll", "drag", "fling", "scroll_to", "pinch", "swipe_at", "zoom", "gesture"})

_LISTED: Mapping[Deed, frozenset[str]] = {
    Deed.TOUCH: TOUCHING,
    Deed.TYPE: TYPING,
    Deed.CLEAR: frozenset({"clear_text", "clear_field"}),
    Deed.PRESS: PRESSING,
    Deed.GLIDE: GLIDING,
    Deed.SHELL: frozenset({"adb_shell", "shell", "run_shell", "adb", "execute_shell", "run_command", "exec"}),
    Deed.INTENT: frozenset(
        {"launch_intent", "start_activity", "send_intent", "intent", "send_broadcast", "broadcast", "start_service"}
    ),
    Deed.LINK: frozenset({"open_url", "open_link", "open_uri", "navigate_to", "browse", "goto_url", "load_url"}),
    Deed.OPEN_APP: frozenset({"open_app", "launch_app", "start_app", "switch_app", "activate_app"}),
    Deed.NOTIFICATIONS: frozenset({"read_notifications", "get_notifications", "list_notifications"}),
    Deed.LOOK: frozenset(
        {"screenshot", "take_screenshot", "read_screen", "capture", "record_screen", "read_screen_summary"}
        | {"describe_screen", "wait_for", "wait", "where_am_i", "read_dialog", "read_form_state", "current_app"}
        | {"read_nearby_context", "read_screen_changes", "read_recent_events", "what_can_i_do_here", "list_apps"}
        | {"get_state", "find", "assert_visible", "dump_hierarchy", "battery", "ocr", "look"}
    ),
    Deed.NAVIGATE: frozenset(
        {"go_back", "go_home", "back", "home", "recents", "open_notifications", "open_quick_settings", "wake"}
        | {"wake_up", "screen_on", "screen_off", "set_clipboard", "copy", "rotate", "dismiss_notification"}
        | {"hide_keyboard", "focus", "set_volume", "close_app", "focus_next"}
        | {"focus_previous", "focus_first", "focus_by_text", "focus_by_role", "scroll_forward", "scroll_backward"}
        | {"open_settings", "show_keyboard", "lock_screen", "sleep"}
    ),
    Deed.TALK: frozenset({"reply", "tasks", "finish", "say", "speak", "ask_user", "done", "fail", "answer", "think"}),
}
_DEEDS = {name: deed for deed, names in _LISTED.items() for name in names}

ASKING: Mapping[str, tuple[str, Stake]] = {
    "grant_permission": ("it grants a permission without the system's own question", Stake.GRANT),
    "enable_accessibility": ("it grants a permission without the system's own question", Stake.GRANT),
    "revoke_permission": ("it changes a permission", Stake.GRANT),
    "install_apk": ("it installs software", Stake.INSTALL),
    "install_app": ("it installs software", Stake.INSTALL),
    "uninstall_app": ("it uninstalls an app and its data", Stake.DELETE),
    "uninstall": ("it uninstalls an app and its data", Stake.DELETE),
    "clear_app_data": ("it wipes an app's data", Stake.DELETE),
    "clear_app": ("it wipes an app's data", Stake.DELETE),
    "replay_skill": ("a recorded skill has to be judged step by step, not once", Stake.OTHER),
    "run_skill": ("a recorded skill has to be judged step by step, not once", Stake.OTHER),
    "send_sms": ("it sends a message", Stake.SEND),
    "send_message": ("it sends a message", Stake.SEND),
    "send_email": ("it sends a message", Stake.SEND),
    "share": ("it hands something to another app or person", Stake.SHARE),
    "call": ("it calls somebody", Stake.CALL),
    "make_call": ("it calls somebody", Stake.CALL),
    "delete_file": ("it deletes a file", Stake.DELETE),
    "push_file": ("it writes a file to the phone", Stake.OTHER),
    "pull_file": ("it takes a file off the phone", Stake.SHARE),
    "upload_file": ("it sends a file away", Stake.SHARE),
    "read_clipboard": ("the clipboard may hold a secret", Stake.SHARE),
    "get_clipboard": ("the clipboard may hold a secret", Stake.SHARE),
    "read_sms": ("it reads messages past the screen", Stake.SHARE),
    "read_contacts": ("it reads the address book past the screen", Stake.SHARE),
    "reboot": ("it restarts the phone", Stake.OTHER),
    "factory_reset": ("it erases the phone", Stake.ACCOUNT),
    "set_setting": ("it changes a setting past the screen", Stake.ACCOUNT),
    "put_setting": ("it changes a setting past the screen", Stake.ACCOUNT),
    "unlock": ("it unlocks the phone", Stake.SECRET),
    "tap_notification": ("a notification acts in the name of whoever sent it", Stake.OTHER),
    "record_audio": ("it records sound", Stake.SHARE),
    "take_photo": ("it takes a picture of the surroundings", Stake.SHARE),
    "set_screen_lock": ("it changes how the phone is locked", Stake.ACCOUNT),
}

_GRAVE_WORDS: tuple[tuple[str, str, Stake], ...] = (
    (r"pay|payment|purchase|buy|sell|transfer|withdraw|donate|order|checkout|subscribe|bid", "moves money", Stake.PAY),
    (r"password|passcode|pin|otp|unlock|credential|credentials|secret|keychain", "handles a secret", Stake.SECRET),
    (r"install|sideload|installer", "installs software", Stake.INSTALL),
    (r"grant|revoke|permission|permissions|accessibility|appops", "changes a permission", Stake.GRANT),
    (
        r"reset|wipe|format|account|accounts|login|logout|signin|signout|setting|settings|lock",
        "changes an account or a setting",
        Stake.ACCOUNT,
    ),
    (r"uninstall|delete|remove|erase|clear|trash|purge", "deletes something", Stake.DELETE),
    (r"call|dial|phone", "calls somebody", Stake.CALL),
    (r"send|sms|message|messages|mail|email|post|publish|tweet|reply|comment", "sends something", Stake.SEND),
    (
        r"share|upload|export|pull|sync|backup|record|clipboard|contacts|photo|camera|microphone|location|invite|join",
        "hands something over",
        Stake.SHARE,
    ),
    (
        r"skill|macro|script|eval|broadcast|service|reboot|shutdown|push|overwrite",
        "does more than one can see",
        Stake.OTHER,
    ),
)
_PLAIN_WORDS: tuple[tuple[str, Deed], ...] = (
    ("shell", Deed.SHELL),
    ("intent", Deed.INTENT),
    ("key|keyevent|keycode|keys", Deed.PRESS),
    ("tap|click|press|touch|toggle|select|check|hit", Deed.TOUCH),
    ("type|input|enter|fill|paste|write", Deed.TYPE),
    ("swipe|scroll|drag|fling|pinch|zoom", Deed.GLIDE),
    ("url|link|uri|website", Deed.LINK),
    ("launch|start|open", Deed.OPEN_APP),
    ("notification|notifications", Deed.NOTIFICATIONS),
    (
        "screenshot|read|get|list|find|wait|dump|describe|observe|look|query|capture|assert|ocr|battery|screen",
        Deed.LOOK,
    ),
    ("back|home|recents|rotate|volume|focus|scroll|wake", Deed.NAVIGATE),
    ("say|speak|tell|finish|done|answer|ask", Deed.TALK),
)
_PRIVATE_READS = re.compile(
    r"^(sms|message|messages|mail|email|clipboard|contacts|call|calls|location|otp|password|passwords|credentials|photo|photos|account|accounts|secret|keychain)$"
)
_READING = frozenset(
    {"get", "read", "list", "find", "query", "dump", "show", "describe", "observe", "is", "has", "wait"}
)


@lru_cache(maxsize=512)
def deed_of(tool_name: str) -> Deed | None:
    """What a tool does; None when its name does not say."""
    name = _plain(tool_name)
    if name in ASKING or grave_reason(tool_name) is not None:
        return Deed.ASK
    if name in _DEEDS:
        return _DEEDS[name]
    words = name.split("_")
    return next((deed for listed, deed in _PLAIN_WORDS if set(listed.split("|")).intersection(words)), None)


@lru_cache(maxsize=512)
def grave_reason(tool_name: str) -> tuple[str, Stake] | None:
    """Why calling a tool is grave by itself, and what is at stake; None when it is not."""
    name = _plain(tool_name)
    if name in ASKING:
        return ASKING[name]
    if name in _DEEDS:
        return None
    words = name.split("_")
    if words[0] in _READING:
        private = next((word for word in words[1:] if _PRIVATE_READS.match(word)), "")
        return (f"it reads {private.replace('_', ' ')} past the screen", Stake.SHARE) if private else None
    if words[0] in {"open", "launch", "go", "view"}:
        return None
    for pattern, does, stake in _GRAVE_WORDS:
        if any(re.fullmatch(pattern, word) for word in words):
            return f"by its name it {does}", stake
    return None


def _plain(tool_name: str) -> str:
    """``app.sendMessage`` is send_message."""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", tool_name.rsplit(".", 1)[-1].rsplit("/", 1)[-1])
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
