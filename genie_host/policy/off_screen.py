"""Calls that go past the screen: shell commands, intents, links. What is not known to be harmless is not allowed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit

from genie_host.core.verdicts import Ruling, Verdict

_SHELL_SYNTAX = re.compile(r"[;&|`<>\n]|\$\(|\$\{")
_READERS = frozenset(
    {"getprop", "uptime", "date", "ls", "pwd", "whoami", "id", "df", "uname", "ps", "top", "echo", "screencap"}
)
_HARMLESS_SETTINGS = frozenset(
    {"screen_brightness", "screen_brightness_mode", "screen_off_timeout", "accelerometer_rotation", "user_rotation"}
    | {"font_scale", "haptic_feedback_enabled", "sound_effects_enabled", "ui_night_mode", "volume_music", "time_12_24"}
)
_HARMLESS_DUMPS = frozenset(
    {"battery", "window", "activity", "display", "power", "meminfo", "cpuinfo", "wifi", "input", "input_method"}
    | {"package", "diskstats", "alarm", "audio", "usb", "connectivity", "batterystats", "gfxinfo", "sensorservice"}
)
_HARMLESS = frozenset(
    {
        ("settings", "get"),
        ("pm", "list"),
        ("pm", "path"),
        ("cmd", "notification"),
        ("wm", "size"),
        ("wm", "density"),
        ("svc", "wifi"),
        ("svc", "bluetooth"),
        ("svc", "nfc"),
        ("input", "swipe"),
        ("cmd", "statusbar"),
        ("am", "force-stop"),
        ("am", "stack"),
        ("svc", "data"),
        ("cmd", "uimode"),
        ("uiautomator", "dump"),
    }
)
_DANGEROUS_WORDS = re.compile(
    r"MASTER_CLEAR|FACTORY_RESET|UNINSTALL|INSTALL_PACKAGE|ACTION_CALL|\.CALL\b|CALL_PRIVILEGED|\.CALL_EMERGENCY|DELETE"
    r"|MANAGE_OVERLAY|MANAGE_UNKNOWN|ADD_ACCOUNT|ADD_DEVICE_ADMIN|SET_NEW_PASSWORD|SECURITY_SETUP|WIPE|ERASE"
    r"|RESPOND_VIA_MESSAGE|SEND_MULTIPLE|REQUEST_INSTALL|GRANT|REBOOT|SHUTDOWN|VPN|FORMAT|MANAGE_ALL_FILES"
    r"|ACCESSIBILITY_DETAILS|NOTIFICATION_LISTENER|CREDENTIAL|BIOMETRIC_ENROLL|FINGERPRINT_ENROLL"
)
_OPENING_ACTIONS = re.compile(
    r"android\.intent\.action\.(MAIN|VIEW|DIAL|SEND|SENDTO|SEARCH|WEB_SEARCH|PICK|GET_CONTENT|CHOOSER|SET_ALARM"
    r"|SET_TIMER|SHOW_ALARMS|INSERT|EDIT|OPEN_DOCUMENT|ALL_APPS|ASSIST|VOICE_COMMAND|APPLICATION_PREFERENCES)"
    r"|android\.provider\.action\.\w+|android\.media\.action\.\w+|android\.settings\.\w+"
)
_WEB = frozenset({"http", "https"})
_SHOWING = frozenset({"geo", "tel", "sms", "smsto", "mailto", "market", "about", "chrome"})
"""Schemes that open a page or a composer; what is then done there is judged then."""
_EXECUTABLE = re.compile(r"\.(apk|apks|xapk|exe|jar|sh|mobileconfig)(\?|$)", re.IGNORECASE)


def judge_shell(command: str) -> Verdict:
    """A shell command. One free shell defeats every gate, so only known reading and reversible ones may run."""
    if _SHELL_SYNTAX.search(_unquoted(command)):
        return _refuse("it joins or redirects shell commands")
    try:
        words = shlex.split(command)
    except ValueError:
        return _refuse("it is not a whole shell command")
    while words[:1] in (["adb"], ["shell"]):
        words = words[1:]
    if not words:
        return _refuse("it is empty")
    if words[0] == "am" and words[1:2] and words[1] in {"start", "start-activity"}:
        return judge_intent(_intent_of(words[2:]))
    if words[:2] == ["input", "keyevent"]:
        return _allow() if not _dangerous_keys(words[2:]) else _ask("it presses a key that may commit to something")
    if words[0] == "dumpsys":
        return _allow() if set(words[1:2]) <= _HARMLESS_DUMPS and words[1:2] else _ask("it reads what apps keep")
    if words[:2] == ["settings", "put"]:
        return _allow() if words[3:4] and words[3] in _HARMLESS_SETTINGS else _refuse("it changes a protected setting")
    if words[0] in _READERS or tuple(words[:2]) in _HARMLESS:
        return _allow()
    return _refuse(f"the shell command “{words[0]}” is not one of the few that are known to be harmless")


def _unquoted(command: str) -> str:
    """A command without what single or plain double quotes make harmless."""
    command = re.sub(r"'[^']*'", "''", command)
    return re.sub(r'"[^"$`\\]*"', '""', command)


def _dangerous_keys(keys: Sequence[str]) -> bool:
    committing = {"enter", "dpad_center", "numpad_enter", "call", "66", "23", "160", "5", "power", "26", "space", "62"}
    return any(key.lower().removeprefix("keycode_") in committing or key.startswith("-") for key in keys)


def _intent_of(words: Sequence[str]) -> dict[str, str]:
    flags = {"-a": "action", "-d": "data", "-n": "component", "-t": "type"}
    found = {flags[flag]: value for flag, value in pairwise(words) if flag in flags}
    if words and not words[0].startswith("-"):
        found.setdefault("component", words[0])
    return found


def judge_intent(arguments: Mapping[str, Any]) -> Verdict:
    """An intent: opening things is harmless, deeds done by intents are not, unknown ones are asked about."""
    action = str(arguments.get("action") or "")
    data = str(arguments.get("data") or arguments.get("uri") or arguments.get("url") or "")
    component = str(arguments.get("component") or arguments.get("class") or "")
    everything = " ".join(str(value) for value in arguments.values())
    if _DANGEROUS_WORDS.search(f"{action} {component}".upper()):
        return _ask(f"the intent {action or component} does something by itself")
    if "*%23" in everything or "*#" in everything or "%23" in data:
        return _ask("it holds a dialling code")
    if data:
        verdict = judge_url(data)
        if verdict.ruling is not Ruling.ALLOW:
            return verdict
    if not action:
        return _allow() if component else _ask("it is not said what the intent does")
    return _allow() if _OPENING_ACTIONS.fullmatch(action) else _ask(f"the intent {action} is not known to be harmless")


def judge_url(url: str) -> Verdict:
    """A link."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, user = parts.hostname or "", parts.username
    except ValueError:
        return _refuse("it is not a link")
    scheme = parts.scheme.lower()
    if scheme in _SHOWING:
        return _ask("it holds a dialling code") if "%23" in url or ("#" in url and scheme == "tel") else _allow()
    if scheme and scheme not in _WEB:
        return _ask(f"the link is a {scheme} link, which an app or a script acts on")
    if user is not None or "xn--" in host or not host.isascii():
        return _ask("the address of the link is written so that it can be taken for another")
    if _EXECUTABLE.search(parts.path):
        return _ask("the link downloads a program")
    return _allow()


def is_script(text: str) -> bool:
    """Would this run as code, or act, when typed into an address bar?"""
    return bool(re.match(r"\s*(javascript|intent|data|vbscript|file|content)\s*:", text, re.IGNORECASE))


def _allow() -> Verdict:
    return Verdict(ruling=Ruling.ALLOW)


def _ask(reason: str) -> Verdict:
    return Verdict(ruling=Ruling.ASK, reasons=(reason,))


def _refuse(reason: str) -> Verdict:
    return Verdict(ruling=Ruling.REFUSE, reasons=(reason,))
